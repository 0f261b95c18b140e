import { BLOCK, UNPACKERS } from './unpackers.ts';

/**
 * A block: up to 128 ascending positions from a floor on, none below it. What is written of each is its gap: how far it
 * lies above the least that it could be, which is the floor, and one more than the position before for the others.
 *
 * - A full block is packed (PFor): byte 0 the width in bits, byte 1 the number of exceptions, then the low bits of all
 *   gaps, then the index of each exception (a byte), then the high bits of each (a varint). The width is the one that
 *   takes the fewest bytes.
 * - A block of fewer is a byte of 128 + their number, then a varint each.
 *
 * They are written by the kernel (`PositionsWriter`), and read here.
 */
export const MAX_BLOCK_BYTES = 2 + 4 * BLOCK + BLOCK * 6;

const VARINTS = 0x80;

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
