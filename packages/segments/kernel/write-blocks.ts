// Part of the kernel (kernel.ts).
import { BLOCK, BLOCK_BYTES } from './layout';
import { writeVarint } from './varint';

/** The gaps of the block at hand, and how many of them have each number of bits, counted for every fourth gap apart. */
const gaps = memory.data(512, 16);
const lengths = memory.data(576, 16);
const LENGTHS: usize = 144;

/**
 * Writes 128 positions as a block.
 *
 * @param into gets it, and up to 8 bytes more that are written over
 * @param floor not above the first position
 * @returns the place behind it
 */
export function writeBlock(positions: usize, floor: u32, into: usize): usize {
  for (let at: usize = 0; at < 4 * LENGTHS; at += 16) v128.store(lengths + at, i32x4.splat(0));
  const one = i32x4.splat(1);
  let before = i32x4.splat(floor - 1);
  let all = i32x4.splat(0);
  for (let at: usize = 0; at < BLOCK_BYTES; at += 16) {
    const now = v128.load(positions + at);
    const gap = i32x4.sub(i32x4.sub(now, v128.shuffle<i32>(before, now, 3, 4, 5, 6)), one);
    before = now;
    all = v128.or(all, gap);
    v128.store(gaps + at, gap);
    countLength(i32x4.extract_lane(gap, 0), lengths);
    countLength(i32x4.extract_lane(gap, 1), lengths + LENGTHS);
    countLength(i32x4.extract_lane(gap, 2), lengths + 2 * LENGTHS);
    countLength(i32x4.extract_lane(gap, 3), lengths + 3 * LENGTHS);
  }
  for (let at = lengths; at < lengths + LENGTHS; at += 16) {
    const even = i32x4.add(v128.load(at), v128.load(at, 2 * LENGTHS));
    v128.store(at, i32x4.add(even, i32x4.add(v128.load(at, LENGTHS), v128.load(at, 3 * LENGTHS))));
  }
  const widest =
    32 -
    <i32>(
      clz(
        i32x4.extract_lane(all, 0) |
          i32x4.extract_lane(all, 1) |
          i32x4.extract_lane(all, 2) |
          i32x4.extract_lane(all, 3),
      )
    );
  const width = bestWidth(widest);
  const end = pack(<u32>width, into + 2);
  let exceptions: i32 = 0;
  for (let length = width + 1; length <= widest; length++) exceptions += load<i32>(lengths + (length << 2));
  store<u8>(into, <u8>width);
  store<u8>(into, <u8>exceptions, 1);
  return exceptions == 0 ? end : writeExceptions(<u32>width, exceptions, end);
}

function countLength(gap: i32, counts: usize): void {
  const place = counts + ((32 - clz(gap)) << 2);
  store<u32>(place, load<u32>(place) + 1);
}

/** The width at which the block is smallest; each is one bit less than the last. */
function bestWidth(widest: i32): i32 {
  let best = widest;
  let bytes = 16 * widest;
  let bestBytes = bytes;
  for (let width = widest - 1; width >= 0; width--) {
    // Gaps of one bit more become exceptions, and of all whose high bits filled their bytes, these take a byte more.
    bytes += load<i32>(lengths + ((width + 1) << 2)) - 16;
    for (let length = width + 1; length <= widest; length += 7) bytes += load<i32>(lengths + (length << 2));
    if (bytes < bestBytes) {
      best = width;
      bestBytes = bytes;
    }
  }
  return best;
}

/** Eight values fill as many bytes as each has bits. */
function pack(width: u32, into: usize): usize {
  if (width > 16) return packWide(width, into);
  const mask = i32x4.splat((1 << width) - 1);
  const pairMask = i64x2.splat(((<i64>1) << (2 * width)) - 1);
  const up = 32 - width;
  const half = 4 * width;
  let end = into;
  for (let at = gaps; at < gaps + BLOCK_BYTES; at += 32) {
    const low = packFour(v128.and(v128.load(at), mask), pairMask, up, width);
    const high = packFour(v128.and(v128.load(at, 16), mask), pairMask, up, width);
    if (width < 9) store<u64>(end, low | (high << half));
    else if (width < 16) {
      store<u64>(end, low | (high << half));
      store<u64>(end, high >>> (64 - half), 8);
    } else {
      store<u64>(end, low);
      store<u64>(end, high, 8);
    }
    end += width;
  }
  return end;
}

/** Four values of 16 bits at most, one behind the other. */
function packFour(values: v128, pairMask: v128, up: u32, width: u32): u64 {
  const pairs = v128.and(v128.or(values, i64x2.shr_u(values, up)), pairMask);
  return (<u64>i64x2.extract_lane(pairs, 0)) | ((<u64>i64x2.extract_lane(pairs, 1)) << (2 * width));
}

function packWide(width: u32, into: usize): usize {
  const mask: u64 = ((<u64>1) << width) - 1;
  let end = into;
  let bits: u64 = 0;
  let count: u32 = 0;
  for (let at = gaps; at < gaps + BLOCK_BYTES; at += 4) {
    bits |= ((<u64>load<u32>(at)) & mask) << count;
    count += width;
    if (count < 32) continue;
    store<u32>(end, <u32>bits);
    end += 4;
    bits >>>= 32;
    count -= 32;
  }
  return end;
}

/** Where they are, then their bits from the width on. */
function writeExceptions(width: u32, exceptions: i32, into: usize): usize {
  const limit = i32x4.splat(<i32>(((<u64>1) << width) - 1));
  let end = into;
  for (let index: u32 = 0; index < BLOCK; index += 4) {
    let wide = i32x4.bitmask(i32x4.gt_u(v128.load(gaps + (index << 2)), limit));
    for (; wide != 0; wide &= wide - 1) store<u8>(end++, <u8>(index + ctz(wide)));
  }
  for (let at = into; at < into + exceptions; at++) {
    end = writeVarint(load<u32>(gaps + ((<u32>load<u8>(at)) << 2)) >>> width, end);
  }
  return end;
}

/** Writes positions as varints of their gaps. @returns the place behind them */
export function writeGaps(positions: usize, positionsEnd: usize, floor: u32, into: usize): usize {
  let end = into;
  let least = floor;
  for (let at = positions; at < positionsEnd; at += 4) {
    const position = load<u32>(at);
    end = writeVarint(position - least, end);
    least = position + 1;
  }
  return end;
}
