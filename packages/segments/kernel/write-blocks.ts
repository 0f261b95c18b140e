// Part of the kernel (kernel.ts).
import { BLOCK, BLOCK_BYTES } from './layout';
import { writeVarint } from './varint';

/**
 * Gaps of the current block; the number of bits of each, in a byte; and, for each number of bits, how many gaps have
 * more, followed by zeros.
 */
const gaps = memory.data(512, 16);
const lengths = memory.data(128, 16);
const longer = memory.data(256, 16);

/** Maximum bits of a rest: what does not fit into the high bits. */
const MAX_REST: i32 = 31;

/** Widths that `chooseWidths` chose: of the low bits, of the high bits of longer gaps, and of the rests. */
let lowWidth: i32 = 0;
let highWidth: i32 = 0;
let restWidth: i32 = 0;

/**
 * Writes 128 positions as a block.
 *
 * @param into address of the block; up to 8 bytes after it are overwritten
 * @param floor not above the first position
 * @returns the address after it
 */
export function writeBlock(positions: usize, floor: u32, into: usize): usize {
  chooseWidths(takeGaps(positions, floor));
  store<u8>(into, <u8>lowWidth);
  store<u8>(into, <u8>(highWidth | (restWidth << 3)), 1);
  const end = pack(<u32>lowWidth, into + 2);
  return highWidth == 0 ? end : writeHighs(<u32>lowWidth, <u32>highWidth, end);
}

/** Fills `gaps` and `lengths`. @returns the number of bits of the widest gap */
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

/** Distances of four positions from the least that they could be. @param before the four positions before them */
function gapsOf(before: v128, now: v128): v128 {
  return i32x4.sub(i32x4.sub(now, v128.shuffle<i32>(before, now, 3, 4, 5, 6)), i32x4.splat(1));
}

/** Number of bits of each of four gaps, taken from its exponent as a floating-point number. */
function lengthsOf(four: v128): v128 {
  // Clearing the bit below the highest one keeps the conversion from rounding up to one bit more.
  const steep = v128.andnot(four, i32x4.shr_u(four, 1));
  // A gap with the topmost bit is converted as a negative number, whose sign stands above the exponent.
  const exponents = i32x4.shr_u(f32x4.convert_i32x4_s(steep), 23);
  const most = i32x4.splat(32);
  return i32x4.min_s(i32x4.max_s(i32x4.sub(exponents, i32x4.splat(126)), i32x4.splat(0)), most);
}

/** Counts for each number of bits how many gaps have more. */
function countLonger(widest: i32): void {
  const a = v128.load(lengths);
  const b = v128.load(lengths, 16);
  const c = v128.load(lengths, 32);
  const d = v128.load(lengths, 48);
  const e = v128.load(lengths, 64);
  const f = v128.load(lengths, 80);
  const g = v128.load(lengths, 96);
  const h = v128.load(lengths, 112);
  memory.fill(longer + (widest << 2), 0, 32 << 2);
  let count: i32 = 0;
  for (let width = widest - 1; width >= 0; width--) {
    if (count < <i32>BLOCK) {
      const limit = i8x16.splat(<i8>width);
      // A byte that is greater gives −1.
      const ab = i8x16.add(i8x16.gt_s(a, limit), i8x16.gt_s(b, limit));
      const cd = i8x16.add(i8x16.gt_s(c, limit), i8x16.gt_s(d, limit));
      const ef = i8x16.add(i8x16.gt_s(e, limit), i8x16.gt_s(f, limit));
      const gh = i8x16.add(i8x16.gt_s(g, limit), i8x16.gt_s(h, limit));
      const all = i8x16.add(i8x16.add(ab, cd), i8x16.add(ef, gh));
      const fours = i32x4.extadd_pairwise_i16x8_s(i16x8.extadd_pairwise_i8x16_s(all));
      const twos = i32x4.add(fours, v128.shuffle<i32>(fours, fours, 2, 3, 0, 1));
      count = -(i32x4.extract_lane(twos, 0) + i32x4.extract_lane(twos, 1));
    }
    store<i32>(longer + (width << 2), count);
  }
}

/**
 * Chooses the widths that make the block smallest: of those with the fewest bytes the widest low bits, then the
 * fewest high ones. Rests are as wide as the widest gap.
 */
function chooseWidths(widest: i32): void {
  countLonger(widest);
  lowWidth = widest;
  highWidth = 0;
  let fewest = 16 * widest;
  const sevens = i32x4.splat(7);
  for (let low = widest - 1; low >= max(0, widest - MAX_REST); low--) {
    const at = longer + (low << 2);
    const more = load<i32>(at);
    // One to four high bits, and five to seven; the 1,024 rules eight out.
    const all = i32x4.splat(more);
    const rest = i32x4.splat(widest - low);
    const few = bytesOf(i32x4.mul(all, i32x4(1, 2, 3, 4)), i32x4.mul(rest, v128.load(at, 4)), sevens);
    const many = bytesOf(i32x4.mul(all, i32x4(5, 6, 7, 1_024)), i32x4.mul(rest, v128.load(at, 20)), sevens);
    // The width stands in the lowest bits, so of equal sizes the fewest high bits win.
    const first = i32x4.add(i32x4.shl(few, 3), i32x4(1, 2, 3, 4));
    const second = i32x4.add(i32x4.shl(many, 3), i32x4(5, 6, 7, 0));
    let least = i32x4.min_s(first, second);
    least = i32x4.min_s(least, v128.shuffle<i32>(least, least, 2, 3, 0, 1));
    const best = min(i32x4.extract_lane(least, 0), i32x4.extract_lane(least, 1));
    const bytes = 16 * low + 16 + (best >>> 3);
    if (bytes < fewest) {
      fewest = bytes;
      lowWidth = low;
      highWidth = best & 7;
    }
    if (more == <i32>BLOCK) break;
  }
  const isAll = load<i32>(longer + ((lowWidth + highWidth) << 2)) == 0;
  restWidth = highWidth == 0 || isAll ? 0 : widest - lowWidth;
}

/** Sum of two numbers of bits, each rounded up to whole bytes. */
function bytesOf(bits: v128, more: v128, sevens: v128): v128 {
  return i32x4.add(i32x4.shr_u(i32x4.add(bits, sevens), 3), i32x4.shr_u(i32x4.add(more, sevens), 3));
}

/** Packs the low bits of all gaps. Eight values fill as many bytes as each has bits. */
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

/** Packs four values of at most 16 bits. */
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

/** High parts of the longer values, less one, a word each. */
const highs = memory.data(512 + 32, 16);

/** Shuffles for each combination of four bits: they move the lanes whose bit is set to the front. */
const chosen = memory.data(16 * 16, 16);

memory.fill(chosen, 0xff, 16 * 16);
for (let four: usize = 0; four < 16; four++) {
  let to = chosen + (four << 4);
  for (let byte: u8 = 0; byte < 16; byte++) if ((four >>> (byte >>> 2)) & 1) store<u8>(to++, byte);
}

/** Writes the bitmap of longer values, their high bits, and the rests of those whose high bits are all set. */
function writeHighs(low: u32, high: u32, into: usize): usize {
  const limit = i32x4.splat(<i32>(((<u32>1) << low) - 1));
  let next = highs;
  for (let at: usize = 0; at < BLOCK_BYTES; at += 32) {
    const first = v128.load(gaps + at);
    const second = v128.load(gaps + at, 16);
    const firstWide = i32x4.bitmask(i32x4.gt_u(first, limit));
    const secondWide = i32x4.bitmask(i32x4.gt_u(second, limit));
    store<u8>(into + (at >>> 5), <u8>(firstWide | (secondWide << 4)));
    v128.store(next, above(first, low, firstWide));
    next += (<usize>i32.popcnt(firstWide)) << 2;
    v128.store(next, above(second, low, secondWide));
    next += (<usize>i32.popcnt(secondWide)) << 2;
  }
  v128.store(next, i32x4.splat(0));
  v128.store(next, i32x4.splat(0), 16);
  const end = packHighs(high, next, into + 16);
  return restWidth == 0 ? end : writeRests(high, <u32>restWidth, next, end);
}

/** High parts of the values of some lanes, less one, moved to the front; zeros follow. */
function above(values: v128, low: u32, wide: i32): v128 {
  const rest = i32x4.sub(i32x4.shr_u(values, low), i32x4.splat(1));
  return i8x16.swizzle(rest, v128.load(chosen + ((<usize>wide) << 4)));
}

/** @returns the address after them */
function packHighs(high: u32, highsEnd: usize, into: usize): usize {
  const full = i32x4.splat((1 << high) - 1);
  const pairMask = i64x2.splat(((<i64>1) << (2 * high)) - 1);
  const up = 32 - high;
  const half = 4 * high;
  let end = into;
  for (let at = highs; at < highsEnd; at += 32) {
    const lower = packFour(i32x4.min_u(v128.load(at), full), pairMask, up, high);
    const upper = packFour(i32x4.min_u(v128.load(at, 16), full), pairMask, up, high);
    store<u64>(end, lower | (upper << half));
    end += high;
  }
  return into + ((((highsEnd - highs) >>> 2) * high + 7) >>> 3);
}

/** Writes the rests. @returns the address after them */
function writeRests(high: u32, rest: u32, highsEnd: usize, into: usize): usize {
  const full = ((<u32>1) << high) - 1;
  const fulls = i32x4.splat(full);
  let end = into;
  let bits: u64 = 0;
  let count: u32 = 0;
  for (let at = highs; at < highsEnd; at += 16) {
    for (let left = i32x4.bitmask(i32x4.ge_u(v128.load(at), fulls)); left != 0; left &= left - 1) {
      bits |= (<u64>(load<u32>(at + ((<usize>ctz(left)) << 2)) - full)) << count;
      count += rest;
      store<u64>(end, bits);
      end += count >>> 3;
      bits >>>= count & 0x38;
      count &= 7;
    }
  }
  return count == 0 ? end : end + 1;
}

/** Writes positions as varints of their gaps. @returns the address after them */
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
