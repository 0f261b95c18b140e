// Part of the kernel (kernel.ts).
import { BLOCK, BLOCK_BYTES } from './layout';
import { readEnd, readVarint } from './varint';

/** Reads a block of positions into words. @returns the place behind it */
export function readBlock(from: usize, floor: u32, into: usize): usize {
  const head: u32 = load<u8>(from);
  if (head > BLOCK) return readGaps(from + 1, head - BLOCK, floor, into);
  readPacked(from + 2, head, into);
  const exceptions: u32 = load<u8>(from, 1);
  const indexes = from + 2 + 16 * head;
  let end = indexes + exceptions;
  for (let at = indexes; at < indexes + exceptions; at++) {
    const place = into + (((<u32>load<u8>(at)) & (BLOCK - 1)) << 2);
    store<u32>(place, load<u32>(place) | (readVarint(end) << head));
    end = readEnd;
  }
  sumGaps(floor, into);
  return end;
}

/** Widths up to which a value lies in four bytes, wherever in its first byte it begins. */
const MOST_BY_FOURS: u32 = 25;

/** Unpacks 128 values. May read 16 bytes behind them. */
function readPacked(from: usize, width: u32, into: usize): void {
  if (width == 0) memory.fill(into, 0, BLOCK_BYTES);
  else if (width <= MOST_BY_FOURS) readByFours(from, width, into);
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
 * Four values at a time: the four bytes of each go into a lane, where the value is moved to the upper end, by a product,
 * and back. Eight values are as many bytes as a value has bits; after these all begins anew.
 */
function readByFours(from: usize, width: u32, into: usize): void {
  const second = <usize>(width >>> 1);
  const half = (width & 1) << 2;
  const bytes = bytesOfFour(0, width);
  const factors = factorsOfFour(0, width);
  const secondBytes = bytesOfFour(half, width);
  const secondFactors = factorsOfFour(half, width);
  const back = 32 - width;
  let at = from;
  for (let to = into; to < into + BLOCK_BYTES; to += 32) {
    const lower = i32x4.mul(i8x16.swizzle(v128.load(at), bytes), factors);
    v128.store(to, i32x4.shr_u(lower, back));
    const upper = i32x4.mul(i8x16.swizzle(v128.load(at + second), secondBytes), secondFactors);
    v128.store(to, i32x4.shr_u(upper, back), 16);
    at += width;
  }
}

/** Which bytes four values lie in, the first of which begins at a bit. */
function bytesOfFour(bit: u32, width: u32): v128 {
  const first = i32x4.mul(
    v128.and(i32x4.shr_u(bitsOfFour(bit, width), 3), i32x4.splat(0xff)),
    i32x4.splat(0x01010101),
  );
  return i32x4.add(first, i32x4.splat(0x03020100));
}

/** By what each of four values is multiplied so that nothing is above it. */
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

/** Makes positions of 128 gaps: sums, in which each gap counts one more. */
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

/** Reads positions that were written as varints of their gaps. @returns the place behind them */
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
