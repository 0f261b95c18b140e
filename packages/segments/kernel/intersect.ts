// Part of the kernel (kernel.ts).
import { BLOCK, BLOCK_BYTES, SKIP_BYTES } from './layout';
import { gallop } from './gallop';
import { readBlock } from './read-blocks';

/**
 * Lists where two lists meet: leaps over the second one, which may be much longer.
 *
 * @param values, valuesEnd ascending words
 * @param targets, targetsEnd ascending words
 * @param into gets a word for each value that is a target: which one, from 0
 * @returns the address behind them
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

/** @param first the first target that may be met */
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

/** Targets up to which each is looked for in a block by itself. */
const FEW: usize = 24;

/**
 * Lists which targets stand in blocks of positions. Blocks in which there can be none are not unpacked.
 *
 * @param list, bytes where the blocks lie, and how many bytes they are
 * @param skips, blocks their skip table: where each begins in the text, and in the list
 * @param targets, targetsEnd ascending words
 * @param values room for a block of positions
 * @param into gets a word for each target that is there: which one, from 0
 * @returns the address behind them
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
      // Of fewer than 128, the others are what no target is.
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
 * @param list, bytes where the blocks lie, and how many bytes they are
 * @param skips, blocks their skip table: where each begins in the text, and in the list
 * @param into gets words; the last block may touch 128 of them
 * @returns the address behind them
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
