import { MOST_BLOCKS } from '../codec/blocks.ts';
import { SKIP_BYTES } from '../segment/format.ts';
import { MAX_STRETCH } from '../segment/granule-cache.ts';
import type { PositionList } from '../segment/lists.ts';
import type { Place } from './place.ts';

/** Blocks of a list that is gone through as fast as its documents are, which have to be read besides. */
const SHORT_BLOCKS = 16;

export function isShort({ blocks }: PositionList): boolean {
  return blocks <= SHORT_BLOCKS;
}

/** Whether it pays to look through a list for all places at once, where it would be leapt over so many times. */
export function isFindable({ blocks, bytes }: PositionList, leaps: number): boolean {
  if (blocks > MOST_BLOCKS || bytes > MAX_STRETCH) return false;
  return blocks <= Math.max(SHORT_BLOCKS, leaps);
}

/** Looks through a list for all that was aimed at. @returns how many hits there are */
export function findAimed(
  { segment, pool: { cache } }: Place,
  { count, at, bytes, blocks, skipsAt }: PositionList,
): number {
  const { file } = segment;
  if (blocks === 0) return cache.blocks.findInGaps(cache.stretch(file, at, bytes), count);
  cache.blocks.keepSkips(cache.stretch(file, skipsAt, SKIP_BYTES * blocks), blocks);
  return cache.blocks.findInBlocks(cache.stretch(file, at, bytes), bytes, blocks);
}
