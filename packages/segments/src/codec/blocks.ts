import { BLOCK, UNPACKERS } from './unpackers.ts';
import { writeVarint } from './varint.ts';

/**
 * A block: up to 128 ascending positions from a floor on, none below it. What is written of each is its gap: how far it
 * lies above the least that it could be, which is the floor, and one more than the position before for the others.
 *
 * - A full block is packed (PFor): byte 0 the width in bits, byte 1 the number of exceptions, then the low bits of all
 *   gaps, then the index of each exception (a byte), then the high bits of each (a varint). The width is the one that
 *   takes the fewest bytes.
 * - A block of fewer is a byte of 128 + their number, then a varint each.
 */
export const MAX_BLOCK_BYTES = 2 + 4 * BLOCK + BLOCK * 6;

const VARINTS = 0x80;

const gaps = new Uint32Array(BLOCK);
const lengths = new Uint32Array(33);

/**
 * Writes the positions `from` to `to`, at most 128, as a block; there must be `MAX_BLOCK_BYTES` to write to.
 *
 * @param view over the same bytes as `into`
 * @param floor not above the first position
 * @returns the place behind it
 */
export function writeBlock(
  into: Uint8Array,
  view: DataView,
  at: number,
  positions: Uint32Array,
  from: number,
  to: number,
  floor: number,
): number {
  const count = to - from;
  if (count < BLOCK) {
    into[at] = VARINTS | count;
    return writeGaps(into, at + 1, positions, from, to, floor);
  }
  lengths.fill(0);
  let least = floor;
  let all = 0;
  for (let index = 0; index < BLOCK; index++) {
    const position = positions[from + index] ?? 0;
    const gap = position - least;
    least = position + 1;
    gaps[index] = gap;
    const length = 32 - Math.clz32(gap);
    lengths[length] = (lengths[length] ?? 0) + 1;
    all |= gap;
  }
  const width = bestWidth(32 - Math.clz32(all));
  return writePacked(into, view, at, width);
}

/** Writes positions as varints of their gaps. */
export function writeGaps(
  into: Uint8Array,
  at: number,
  positions: Uint32Array,
  from: number,
  to: number,
  floor: number,
): number {
  let least = floor;
  let end = at;
  for (let index = from; index < to; index++) {
    const position = positions[index] ?? 0;
    const gap = position - least;
    least = position + 1;
    if (gap < 0x80) into[end++] = gap;
    else end = writeVarint(into, end, gap);
  }
  return end;
}

/** The width at which the block of `lengths` is smallest; each is one bit less than the last. */
function bestWidth(widest: number): number {
  let best = widest;
  let bytes = 16 * widest;
  let bestBytes = bytes;
  for (let width = widest - 1; width >= 0; width--) {
    // Gaps of one bit more become exceptions, and of all whose high bits filled their bytes, these take a byte more.
    bytes += (lengths[width + 1] ?? 0) - 16;
    for (let length = width + 1; length <= widest; length += 7) bytes += lengths[length] ?? 0;
    if (bytes < bestBytes) {
      best = width;
      bestBytes = bytes;
    }
  }
  return best;
}

function writePacked(into: Uint8Array, view: DataView, at: number, width: number): number {
  let end = at + 2;
  if (width > 0) {
    const mask = -1 >>> (32 - width);
    let word = 0;
    let bits = 0;
    for (let index = 0; index < BLOCK; index++) {
      const low = (gaps[index] ?? 0) & mask;
      word |= low << bits;
      bits += width;
      if (bits >= 32) {
        view.setInt32(end, word, true);
        end += 4;
        bits -= 32;
        word = bits === 0 ? 0 : low >>> (width - bits);
      }
    }
  }
  let exceptions = 0;
  for (let length = width + 1; length < lengths.length; length++) exceptions += lengths[length] ?? 0;
  into[at] = width;
  into[at + 1] = exceptions;
  if (exceptions === 0) return end;
  const limit = 2 ** width - 1;
  for (let index = 0; index < BLOCK; index++) if ((gaps[index] ?? 0) > limit) into[end++] = index;
  for (let index = 0; index < BLOCK; index++) {
    const gap = gaps[index] ?? 0;
    if (gap > limit) end = writeVarint(into, end, gap >>> width);
  }
  return end;
}

/** Where reading ended, for `readBlock` gives the number of positions alone. */
export const reading = { end: 0 };

/**
 * Reads a block.
 *
 * @param view over the same bytes as `bytes`
 * @returns how many positions it holds; they stand at the start of `into`
 */
export function readBlock(
  bytes: Uint8Array,
  view: DataView,
  at: number,
  floor: number,
  into: Int32Array,
): number {
  const head = bytes[at] ?? 0;
  if (head > VARINTS) {
    const count = head - VARINTS;
    reading.end = readGaps(bytes, at + 1, count, floor, into);
    return count;
  }
  UNPACKERS[head]?.(view, at + 2, into);
  const exceptions = bytes[at + 1] ?? 0;
  let end = at + 2 + 16 * head;
  if (exceptions > 0) {
    const indexes = end;
    end += exceptions;
    for (let number = 0; number < exceptions; number++) {
      let high = 0;
      let shift = 0;
      let byte: number;
      do {
        byte = bytes[end++] ?? 0;
        high |= (byte & 0x7f) << shift;
        shift += 7;
      } while (byte >= 0x80 && shift < 35);
      const index = bytes[indexes + number] ?? 0;
      into[index] = (into[index] ?? 0) | (high << head);
    }
  }
  reading.end = end;
  let least = floor;
  for (let index = 0; index < BLOCK; index++) {
    const position = least + (into[index] ?? 0);
    into[index] = position;
    least = position + 1;
  }
  return BLOCK;
}

/** Reads `count` positions from `floor` on, as `writeGaps` wrote them, and returns the place behind them. */
export function readGaps(
  bytes: Uint8Array,
  at: number,
  count: number,
  floor: number,
  into: Int32Array,
): number {
  let least = floor;
  let end = at;
  for (let index = 0; index < count; index++) {
    let byte = bytes[end++] ?? 0;
    let gap = byte & 0x7f;
    for (let shift = 7; byte >= 0x80 && shift < 35; shift += 7) {
      byte = bytes[end++] ?? 0;
      gap |= (byte & 0x7f) << shift;
    }
    const position = least + (gap >>> 0);
    into[index] = position;
    least = position + 1;
  }
  return end;
}
