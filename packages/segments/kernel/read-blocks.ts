// Part of the kernel (kernel.ts).
import { BLOCK, BLOCK_BYTES } from './layout';
import { readEnd, readVarint } from './varint';

/** Reads a block of positions into words. @returns the address after it */
export function readBlock(from: usize, floor: u32, into: usize): usize {
  const head: u32 = load<u8>(from);
  if (head > BLOCK) return readGaps(from + 1, head - BLOCK, floor, into);
  const widths: u32 = load<u8>(from, 1);
  const high = widths & 7;
  const wide = from + 2 + 16 * head;
  if (high == 0) {
    readPacked(from + 2, head, into);
    sumGaps(floor, into);
    return wide;
  }
  // The high parts first: what was just written is slow to read across the borders of the single writes.
  const end = readHighs(wide, head, high, widths >>> 3);
  readPacked(from + 2, head, into);
  sumHighs(wide, floor, into);
  return end;
}

/** High parts of the longer values of a block, a word each, shifted above the low bits. */
const highs = memory.data(512 + 16, 16);

/**
 * Shuffles for each combination of four bits: which bytes of the next values go to which of four lanes; none where
 * the bit is not set.
 */
const lanes = memory.data(16 * 16, 16);

/** Index that a shuffle takes for no byte. */
const NONE: u8 = 0xff;

for (let four: usize = 0; four < 16; four++) {
  let next: u8 = 0;
  for (let byte: usize = 0; byte < 16; byte++)
    store<u8>(lanes + (four << 4) + byte, (four >>> (byte >>> 2)) & 1 ? next++ : NONE);
}

/**
 * Sums up the low bits of gaps and the high parts of the longer ones into positions.
 *
 * @param from address of the bitmap of longer gaps
 */
function sumHighs(from: usize, floor: u32, values: usize): void {
  const none = i32x4.splat(0);
  const one = i32x4.splat(1);
  let before = i32x4.splat(<i32>floor - 1);
  let next = highs;
  let to = values;
  for (let at = from; at < from + 16; at++, to += 32) {
    const eight = <usize>load<u8>(at);
    const four = eight & 15;
    const second = next + ((<usize>i32.popcnt(<i32>four)) << 2);
    const lower = i8x16.swizzle(v128.load(next), v128.load(lanes + (four << 4)));
    const upper = i8x16.swizzle(v128.load(second), v128.load(lanes + (eight & 0xf0)));
    next += (<usize>i32.popcnt(<i32>eight)) << 2;
    let sums = i32x4.add(v128.or(v128.load(to), lower), one);
    let more = i32x4.add(v128.or(v128.load(to, 16), upper), one);
    sums = i32x4.add(sums, v128.shuffle<i32>(none, sums, 0, 4, 5, 6));
    more = i32x4.add(more, v128.shuffle<i32>(none, more, 0, 4, 5, 6));
    sums = i32x4.add(sums, v128.shuffle<i32>(none, sums, 0, 1, 4, 5));
    more = i32x4.add(more, v128.shuffle<i32>(none, more, 0, 1, 4, 5));
    sums = i32x4.add(sums, before);
    more = i32x4.add(more, v128.shuffle<i32>(sums, sums, 3, 3, 3, 3));
    v128.store(to, sums);
    v128.store(to, more, 16);
    before = v128.shuffle<i32>(more, more, 3, 3, 3, 3);
  }
}

/**
 * Fills `highs`.
 *
 * @param wide address of the bitmap of longer gaps
 * @returns the address after the block
 */
function readHighs(wide: usize, low: u32, high: u32, rest: u32): usize {
  const from = wide + 16;
  const count = <u32>(i64.popcnt(load<u64>(wide)) + i64.popcnt(load<u64>(wide, 8)));
  const second = <usize>(high >>> 1);
  const pattern = patterns + (high << 6);
  const bytes = v128.load(pattern);
  const factors = v128.load(pattern, 16);
  const secondBytes = v128.load(pattern, 32);
  const secondFactors = v128.load(pattern, 48);
  const back = 32 - high;
  const one = i32x4.splat(1);
  const full = i32x4.splat(1 << high);
  let at = from;
  /** A bit for each value whose high bits are all set: the first 64 values, and the others. */
  let firstFull: u64 = 0;
  let secondFull: u64 = 0;
  for (let index: u32 = 0; index < count; index += 8) {
    const lowerRest = i32x4.add(fourAt(at, bytes, factors, back), one);
    const upperRest = i32x4.add(fourAt(at + second, secondBytes, secondFactors, back), one);
    const into = highs + (index << 2);
    v128.store(into, i32x4.shl(lowerRest, low));
    v128.store(into, i32x4.shl(upperRest, low), 16);
    const areFull =
      i32x4.bitmask(i32x4.eq(lowerRest, full)) | (i32x4.bitmask(i32x4.eq(upperRest, full)) << 4);
    if (index < 64) firstFull |= (<u64>areFull) << index;
    else secondFull |= (<u64>areFull) << (index - 64);
    at += high;
  }
  // Bits after the last value do not count.
  if (count < 64) firstFull &= ((<u64>1) << count) - 1;
  else if (count < 128) secondFull &= ((<u64>1) << (count - 64)) - 1;
  const end = from + ((count * high + 7) >>> 3);
  if (rest == 0) return end;
  const bits = addRests(highs, firstFull, low, end, 0, rest);
  return end + ((addRests(highs + 256, secondFull, low, end, bits, rest) + 7) >>> 3);
}

/**
 * Adds the rest of those values whose high bits are all set.
 *
 * @param from, bit address and bit of the first rest
 * @returns the bit after the last one
 */
function addRests(values: usize, full: u64, low: u32, from: usize, bit: u32, width: u32): u32 {
  const mask: u64 = ((<u64>1) << width) - 1;
  let at = bit;
  for (let left = full; left != 0; left &= left - 1) {
    const address = values + ((<usize>ctz(left)) << 2);
    const rest = <u32>((load<u64>(from + (at >>> 3)) >>> (at & 7)) & mask);
    store<u32>(address, load<u32>(address) + (rest << low));
    at += width;
  }
  return at;
}

/** Maximum width of values that lie in four bytes whatever bit of the first byte they begin at. */
const MAX_BY_FOURS: u32 = 25;

/**
 * Shuffles and factors for each width: they take four values out of their bytes, and the next four, which begin in
 * the middle of a byte if the width is odd.
 */
const patterns = memory.data((MAX_BY_FOURS + 1) << 6, 16);

for (let width: u32 = 1; width <= MAX_BY_FOURS; width++) {
  const pattern = patterns + (width << 6);
  const half = (width & 1) << 2;
  v128.store(pattern, bytesOfFour(0, width));
  v128.store(pattern, factorsOfFour(0, width), 16);
  v128.store(pattern, bytesOfFour(half, width), 32);
  v128.store(pattern, factorsOfFour(half, width), 48);
}

/** Unpacks 128 values. May read 16 bytes after them. */
function readPacked(from: usize, width: u32, into: usize): void {
  if (width == 0) memory.fill(into, 0, BLOCK_BYTES);
  else if (width <= MAX_BY_FOURS) readByFours(from, width, into);
  else readByOnes(from, width, into);
}

function readByOnes(from: usize, width: u32, into: usize): void {
  const mask: u64 = ((<u64>1) << width) - 1;
  let bit: u32 = 0;
  for (let at = into; at < into + BLOCK_BYTES; at += 4) {
    store<u32>(at, <u32>((load<u64>(from + (bit >>> 3)) >>> (bit & 7)) & mask));
    bit += width;
  }
}

/**
 * Unpacks four values at a time. Eight values take as many bytes as a value has bits, after which the pattern
 * repeats.
 */
function readByFours(from: usize, width: u32, into: usize): void {
  const second = <usize>(width >>> 1);
  const pattern = patterns + (width << 6);
  const bytes = v128.load(pattern);
  const factors = v128.load(pattern, 16);
  const secondBytes = v128.load(pattern, 32);
  const secondFactors = v128.load(pattern, 48);
  const back = 32 - width;
  let at = from;
  for (let to = into; to < into + BLOCK_BYTES; to += 32) {
    v128.store(to, fourAt(at, bytes, factors, back));
    v128.store(to, fourAt(at + second, secondBytes, secondFactors, back), 16);
    at += width;
  }
}

/**
 * Unpacks four values: the four bytes of each go into a lane, where a multiplication moves the value to the upper
 * end, and a shift back.
 */
function fourAt(at: usize, bytes: v128, factors: v128, back: i32): v128 {
  return i32x4.shr_u(i32x4.mul(i8x16.swizzle(v128.load(at), bytes), factors), back);
}

/** Indexes of the bytes that four values lie in, the first of which begins at `bit`. */
function bytesOfFour(bit: u32, width: u32): v128 {
  const first = i32x4.mul(
    v128.and(i32x4.shr_u(bitsOfFour(bit, width), 3), i32x4.splat(0xff)),
    i32x4.splat(0x01010101),
  );
  return i32x4.add(first, i32x4.splat(0x03020100));
}

/** Factors that move each of four values to the upper end of its lane. */
function factorsOfFour(bit: u32, width: u32): v128 {
  const free = 32 - width;
  const factors = i32x4.splat(1 << (free - (bit & 7)));
  const second = i32x4.replace_lane(factors, 1, 1 << (free - ((bit + width) & 7)));
  const third = i32x4.replace_lane(second, 2, 1 << (free - ((bit + 2 * width) & 7)));
  return i32x4.replace_lane(third, 3, 1 << (free - ((bit + 3 * width) & 7)));
}

function bitsOfFour(bit: u32, width: u32): v128 {
  return i32x4.add(i32x4.splat(bit), i32x4.mul(i32x4.splat(width), i32x4(0, 1, 2, 3)));
}

/** Sums up 128 gaps into positions; each gap counts one more than its value. */
function sumGaps(floor: u32, at: usize): void {
  const none = i32x4.splat(0);
  const one = i32x4.splat(1);
  let before = i32x4.splat(<i32>floor - 1);
  for (let to = at; to < at + BLOCK_BYTES; to += 16) {
    let sums = i32x4.add(v128.load(to), one);
    sums = i32x4.add(sums, v128.shuffle<i32>(none, sums, 0, 4, 5, 6));
    sums = i32x4.add(sums, v128.shuffle<i32>(none, sums, 0, 1, 4, 5));
    sums = i32x4.add(sums, before);
    v128.store(to, sums);
    before = v128.shuffle<i32>(sums, sums, 3, 3, 3, 3);
  }
}

/** Reads positions that were written as varints of their gaps. @returns the address after them */
export function readGaps(from: usize, count: u32, floor: u32, into: usize): usize {
  let least = floor;
  let at = from;
  for (let to = into; to < into + ((<usize>count) << 2); to += 4) {
    let gap: u32 = load<u8>(at);
    if (gap < 0x80) at++;
    else {
      gap = readVarint(at);
      at = readEnd;
    }
    const position = least + gap;
    store<u32>(to, position);
    least = position + 1;
  }
  return at;
}
