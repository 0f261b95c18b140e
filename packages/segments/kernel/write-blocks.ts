// Part of the kernel (kernel.ts).
import { BLOCK, BLOCK_BYTES } from './layout';
import { writeVarint } from './varint';

/** The gaps of the block at hand; how many bits each has, a byte each; and, by a number of bits, how many have more. */
const gaps = memory.data(512, 16);
const lengths = memory.data(128, 16);
const longer = memory.data(128, 16);

/**
 * Writes 128 positions as a block.
 *
 * @param into gets it, and up to 8 bytes more that are written over
 * @param floor not above the first position
 * @returns the place behind it
 */
export function writeBlock(positions: usize, floor: u32, into: usize): usize {
  const widest = takeGaps(positions, floor);
  const width = bestWidth(widest);
  const end = pack(<u32>width, into + 2);
  const exceptions: i32 = width == widest ? 0 : load<i32>(longer + (width << 2));
  store<u8>(into, <u8>width);
  store<u8>(into, <u8>exceptions, 1);
  return exceptions == 0 ? end : writeExceptions(<u32>width, exceptions, end);
}

/** Fills `gaps` and `lengths`. @returns how many bits the widest gap has */
function takeGaps(positions: usize, floor: u32): i32 {
  let before = i32x4.splat(floor - 1);
  let all = i32x4.splat(0);
  for (let at: usize = 0; at < BLOCK_BYTES; at += 64) {
    const first = v128.load(positions + at);
    const second = v128.load(positions + at, 16);
    const third = v128.load(positions + at, 32);
    const fourth = v128.load(positions + at, 48);
    const a = gapsOf(before, first);
    const b = gapsOf(first, second);
    const c = gapsOf(second, third);
    const d = gapsOf(third, fourth);
    before = fourth;
    all = v128.or(v128.or(v128.or(all, a), v128.or(b, c)), d);
    v128.store(gaps + at, a);
    v128.store(gaps + at, b, 16);
    v128.store(gaps + at, c, 32);
    v128.store(gaps + at, d, 48);
    const lower = i16x8.narrow_i32x4_u(lengthsOf(a), lengthsOf(b));
    const upper = i16x8.narrow_i32x4_u(lengthsOf(c), lengthsOf(d));
    v128.store(lengths + (at >>> 2), i8x16.narrow_i16x8_u(lower, upper));
  }
  all = v128.or(all, v128.shuffle<i32>(all, all, 2, 3, 0, 1));
  return 32 - <i32>clz(i32x4.extract_lane(all, 0) | i32x4.extract_lane(all, 1));
}

/** How far four positions lie above what they could be at least. @param before the four positions before them */
function gapsOf(before: v128, now: v128): v128 {
  return i32x4.sub(i32x4.sub(now, v128.shuffle<i32>(before, now, 3, 4, 5, 6)), i32x4.splat(1));
}

/** How many bits each of four gaps has: what its exponent as a number with a fraction says. */
function lengthsOf(four: v128): v128 {
  // Without the bit behind the highest one, nothing is rounded up to one bit more.
  const steep = v128.andnot(four, i32x4.shr_u(four, 1));
  const exponents = i32x4.shr_u(f32x4.convert_i32x4_s(steep), 23);
  return i32x4.max_s(i32x4.sub(exponents, i32x4.splat(126)), i32x4.splat(0));
}

/** The width at which the block is smallest: the widest of those. Fills `longer` from it on. */
function bestWidth(widest: i32): i32 {
  const a = v128.load(lengths);
  const b = v128.load(lengths, 16);
  const c = v128.load(lengths, 32);
  const d = v128.load(lengths, 48);
  const e = v128.load(lengths, 64);
  const f = v128.load(lengths, 80);
  const g = v128.load(lengths, 96);
  const h = v128.load(lengths, 112);
  let best = widest;
  let bestBytes = 16 * widest;
  for (let width = widest - 1; width >= 0; width--) {
    const limit = i8x16.splat(<i8>width);
    // A byte that is greater is −1.
    const ab = i8x16.add(i8x16.gt_s(a, limit), i8x16.gt_s(b, limit));
    const cd = i8x16.add(i8x16.gt_s(c, limit), i8x16.gt_s(d, limit));
    const ef = i8x16.add(i8x16.gt_s(e, limit), i8x16.gt_s(f, limit));
    const gh = i8x16.add(i8x16.gt_s(g, limit), i8x16.gt_s(h, limit));
    const all = i8x16.add(i8x16.add(ab, cd), i8x16.add(ef, gh));
    const fours = i32x4.extadd_pairwise_i16x8_s(i16x8.extadd_pairwise_i8x16_s(all));
    const twos = i32x4.add(fours, v128.shuffle<i32>(fours, fours, 2, 3, 0, 1));
    const exceptions = -(i32x4.extract_lane(twos, 0) + i32x4.extract_lane(twos, 1));
    // Narrower, they are as many or more, of two bytes each at least.
    if (2 * exceptions >= bestBytes) break;
    store<i32>(longer + (width << 2), exceptions);
    // A byte for where each exception is, and one for each seven of its bits.
    let bytes = 16 * width + exceptions;
    for (let length = width; length < widest; length += 7) bytes += load<i32>(longer + (length << 2));
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
