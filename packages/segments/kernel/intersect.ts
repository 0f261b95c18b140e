// Part of the kernel (kernel.ts).
import { BLOCK, BLOCK_BYTES, SKIP_BYTES } from './layout';
import { gallop } from './gallop';
import { readBlock } from './read-blocks';

/**
 * Intersects two ascending lists. Gallops over the second one, which may be much longer.
 *
 * @param values, valuesEnd addresses of ascending words
 * @param targets, targetsEnd addresses of ascending words
 * @param into gets a word for each value that is a target: the target's index
 * @returns the address after the last word in `into`
 */
export function intersect(
  values: usize,
  valuesEnd: usize,
  targets: usize,
  targetsEnd: usize,
  into: usize,
): usize {
  return intersectFrom(values, valuesEnd, targets, targets, targetsEnd, into);
}

/** @param first address of the first target to look at */
function intersectFrom(
  values: usize,
  valuesEnd: usize,
  targets: usize,
  first: usize,
  targetsEnd: usize,
  into: usize,
): usize {
  let to = into;
  let at = first;
  for (let from = values; from < valuesEnd; from += 4) {
    const value = load<u32>(from);
    at = gallop(at, targetsEnd, value);
    if (at == targetsEnd) break;
    if (load<u32>(at) != value) continue;
    store<u32>(to, <u32>((at - targets) >>> 2));
    to += 4;
  }
  return to;
}

/** Number of targets up to which each is looked for in a block by itself. */
const FEW: usize = 24;

/**
 * Finds targets in blocks of positions. Blocks that can hold none are not unpacked.
 *
 * @param list, bytes address and length of the blocks
 * @param skips, blocks address and length of their skip table: floor and offset of each
 * @param targets, targetsEnd addresses of ascending words
 * @param values space for a block of positions
 * @param into gets a word for each target that is there: its index
 * @returns the address after the last word in `into`
 */
export function intersectBlocks(
  list: usize,
  bytes: u32,
  skips: usize,
  blocks: u32,
  targets: usize,
  targetsEnd: usize,
  values: usize,
  into: usize,
): usize {
  let to = into;
  let at = targets;
  const skipsEnd = skips + <usize>blocks * SKIP_BYTES;
  for (let skip = skips; skip < skipsEnd && at < targetsEnd; skip += SKIP_BYTES) {
    const next = skip + SKIP_BYTES;
    let end = targetsEnd;
    if (next < skipsEnd) {
      const floor = load<u32>(next);
      end = at;
      while (end < targetsEnd && load<u32>(end) < floor) end += 4;
    }
    if (end == at) continue;
    const from = list + min(bytes, load<u32>(skip, 4));
    const head: u32 = load<u8>(from);
    const count = head > BLOCK ? head - BLOCK : BLOCK;
    if (end - at <= FEW * 4) {
      // A block of fewer than 128 is filled up with a value that no target has.
      if (count < BLOCK) memory.fill(values, 0xff, BLOCK_BYTES);
      readBlock(from, load<u32>(skip), values);
      for (; at < end; at += 4) {
        if (!holds(values, load<u32>(at))) continue;
        store<u32>(to, <u32>((at - targets) >>> 2));
        to += 4;
      }
    } else {
      readBlock(from, load<u32>(skip), values);
      to = intersectFrom(values, values + ((<usize>count) << 2), targets, at, end, to);
    }
    at = end;
  }
  return to;
}

/**
 * Unpacks all blocks of a list.
 *
 * @param list, bytes address and length of the blocks
 * @param skips, blocks address and length of their skip table: floor and offset of each
 * @param into gets the positions; the last block may write 128 of them
 * @returns the address after the last position
 */
export function readBlocks(list: usize, bytes: u32, skips: usize, blocks: u32, into: usize): usize {
  let to = into;
  const skipsEnd = skips + <usize>blocks * SKIP_BYTES;
  for (let skip = skips; skip < skipsEnd; skip += SKIP_BYTES) {
    const from = list + min(bytes, load<u32>(skip, 4));
    const head: u32 = load<u8>(from);
    readBlock(from, load<u32>(skip), to);
    to += (<usize>(head > BLOCK ? head - BLOCK : BLOCK)) << 2;
  }
  return to;
}

/** Whether a value is one of 128 words. */
function holds(values: usize, value: u32): bool {
  const wanted = i32x4.splat(value);
  let found = i32x4.splat(0);
  for (let at = values; at < values + BLOCK_BYTES; at += 32) {
    found = v128.or(found, i32x4.eq(v128.load(at), wanted));
    found = v128.or(found, i32x4.eq(v128.load(at, 16), wanted));
  }
  return v128.any_true(found);
}
