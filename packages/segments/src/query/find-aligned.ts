import type { Triple } from '../segment/dictionary.ts';
import type { Segment } from '../segment/segment.ts';
import type { CursorPool } from './cursor-pool.ts';
import type { Cursor, PositionCursor } from './position-cursor.ts';
import { RunCursor } from './run-cursor.ts';
import type { Alignment, Gram, OpenEnd } from './term.ts';
import { Union } from './union.ts';

/** Candidate positions between two looks at whether the search is still wanted. */
const STRIDE = 1_024;

/** Where is looked. */
interface Place {
  readonly segment: Segment;
  /** Of a triple, null if the segment has none. */
  readonly lookUp: (triple: number) => Triple | null;
  readonly pool: CursorPool;
  /** Is called now and then, may throw. */
  readonly checkpoint: () => void;
}

interface PlacedCursor {
  readonly cursor: Cursor;
  readonly offset: number;
}

interface PlacedUnion {
  readonly union: Union;
  readonly offset: number;
}

/**
 * Splits candidates into documents that have a hit of this alignment and those that don't.
 *
 * The cursors of all grams leap to where the rarest one is, document by document, and on to the next document at the first
 * hit; only a place that all grams agree on is looked up at the open ends.
 *
 * @param candidates ordinals, ascending, of which the first `count` count; what is left without a hit stays at its start
 * @param hits gets the ordinals with a hit, ascending
 * @returns how many have a hit
 */
export function findAligned(
  { segment, lookUp, pool, checkpoint }: Place,
  alignment: Alignment,
  candidates: Uint32Array,
  count: number,
  hits: Uint32Array,
): number {
  const cursors = placedCursors(segment, alignment.grams, lookUp, pool);
  const [first, ...others] = cursors ?? [];
  if (first === undefined) return 0;
  let unions: readonly PlacedUnion[] | null = null;
  let [found, missed, tried] = [0, 0, 0];
  let reached = 0;
  for (let index = 0; index < count; index++) {
    const ordinal = candidates[index] ?? 0;
    const end = segment.starts[ordinal + 1] ?? 0;
    let position = segment.starts[ordinal] ?? 0;
    let isHit = false;
    // What the rarest gram was found behind: this document, and maybe the next ones, hold none.
    if (position < reached) position = reached;
    search: while (position < end) {
      if (++tried % STRIDE === 0) checkpoint();
      position = first.cursor.seek(position + first.offset) - first.offset;
      if (position >= end) break;
      for (const { cursor, offset } of others) {
        const there = cursor.seek(position + offset) - offset;
        if (there === position) continue;
        position = there;
        continue search;
      }
      unions ??= alignment.openEnds.map((end) => placedUnion(segment, end, pool));
      isHit = unions.every(({ union, offset }) => union.has(position + offset));
      if (isHit) break;
      position += 1;
    }
    reached = position;
    if (isHit) hits[found++] = ordinal;
    else candidates[missed++] = ordinal;
  }
  return found;
}

/** A cursor for each gram, the rarest first; null if one is nowhere. */
function placedCursors(
  segment: Segment,
  grams: readonly Gram[],
  lookUp: Place['lookUp'],
  pool: CursorPool,
): readonly PlacedCursor[] | null {
  const known = grams.map((gram) => ({ gram, positions: lookUp(gram.triple)?.positions ?? null }));
  const listed = known.flatMap(({ gram, positions }) =>
    positions === null || positions.count < gram.run ? [] : [{ gram, positions }],
  );
  if (listed.length < known.length) return null;
  return listed
    .toSorted((a, b) => a.positions.count / a.gram.run - b.positions.count / b.gram.run)
    .map(({ gram, positions }) => {
      const cursor = pool.open(segment.file, positions);
      return { cursor: gram.run === 1 ? cursor : new RunCursor(cursor, gram.run), offset: gram.offset };
    });
}

function placedUnion(segment: Segment, end: OpenEnd, pool: CursorPool): PlacedUnion {
  const open = ({ positions }: Triple): PositionCursor => pool.open(segment.file, positions);
  return { union: new Union(triplesOf(segment, end, pool), open), offset: end.offset };
}

function triplesOf(segment: Segment, { kind, pair }: OpenEnd, pool: CursorPool): readonly Triple[] {
  const { dictionary } = segment;
  if (kind === 'pair first') return dictionary.triples(pool.cache, pair, 0, 0xff);
  const [first, second] = [pair >>> 8, pair & 0xff];
  const triples: Triple[] = [];
  for (let before = 0; before < 0xff; before++) {
    triples.push(...dictionary.triples(pool.cache, (before << 8) | first, second, second));
  }
  return triples;
}
