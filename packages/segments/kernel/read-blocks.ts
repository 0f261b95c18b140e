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

/** Unpacks 128 values. */
function readPacked(from: usize, width: u32, into: usize): void {
  const mask: u64 = ((<u64>1) << width) - 1;
  let bit: u32 = 0;
  for (let at = into; at < into + BLOCK_BYTES; at += 8) {
    store<u32>(at, <u32>((load<u64>(from + (bit >>> 3)) >>> (bit & 7)) & mask));
    bit += width;
    store<u32>(at, <u32>((load<u64>(from + (bit >>> 3)) >>> (bit & 7)) & mask), 4);
    bit += width;
  }
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
