import { MAX_BLOCKS } from '../codec/blocks.ts';
import { SKIP_BYTES } from '../segment/format.ts';
import { MAX_RANGE_BYTES } from '../segment/granule-cache.ts';
import type { PositionList } from '../segment/lists.ts';
import type { SearchContext } from './search-context.ts';

/** Blocks of a list that is gone through as fast as its documents are, which have to be read besides. */
const SHORT_BLOCKS = 16;

export function isShort({ blocks }: PositionList): boolean {
  return blocks <= SHORT_BLOCKS;
}

/** Whether it pays to look through a list for all places at once, where it would be leapt over so many times. */
export function isFindable({ blocks, bytes }: PositionList, leaps: number): boolean {
  if (blocks > MAX_BLOCKS || bytes > MAX_RANGE_BYTES) return false;
  return blocks <= Math.max(SHORT_BLOCKS, leaps);
}

/** Looks through a list for all that was aimed at. @returns how many hits there are */
export function findTargets(
  { segment, pool: { cache } }: SearchContext,
  { count, at, bytes, blocks, skipsAt }: PositionList,
): number {
  const { file } = segment;
  if (blocks === 0) return cache.blocks.findInGaps(cache.range(file, at, bytes), count);
  cache.blocks.storeSkips(cache.range(file, skipsAt, SKIP_BYTES * blocks), blocks);
  return cache.blocks.findInBlocks(cache.range(file, at, bytes), bytes, blocks);
}
