import { u32 } from '../elements.ts';
import { coveredBy } from './covered-by.ts';
import { Leapfrog, possibleHitsOf, type Gram } from './leapfrog.ts';
import { endTrigrams, unionOf, type EndTrigrams, type Union } from './open-end.ts';
import type { Cursor, OffsetCursor } from './position-cursors.ts';
import { hitsIn, type PossibleHits } from './possible-hits.ts';
import { fewPossibleHits, isShort } from './rare-grams.ts';
import type { SearchContext } from './search-context.ts';
import type { Alignment, OpenEnd } from './term.ts';
import type { ZoneWindows } from './zone-windows.ts';

/** Positions of the rarest gram from which on it pays to collect the 200 trigrams before a pair ahead of time. */
const MIN_COLLECTED_POSITIONS = 2_000;

/** Cost of a long list, and of lists that are not known yet, in short lists. */
const LONG_COST = 8;
const UNKNOWN_COST = 300;

/** Positions for each candidate that are looked at although the first hit would do. */
const FEW_EACH = 8;

/** Maximum share of the hits that an end is estimated to leave. */
const MAX_LEFT_SHARE = 0.95;

const NONE = new Uint32Array();

/** An open end, and the trigrams that can be there; null if they are not known yet. */
interface End {
  readonly end: OpenEnd;
  readonly known: EndTrigrams | null;
}

/**
 * Finds the documents that have a hit of an alignment.
 *
 * If one of its grams has few positions, the others are intersected with these one after another. If the grams of the
 * alignment agree at a few positions only, each open end is checked at those that the end before left, so its lists
 * are filtered only for the documents that still have one. Else all cursors advance together.
 *
 * @param candidates document ids, ascending, to search
 * @param windows in which a hit must begin; null: anywhere
 * @returns document ids, ascending
 */
export function findAligned(
  context: SearchContext,
  alignment: Alignment,
  candidates: Uint32Array,
  windows: ZoneWindows | null,
): Uint32Array {
  const grams = gramsOf(context, alignment);
  if (grams === null) return NONE;
  const ends = endsOf(context, alignment, Math.min(...grams.map(({ cost }) => cost)));
  if (ends.some(({ known }) => known?.trigrams.length === 0)) return NONE;
  const few =
    ends.length > 0 || isRare(grams, candidates) ? fewPossibleHits(context, grams, candidates) : null;
  if (few !== null) return documentsAt(context, ends, windows === null ? few : hitsIn(windows, few));
  if (ends.length > 0 && grams.length > 0) {
    const hits = possibleHitsOf(context, new Leapfrog(context, grams, []), candidates, windows);
    if (hits !== null) return documentsAt(context, ends, hits);
  }
  const unions = unionsOf(context, ends, candidates);
  const lists = new Leapfrog(context, grams, unions);
  return windows === null
    ? firstHits(context, lists, unions, candidates)
    : firstHitsIn(windows, context, lists, unions, candidates);
}

/**
 * Whether looking at all positions of the rarest gram takes no longer than skipping on after the first hit of each
 * document.
 */
function isRare([rarest]: readonly Gram[], { length }: Uint32Array): boolean {
  return rarest !== undefined && rarest.positions.count <= FEW_EACH * length;
}

/** Lists that must agree, the rarest first; null if one is empty. */
function gramsOf({ lookUp }: SearchContext, { grams }: Alignment): readonly Gram[] | null {
  const found: Gram[] = [];
  for (const { trigram, offset, run } of grams) {
    const positions = lookUp(trigram)?.positions;
    if (positions === undefined || positions.count < run) return null;
    found.push({ positions, offset, run, cost: positions.count / run });
  }
  return found.sort((a, b) => a.cost - b.cost);
}

function endsOf(context: SearchContext, { openEnds }: Alignment, rarest: number): readonly End[] {
  return openEnds.map((end) => {
    const isLate =
      end.kind === 'pair last' &&
      rarest < MIN_COLLECTED_POSITIONS &&
      !context.pool.trigrams.has(context.segment, end.pair);
    return { end, known: isLate ? null : endTrigrams(context, end) };
  });
}

function costOf({ known }: End): number {
  return known?.cost ?? Infinity;
}

function documentsAt(context: SearchContext, ends: readonly End[], hits: PossibleHits): Uint32Array {
  let left = hits;
  const ordered = ends.length === 1 ? ends : bySpared(context, ends);
  for (const [index, { end, known }] of ordered.entries()) {
    if (left.documents.length === 0) break;
    const { trigrams } = known ?? endTrigrams(context, end);
    left = coveredBy(context, end, trigrams, left, index === ends.length - 1 ? 'first' : 'all');
  }
  return left.documents;
}

/** Open ends in the order of their cost for the hits that they spare the other. */
function bySpared(context: SearchContext, ends: readonly End[]): readonly End[] {
  const ranked = ends.map((end) => {
    const spared = 1 - Math.min(MAX_LEFT_SHARE, shareOf(context, end));
    return { end, rank: listsCost(end) / spared };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ end }) => end);
}

/** Estimated cost of looking through the lists of an end, in short lists. */
function listsCost({ known }: End): number {
  if (known === null) return UNKNOWN_COST;
  const long = known.trigrams.filter(({ positions }) => !isShort(positions)).length;
  return known.trigrams.length + (LONG_COST - 1) * long;
}

/**
 * Share of the positions of the inner pair of an end's neighbour at which the neighbour stands: about the share of
 * hits that the end leaves.
 */
function shareOf({ segment, lookUp, pool }: SearchContext, { end }: End): number {
  const { neighbour } = end;
  if (neighbour === null) return 1;
  const inner = end.kind === 'pair last' ? neighbour & 0xffff : neighbour >>> 8;
  const count = pool.trigrams
    .beginningWith(segment, inner)
    .reduce((sum, { positions }) => sum + positions.count, 0);
  return (lookUp(neighbour)?.positions.count ?? 0) / Math.max(1, count);
}

interface OffsetUnion extends OffsetCursor {
  readonly cursor: LateUnion;
  readonly cost: number;
}

/** A union costs as much as all its lists, so it comes early only if all of them together are rare. */
function unionsOf(
  context: SearchContext,
  ends: readonly End[],
  candidates: Uint32Array,
): readonly OffsetUnion[] {
  return ends.map((costed) => {
    const { end, known } = costed;
    const cursor = new LateUnion(() =>
      unionOf(context, end, (known ?? endTrigrams(context, end)).trigrams, candidates),
    );
    return { cursor, offset: end.offset, cost: costOf(costed) };
  });
}

/** Goes through the documents, and on to the next one at the first hit. */
function firstHits(
  { segment }: SearchContext,
  lists: Leapfrog,
  unions: readonly OffsetUnion[],
  candidates: Uint32Array,
): Uint32Array {
  const hits = new Uint32Array(candidates.length);
  let found = 0;
  /** No hit is before: this document, and maybe the next ones, do not hold the rarest gram. */
  let reached = 0;
  for (let index = 0; index < candidates.length; index++) {
    const docId = u32(candidates, index);
    const end = u32(segment.starts, docId + 1);
    const position = Math.max(u32(segment.starts, docId), reached);
    if (position >= end) continue;
    for (const { cursor, offset } of unions) cursor.enter(index, end + offset);
    reached = lists.next(position, end);
    if (reached < end) hits[found++] = docId;
  }
  return hits.subarray(0, found);
}

/** Goes through the windows of the documents, and on to the next document at the first hit. */
function firstHitsIn(
  windows: ZoneWindows,
  { segment }: SearchContext,
  lists: Leapfrog,
  unions: readonly OffsetUnion[],
  candidates: Uint32Array,
): Uint32Array {
  const hits = new Uint32Array(candidates.length);
  let found = 0;
  /** No hit is before: windows that end there, and documents, are passed over. */
  let reached = 0;
  for (let index = 0; index < candidates.length; index++) {
    const docId = u32(candidates, index);
    const end = u32(segment.starts, docId + 1);
    if (reached >= end) continue;
    windows.enter(docId);
    for (const { cursor, offset } of unions) cursor.enter(index, end + offset);
    while (windows.next(reached)) {
      reached = lists.next(Math.max(windows.from, reached), windows.to + 1);
      if (reached > windows.to) continue;
      hits[found++] = docId;
      break;
    }
  }
  return hits.subarray(0, found);
}

/** A union that is made at its first use. */
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
