import { endTriples, unionOf } from './open-end.ts';
import type { Place } from './place.ts';
import type { Cursor } from './position-cursor.ts';
import { RunCursor } from './run-cursor.ts';
import type { Alignment } from './term.ts';
import type { Union } from './union.ts';

/** Candidate positions between two looks at whether the search is still wanted. */
const STRIDE = 1_024;

/** Positions of the rarest gram from which on it pays to gather the 200 triples before a pair ahead of time. */
const WORTH_GATHERING = 2_000;

interface PlacedCursor {
  readonly cursor: Cursor;
  readonly offset: number;
}

interface PlacedUnion extends PlacedCursor {
  readonly cursor: LateUnion;
}

/** What has to be met, the rarest first, and which of it are unions. */
interface Cursors {
  readonly all: readonly PlacedCursor[];
  readonly unions: readonly PlacedUnion[];
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
  const cursors = placedCursors(place, alignment, candidates.slice(0, count));
  if (cursors === null) return 0;
  let [found, missed, tried] = [0, 0, 0];
  /** Nothing is before: this document, and maybe the next ones, hold none of the rarest gram. */
  let reached = 0;
  for (let index = 0; index < count; index++) {
    const ordinal = candidates[index] ?? 0;
    const end = segment.starts[ordinal + 1] ?? 0;
    let position = Math.max(segment.starts[ordinal] ?? 0, reached);
    if (position < end) for (const { cursor, offset } of cursors.unions) cursor.enter(index, end + offset);
    let isHit = false;
    while (position < end) {
      if (++tried % STRIDE === 0) checkpoint();
      const agreed = agreedFrom(cursors.all, position);
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
 * A cursor for each gram and for each open end; null if one is nowhere. A union is as dear as its lists are many, so it
 * comes early only if all of them together are rare.
 *
 * @param candidates in which is looked, in this order
 */
function placedCursors(
  place: Place,
  { grams, openEnds }: Alignment,
  candidates: Uint32Array,
): Cursors | null {
  const { segment, lookUp, pool } = place;
  const placed: (PlacedCursor & { readonly cost: number })[] = [];
  const unions: PlacedUnion[] = [];
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
  for (const end of openEnds) {
    const { offset } = end;
    const isLate = end.kind === 'pair last' && rarest < WORTH_GATHERING;
    const known = isLate ? null : endTriples(place, end);
    if (known?.triples.length === 0) return null;
    const cursor = new LateUnion(() =>
      unionOf(place, end, (known ?? endTriples(place, end)).triples, candidates),
    );
    placed.push({ cursor, offset, cost: known?.cost ?? Infinity });
    unions.push({ cursor, offset });
  }
  return { all: placed.sort((a, b) => a.cost - b.cost), unions };
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
