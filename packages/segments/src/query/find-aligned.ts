import { SEPARATOR } from '../segment/format.ts';
import { coveredBy, isShort } from './covered-by.ts';
import { endTriples, unionOf, type EndTriples } from './open-end.ts';
import { STRIDE, type Place } from './place.ts';
import { agreedFrom, type PlacedCursor } from './placed-cursor.ts';
import { placesOf, type Places } from './places.ts';
import type { Cursor } from './position-cursor.ts';
import { RunCursor } from './run-cursor.ts';
import type { Alignment, OpenEnd } from './term.ts';
import type { Union } from './union.ts';

/** Positions of the rarest gram from which on it pays to gather the 200 triples before a pair ahead of time. */
const WORTH_GATHERING = 2_000;

/** A long list costs as much as so many short ones, and lists that are not known yet as much as so many. */
const LONG_COST = 8;
const UNKNOWN_COST = 300;

/** No end is taken to leave more than this share of the places. */
const MOST_LEFT = 0.95;

const NONE = new Uint32Array();

interface Gram extends PlacedCursor {
  /** Positions that there are to look at. */
  readonly cost: number;
}

/** An open end, and the triples that can be there: null if they are not known yet. */
interface End {
  readonly end: OpenEnd;
  readonly known: EndTriples | null;
}

/**
 * The documents that have a hit of an alignment.
 *
 * Where the grams of the alignment agree at a few places only, each open end is asked for the places that the one before
 * left: so its lists are told apart for the documents alone that still have one. Else all cursors leap on together.
 *
 * @param candidates ordinals, ascending, in which is looked
 * @returns ordinals, ascending
 */
export function findAligned(place: Place, alignment: Alignment, candidates: Uint32Array): Uint32Array {
  const grams = openGrams(place, alignment);
  if (grams === null) return NONE;
  const ends = endsOf(place, alignment, Math.min(...grams.map(({ cost }) => cost)));
  if (ends.some(({ known }) => known?.triples.length === 0)) return NONE;
  if (ends.length === 0) return firstHits(place, { all: grams, unions: [] }, candidates);
  const places = placesOf(place, grams, candidates);
  if (places !== null) return documentsAt(place, ends, places);
  return firstHits(place, withUnions(place, openGrams(place, alignment) ?? [], ends, candidates), candidates);
}

/** A cursor for each gram, the rarest first; null if one is nowhere. */
function openGrams({ segment, lookUp, pool }: Place, { grams }: Alignment): readonly Gram[] | null {
  const opened: Gram[] = [];
  for (const { triple, offset, run } of grams) {
    const positions = lookUp(triple)?.positions;
    if (positions === undefined || positions.count < run) return null;
    const cursor = pool.open(segment.file, positions);
    opened.push({
      cursor: run === 1 ? cursor : new RunCursor(cursor, run),
      offset,
      cost: positions.count / run,
    });
  }
  return opened.sort((a, b) => a.cost - b.cost);
}

function endsOf(place: Place, { openEnds }: Alignment, rarest: number): readonly End[] {
  return openEnds.map((end) => {
    const isLate =
      end.kind === 'pair last' &&
      rarest < WORTH_GATHERING &&
      !place.pool.gathered.has(place.segment, end.pair);
    return { end, known: isLate ? null : endTriples(place, end) };
  });
}

function costOf({ known }: End): number {
  return known?.cost ?? Infinity;
}

function documentsAt(place: Place, ends: readonly End[], places: Places): Uint32Array {
  let left = places;
  const ordered = ends.length === 1 ? ends : bySpared(place, ends);
  for (const [index, { end, known }] of ordered.entries()) {
    if (left.documents.length === 0) break;
    const { triples } = known ?? endTriples(place, end);
    left = coveredBy(place, end, triples, left, index === ends.length - 1 ? 'first' : 'all');
  }
  return left.documents;
}

/** The end first that costs least for what it spares the other. */
function bySpared(place: Place, ends: readonly End[]): readonly End[] {
  const ranks = new Map(
    ends.map((asked) => {
      const spared = 1 - Math.min(MOST_LEFT, shareOf(place, asked));
      return [asked, listsCost(asked) / spared];
    }),
  );
  return ends.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

/** About what it costs to look through the lists of an end, in short ones. */
function listsCost({ known }: End): number {
  if (known === null) return UNKNOWN_COST;
  const long = known.triples.filter(({ positions }) => !isShort(positions)).length;
  return known.triples.length + (LONG_COST - 1) * long;
}

/** Of where the inner pair of an end's neighbour stands, the share that its neighbour does: about what an end leaves. */
function shareOf({ segment, lookUp, pool }: Place, { end }: End): number {
  const inner = end.kind === 'pair last' ? end.neighbour & 0xffff : end.neighbour >>> 8;
  const all = segment.dictionary.triples(pool.cache, inner, 0, SEPARATOR);
  const count = all.reduce((sum, { positions }) => sum + positions.count, 0);
  return (lookUp(end.neighbour)?.positions.count ?? 0) / Math.max(1, count);
}

/** What has to be met, the rarest first, and which of it are unions. */
interface Cursors {
  readonly all: readonly PlacedCursor[];
  readonly unions: readonly PlacedUnion[];
}

interface PlacedUnion extends PlacedCursor {
  readonly cursor: LateUnion;
}

/** A union is as dear as its lists are many, so it comes early only if all of them together are rare. */
function withUnions(
  place: Place,
  grams: readonly Gram[],
  ends: readonly End[],
  candidates: Uint32Array,
): Cursors {
  const unions = ends.map((asked) => {
    const { end, known } = asked;
    const cursor = new LateUnion(() =>
      unionOf(place, end, (known ?? endTriples(place, end)).triples, candidates),
    );
    return { cursor, offset: end.offset, cost: costOf(asked) };
  });
  return { all: [...grams, ...unions].sort((a, b) => a.cost - b.cost), unions };
}

/** All cursors leap to where the rarest one is, document by document, and on to the next document at the first hit. */
function firstHits({ segment, checkpoint }: Place, cursors: Cursors, candidates: Uint32Array): Uint32Array {
  const hits = new Uint32Array(candidates.length);
  let [found, tried] = [0, 0];
  /** Nothing is before: this document, and maybe the next ones, hold none of the rarest gram. */
  let reached = 0;
  for (let index = 0; index < candidates.length; index++) {
    const ordinal = candidates[index] ?? 0;
    const end = segment.starts[ordinal + 1] ?? 0;
    let position = Math.max(segment.starts[ordinal] ?? 0, reached);
    if (position < end) for (const { cursor, offset } of cursors.unions) cursor.enter(index, end + offset);
    while (position < end) {
      if (++tried % STRIDE === 0) checkpoint();
      const agreed = agreedFrom(cursors.all, position);
      if (agreed === position) {
        hits[found++] = ordinal;
        break;
      }
      position = agreed;
    }
    reached = position;
  }
  return hits.subarray(0, found);
}

/** A union that is made when it is asked for the first time. */
class LateUnion implements Cursor {
  readonly #make: () => Union;
  #made: Union | null = null;
  #candidate = 0;
  #limit = 0;

  constructor(make: () => Union) {
    this.#make = make;
  }

  enter(candidate: number, limit: number): void {
    this.#candidate = candidate;
    this.#limit = limit;
    this.#made?.enter(candidate, limit);
  }

  seek(target: number): number {
    if (this.#made === null) {
      this.#made = this.#make();
      this.#made.enter(this.#candidate, this.#limit);
    }
    return this.#made.seek(target);
  }
}
