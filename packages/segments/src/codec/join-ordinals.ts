// A list of documents, as `writeOrdinals` wrote it, becomes a part of a longer one.
import { firstOfLonger, hasByteGaps, isBitmap } from './ordinals.ts';
import { writeVarint } from './varint.ts';

/**
 * Sets the bits of a list in a bitmap.
 *
 * @param count, documents of the list, which begins at `at` of `bytes`
 * @param bitmap its place in `into`
 * @param first the number in the bitmap of the list's first document
 */
export function orOrdinals(
  bytes: Uint8Array,
  at: number,
  count: number,
  documents: number,
  into: Uint8Array,
  bitmap: number,
  first: number,
): void {
  if (count === documents) setBits(into, bitmap, first, first + documents);
  else if (isBitmap(count, documents)) orBits(bytes, at, documents, into, bitmap, first);
  else {
    const longer = firstOfLonger(documents);
    let from = at;
    let ordinal = first - 1;
    for (let read = 0; read < count; read++) {
      let byte = bytes[from++] ?? 0;
      let gap = byte < longer ? byte : byte & 0x7f;
      for (let shift = 7; byte >= longer && shift < 35; shift += 7) {
        byte = bytes[from++] ?? 0;
        gap |= (byte & 0x7f) << shift;
      }
      ordinal += gap + 1;
      const to = bitmap + (ordinal >>> 3);
      into[to] = (into[to] ?? 0) | (1 << (ordinal & 7));
    }
  }
}

function setBits(into: Uint8Array, bitmap: number, from: number, to: number): void {
  for (let ordinal = from; ordinal < to;) {
    const bit = ordinal & 7;
    const bits = Math.min(8 - bit, to - ordinal);
    const place = bitmap + (ordinal >>> 3);
    into[place] = (into[place] ?? 0) | (((1 << bits) - 1) << bit);
    ordinal += bits;
  }
}

function orBits(
  bytes: Uint8Array,
  at: number,
  documents: number,
  into: Uint8Array,
  bitmap: number,
  first: number,
): void {
  const length = (documents + 7) >>> 3;
  const shift = first & 7;
  let to = bitmap + (first >>> 3);
  let carried = 0;
  for (let index = 0; index < length; index++) {
    carried |= (bytes[at + index] ?? 0) << shift;
    into[to] = (into[to] ?? 0) | (carried & 0xff);
    carried >>>= 8;
    to++;
  }
  if (carried !== 0) into[to] = (into[to] ?? 0) | carried;
}

/** The last document that `appendOrdinals` wrote, or −1 before the first: it gives the place alone. */
export const appended = { last: -1 };

/**
 * Appends a list to one of gaps, which it is no part of yet.
 *
 * @param count, documents of the list, which begins at `at` of `bytes`
 * @param all documents out of which the longer list is
 * @param first the number in the longer list of its first document
 * @returns the place behind it
 */
export function appendOrdinals(
  bytes: Uint8Array,
  at: number,
  count: number,
  documents: number,
  into: Uint8Array,
  end: number,
  all: number,
  first: number,
): number {
  const toBytes = hasByteGaps(all);
  const write = (to: number, gap: number): number => {
    if (!toBytes) return writeVarint(into, to, gap);
    into[to] = gap;
    return to + 1;
  };
  let to = end;
  if (count === documents || isBitmap(count, documents)) {
    for (let ordinal = 0; ordinal < documents; ordinal++) {
      if (count < documents && (((bytes[at + (ordinal >>> 3)] ?? 0) >>> (ordinal & 7)) & 1) === 0) continue;
      to = write(to, first + ordinal - appended.last - 1);
      appended.last = first + ordinal;
    }
    return to;
  }
  const longer = firstOfLonger(documents);
  let from = at;
  let ordinal = -1;
  for (let read = 0; read < count; read++) {
    let byte = bytes[from] ?? 0;
    let gap = byte < longer ? byte : byte & 0x7f;
    const start = from++;
    for (let shift = 7; byte >= longer && shift < 35; shift += 7) {
      byte = bytes[from++] ?? 0;
      gap |= (byte & 0x7f) << shift;
    }
    ordinal += gap + 1;
    // All gaps but the first one stay.
    if (read === 0) to = write(to, first + ordinal - appended.last - 1);
    else if (from === start + 1 && gap > 0x7f) to = write(to, gap);
    else for (let index = start; index < from; index++) into[to++] = bytes[index] ?? 0;
  }
  if (count > 0) appended.last = first + ordinal;
  return to;
}
