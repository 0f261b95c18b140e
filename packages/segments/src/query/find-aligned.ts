import type { Triple } from '../segment/dictionary.ts';
import { SEPARATOR } from '../segment/format.ts';
import type { Segment } from '../segment/segment.ts';
import type { CursorPool } from './cursor-pool.ts';
import type { Cursor, PositionCursor } from './position-cursor.ts';
import { RunCursor } from './run-cursor.ts';
import type { Alignment } from './term.ts';
import { Union } from './union.ts';

/** Candidate positions between two looks at whether the search is still wanted. */
const STRIDE = 1_024;

/** Positions of the rarest gram from which on it pays to gather the 200 triples before a pair ahead of time. */
const WORTH_GATHERING = 2_000;

/** What a segment has of a triple, null if nothing. */
export type Lookup = (triple: number) => Triple | null;

/** Where is looked. */
export interface Place {
  readonly segment: Segment;
  readonly lookUp: Lookup;
  readonly pool: CursorPool;
  /** Is called now and then, may throw. */
  readonly checkpoint: () => void;
}

interface PlacedCursor {
  readonly cursor: Cursor;
  readonly offset: number;
}

/**
 * Splits candidates into documents that have a hit of this alignment and those that don't.
 *
 * All cursors leap to where the rarest one is, document by document, and on to the next document at the first hit.
 *
 * @param candidates ordinals, ascending, of which the first `count` count; what is left without a hit stays at its start
 * @param hits gets the ordinals with a hit, ascending
 * @returns how many have a hit
 */
export function findAligned(
  place: Place,
  alignment: Alignment,
  candidates: Uint32Array,
  count: number,
  hits: Uint32Array,
): number {
  const { segment, checkpoint } = place;
  const cursors = placedCursors(place, alignment);
  if (cursors === null) return 0;
  let [found, missed, tried] = [0, 0, 0];
  /** Nothing is before: this document, and maybe the next ones, hold none of the rarest gram. */
  let reached = 0;
  for (let index = 0; index < count; index++) {
    const ordinal = candidates[index] ?? 0;
    const end = segment.starts[ordinal + 1] ?? 0;
    let position = Math.max(segment.starts[ordinal] ?? 0, reached);
    let isHit = false;
    while (position < end) {
      if (++tried % STRIDE === 0) checkpoint();
      const agreed = agreedFrom(cursors, position);
      isHit = agreed === position;
      if (isHit) break;
      position = agreed;
    }
    reached = position;
    if (isHit) hits[found++] = ordinal;
    else candidates[missed++] = ordinal;
  }
  return found;
}

/** The position itself if all cursors agree on it, else one behind it before which they don't. */
function agreedFrom(cursors: readonly PlacedCursor[], position: number): number {
  for (const { cursor, offset } of cursors) {
    const there = cursor.seek(position + offset) - offset;
    if (there !== position) return there;
  }
  return position;
}

/**
 * A cursor for each gram and for each open end, the rarest first; null if one is nowhere. A union is as dear as its lists
 * are many, so it comes early only if all of them together are rare.
 */
function placedCursors(place: Place, { grams, openEnds }: Alignment): readonly PlacedCursor[] | null {
  const { segment, lookUp, pool } = place;
  const placed: (PlacedCursor & { readonly cost: number })[] = [];
  for (const { triple, offset, run } of grams) {
    const positions = lookUp(triple)?.positions;
    if (positions === undefined || positions.count < run) return null;
    const cursor = pool.open(segment.file, positions);
    placed.push({
      cursor: run === 1 ? cursor : new RunCursor(cursor, run),
      offset,
      cost: positions.count / run,
    });
  }
  const rarest = Math.min(...placed.map(({ cost }) => cost));
  for (const { kind, pair, offset } of openEnds) {
    if (kind === 'pair last' && rarest < WORTH_GATHERING) {
      const cursor = new LateCursor(() => unionOf(place, precedingTriples(place, pair)));
      placed.push({ cursor, offset, cost: Infinity });
      continue;
    }
    const triples =
      kind === 'pair last'
        ? precedingTriples(place, pair)
        : segment.dictionary.triples(pool.cache, pair, 0, 0xff);
    const cursor = unionOf(place, triples);
    if (cursor.count === 0) return null;
    placed.push({ cursor, offset, cost: cursor.count * cursor.lists });
  }
  return placed.sort((a, b) => a.cost - b.cost);
}

/** Triples that end with a pair: each stands in another group. */
function precedingTriples({ segment, pool }: Place, pair: number): readonly Triple[] {
  const [first, second] = [pair >>> 8, pair & 0xff];
  const triples: Triple[] = [];
  for (let before = 0; before < SEPARATOR; before++) {
    triples.push(...segment.dictionary.triples(pool.cache, (before << 8) | first, second, second));
  }
  return triples;
}

function unionOf({ segment, pool }: Place, triples: readonly Triple[]): Union {
  const open = ({ positions }: Triple): PositionCursor => pool.open(segment.file, positions);
  return new Union(
    triples.filter(({ positions }) => positions.count > 0),
    open,
  );
}

/** A cursor that is made when it is asked for the first time. */
class LateCursor implements Cursor {
  readonly #make: () => Cursor;
  #made: Cursor | null = null;

  constructor(make: () => Cursor) {
    this.#make = make;
  }

  seek(target: number): number {
    this.#made ??= this.#make();
    return this.#made.seek(target);
  }
}
