// Part of the kernel (kernel.ts).
import { MAX_BYTE_GAPS } from './layout';
import { readByte, readEnd, readVarint, writeVarint } from './varint';

/**
 * Bytes of one part of a joined list, four words: address of its own list, its number of documents, documents of its
 * segment, id in the whole of the first of these.
 */
export const PART_BYTES: usize = 16;

/** The document that was appended last, or −1. */
let last: i32 = -1;

/** Bytes of a list if they follow from its number of documents, else −1 (`impliedDocIdsBytes`). */
export function impliedBytes(count: u32, documents: u32): i32 {
  if (count == 0 || count == documents) return 0;
  const bitmap = (documents + 7) >>> 3;
  if (count >= bitmap) return bitmap;
  return documents <= MAX_BYTE_GAPS ? count : -1;
}

/**
 * Writes lists of documents that follow each other as one.
 *
 * @param parts, partsEnd addresses of the parts (`PART_BYTES`), in the order of their documents
 * @param count number of documents of all parts
 * @param documents number of documents in the joined segment
 * @returns the address after the list
 */
export function joinDocIds(parts: usize, partsEnd: usize, count: u32, documents: u32, into: usize): usize {
  if (count == documents) return into;
  const bitmap = (documents + 7) >>> 3;
  if (count >= bitmap) {
    memory.fill(into, 0, bitmap);
    for (let part = parts; part < partsEnd; part += PART_BYTES)
      orPart(load<u32>(part), load<u32>(part, 4), load<u32>(part, 8), load<u32>(part, 12), into);
    return into + bitmap;
  }
  last = -1;
  let to = into;
  for (let part = parts; part < partsEnd; part += PART_BYTES)
    to = appendPart(
      load<u32>(part),
      load<u32>(part, 4),
      load<u32>(part, 8),
      load<u32>(part, 12),
      documents,
      to,
    );
  return to;
}

/** Sets the bits of a list in a bitmap, in which its documents begin at `first`. */
function orPart(list: usize, count: u32, documents: u32, first: u32, bitmap: usize): void {
  if (count == documents) {
    for (let at = first; at < first + documents; at++) setBit(bitmap, at);
    return;
  }
  const bytes = (documents + 7) >>> 3;
  if (count >= bytes) {
    const shift = first & 7;
    let to = bitmap + (first >>> 3);
    for (let from = list; from < list + bytes; from++, to++) {
      const bits = (<u32>load<u8>(from)) << shift;
      store<u8>(to, load<u8>(to) | bits);
      // The byte after the last document may no longer belong to the bitmap.
      if (bits > 0xff) store<u8>(to, load<u8>(to, 1) | (bits >>> 8), 1);
    }
    return;
  }
  let from = list;
  let next = first;
  for (let read: u32 = 0; read < count; read++) {
    next += readGap(from, documents);
    from = readEnd;
    setBit(bitmap, next++);
  }
}

function setBit(bitmap: usize, bit: u32): void {
  const address = bitmap + (bit >>> 3);
  store<u8>(address, (<u32>load<u8>(address)) | (1 << (bit & 7)));
}

/**
 * Appends a list to a list of gaps among `all` documents, in which its own begin at `first`. @returns the address
 * after it
 */
function appendPart(list: usize, count: u32, documents: u32, first: u32, all: u32, into: usize): usize {
  const asBytes = all <= MAX_BYTE_GAPS;
  let to = into;
  if (count == documents) {
    for (let at = first; at < first + documents; at++) to = appendDocument(at, asBytes, to);
    return to;
  }
  const bytes = (documents + 7) >>> 3;
  if (count >= bytes) {
    for (let byte: u32 = 0; byte < bytes; byte++)
      for (let bits: u32 = load<u8>(list + byte); bits != 0; bits &= bits - 1)
        to = appendDocument(first + (byte << 3) + ctz(bits), asBytes, to);
    return to;
  }
  let from = list;
  let next = first;
  for (let read: u32 = 0; read < count; read++) {
    next += readGap(from, documents);
    from = readEnd;
    to = appendDocument(next++, asBytes, to);
  }
  return to;
}

/** Reads a gap of a list among so many documents. */
function readGap(from: usize, documents: u32): u32 {
  return documents <= MAX_BYTE_GAPS ? readByte(from) : readVarint(from);
}

function appendDocument(docId: u32, asByte: boolean, into: usize): usize {
  const gap = docId - last - 1;
  last = docId;
  if (!asByte) return writeVarint(gap, into);
  store<u8>(into, gap);
  return into + 1;
}
