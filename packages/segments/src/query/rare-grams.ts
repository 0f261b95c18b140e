import { MAX_BLOCKS, MAX_LISTED_BLOCKS } from '../codec/blocks.ts';
import { u32 } from '../elements.ts';
import type { PositionList } from '../segment/dictionary-entry.ts';
import { SKIP_BYTES } from '../segment/format.ts';
import { MAX_RANGE_BYTES } from '../segment/granule-cache.ts';
import type { Gram } from './leapfrog.ts';
import { PossibleHitsBuilder, type PossibleHits } from './possible-hits.ts';
import type { SearchContext } from './search-context.ts';

/**
 * Finds all positions in some documents at which all grams agree, if the rarest gram has few positions. The other
 * lists are searched for all that are left at once, or position by position if they are long.
 *
 * @param grams the rarest first
 * @param documents document ids, ascending
 * @returns null if the rarest gram has many, or if a gram stands several times in a row
 */
export function fewPossibleHits(
  context: SearchContext,
  grams: readonly Gram[],
  documents: Uint32Array,
): PossibleHits | null {
  const [rarest, ...others] = grams;
  if (rarest === undefined || grams.some(({ run }) => run > 1)) return null;
  if (rarest.positions.blocks > MAX_LISTED_BLOCKS) return null;
  let hits = hitsIn(context, rarest, documents);
  for (const gram of others) {
    if (hits.length === 0) break;
    context.checkpoint();
    hits = agreeing(context, gram, hits);
  }
  return byDocument(context, hits, documents);
}

/** Positions at which hits in some documents would begin. */
function hitsIn(context: SearchContext, { positions, offset }: Gram, documents: Uint32Array): Uint32Array {
  const { starts } = context.segment;
  const hits = positionsOf(context, positions);
  let [count, index] = [0, 0];
  for (const docId of documents) {
    const start = u32(starts, docId) + offset;
    const end = u32(starts, docId + 1) + offset;
    while (index < hits.length && u32(hits, index) < start) index++;
    for (; index < hits.length && u32(hits, index) < end; index++) hits[count++] = u32(hits, index) - offset;
    if (index === hits.length) break;
  }
  return hits.subarray(0, count);
}

/** All positions of a list. */
function positionsOf(
  { segment: { file }, pool: { cache } }: SearchContext,
  { count, at, bytes, blocks, skipsAt }: PositionList,
): Uint32Array {
  if (blocks === 0) return cache.blocks.listGaps(cache.range(file, at, bytes), count);
  cache.blocks.storeSkips(cache.range(file, skipsAt, SKIP_BYTES * blocks), blocks);
  return cache.blocks.listBlocks(cache.range(file, at, bytes), bytes, blocks);
}

/** Keeps those of some hits at which a gram stands, too. */
function agreeing(context: SearchContext, { positions, offset }: Gram, hits: Uint32Array): Uint32Array {
  const { segment, pool } = context;
  let count = 0;
  if (isFindable(positions, hits.length) && pool.cache.blocks.setTargets(hits, offset)) {
    const found = findTargets(context, positions);
    for (const hit of pool.cache.blocks.found.subarray(0, found)) hits[count++] = u32(hits, hit);
  } else {
    const cursor = pool.open(segment.file, positions);
    for (const hit of hits) if (cursor.seek(hit + offset) === hit + offset) hits[count++] = hit;
  }
  return hits.subarray(0, count);
}

function byDocument(
  { segment: { starts } }: SearchContext,
  hits: Uint32Array,
  documents: Uint32Array,
): PossibleHits {
  const possible = new PossibleHitsBuilder();
  let index = 0;
  for (const docId of documents) {
    if (index === hits.length) break;
    const end = u32(starts, docId + 1);
    for (; index < hits.length && u32(hits, index) < end; index++) possible.add(u32(hits, index));
    possible.end(docId);
  }
  return possible.build();
}

/** Blocks of a list that is read as fast as the list of its documents, which would have to be read, too. */
const SHORT_BLOCKS = 16;

export function isShort({ blocks }: PositionList): boolean {
  return blocks <= SHORT_BLOCKS;
}

/** Whether it pays to search a list for all targets at once, where a cursor would seek so many times. */
export function isFindable({ blocks, bytes }: PositionList, seeks: number): boolean {
  if (blocks > MAX_BLOCKS || bytes > MAX_RANGE_BYTES) return false;
  return blocks <= Math.max(SHORT_BLOCKS, seeks);
}

/** Searches a list for all targets. @returns how many are found */
export function findTargets(
  { segment, pool: { cache } }: SearchContext,
  { count, at, bytes, blocks, skipsAt }: PositionList,
): number {
  const { file } = segment;
  if (blocks === 0) return cache.blocks.findInGaps(cache.range(file, at, bytes), count);
  cache.blocks.storeSkips(cache.range(file, skipsAt, SKIP_BYTES * blocks), blocks);
  return cache.blocks.findInBlocks(cache.range(file, at, bytes), bytes, blocks);
}
