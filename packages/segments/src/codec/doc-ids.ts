import { u32, u8 } from '../elements.ts';

/**
 * Lists of documents: ascending document ids. The encoding follows from the length of the list and the number of
 * documents in the segment, so no byte states it: a list of all documents takes no bytes, one of many a bit for each
 * document, one of few a gap less one for each member. A gap is a byte if there are at most 256 documents, else a
 * varint.
 */

const MAX_BYTE_GAPS = 256;

/** Whether the gaps of a list among so many documents are bytes. */
function hasByteGaps(documents: number): boolean {
  return documents <= MAX_BYTE_GAPS;
}

/** Least first byte of a gap that takes more bytes; gaps of one byte have none. */
export function firstOfLonger(documents: number): number {
  return hasByteGaps(documents) ? 0x100 : 0x80;
}

/** Whether a list of `count` among `documents` is a bitmap: a varint would take at least a byte for each. */
export function isBitmap(count: number, documents: number): boolean {
  return count >= (documents + 7) >>> 3;
}

/** Bytes of a list if they follow from its length, else null. */
export function impliedDocIdsBytes(count: number, documents: number): number | null {
  if (count === 0 || count === documents) return 0;
  if (isBitmap(count, documents)) return (documents + 7) >>> 3;
  return hasByteGaps(documents) ? count : null;
}

/** Maximum bytes of a list. */
export function maxDocIdsBytes(count: number, documents: number): number {
  return isBitmap(count, documents) ? (documents + 7) >>> 3 : 5 * count;
}

/** Maximum bytes of any list among so many documents. */
export function largestDocIdsBytes(documents: number): number {
  return 5 * ((documents + 7) >>> 3);
}

/** A list that can be written. */
export interface DocIdList {
  /** Number of documents in it. */
  readonly count: number;
  /**
   * Writes it as a list among `documents`; there must be space for `maxDocIdsBytes`.
   *
   * @returns the index after it
   */
  write(into: Uint8Array, at: number, documents: number): number;
}

/** Part of an array, from `from` to before `to`. */
export class DocIdSlice implements DocIdList {
  docIds: Uint32Array;
  from: number;
  to: number;

  constructor(docIds: Uint32Array, from = 0, to = docIds.length) {
    this.docIds = docIds;
    this.from = from;
    this.to = to;
  }

  get count(): number {
    return this.to - this.from;
  }

  /** Becomes another list. */
  set(docIds: Uint32Array, from: number, to: number): this {
    this.docIds = docIds;
    this.from = from;
    this.to = to;
    return this;
  }

  write(into: Uint8Array, at: number, documents: number): number {
    return writeDocIds(into, at, this.docIds, this.from, this.to, documents);
  }
}

/** @returns the index after it */
export function writeDocIds(
  into: Uint8Array,
  at: number,
  docIds: Uint32Array,
  from: number,
  to: number,
  documents: number,
): number {
  const count = to - from;
  if (count === documents) return at;
  if (isBitmap(count, documents)) {
    const end = at + ((documents + 7) >>> 3);
    into.fill(0, at, end);
    for (let index = from; index < to; index++) {
      const docId = u32(docIds, index);
      const byte = at + (docId >>> 3);
      into[byte] = u8(into, byte) | (1 << (docId & 7));
    }
    return end;
  }
  const longer = firstOfLonger(documents);
  let end = at;
  let last = -1;
  for (let index = from; index < to; index++) {
    const docId = u32(docIds, index);
    let gap = docId - last - 1;
    last = docId;
    while (gap >= longer) {
      into[end++] = (gap & 0x7f) | 0x80;
      gap >>>= 7;
    }
    into[end++] = gap;
  }
  return end;
}

/** Reads a list of `count` among `documents` into the start of `into`. */
export function readDocIds(
  bytes: Uint8Array,
  at: number,
  count: number,
  documents: number,
  into: Uint32Array,
): void {
  if (count === documents) {
    for (let docId = 0; docId < documents; docId++) into[docId] = docId;
    return;
  }
  let to = 0;
  if (isBitmap(count, documents)) {
    const end = at + ((documents + 7) >>> 3);
    for (let byte = at; byte < end; byte++) {
      let bits = u8(bytes, byte);
      const first = (byte - at) << 3;
      while (bits !== 0) {
        const bit = 31 - Math.clz32(bits & -bits);
        into[to++] = first + bit;
        bits &= bits - 1;
      }
    }
    return;
  }
  let docId = -1;
  let from = at;
  if (hasByteGaps(documents)) {
    while (to < count) {
      docId += u8(bytes, from++) + 1;
      into[to++] = docId;
    }
    return;
  }
  while (to < count) {
    let byte = u8(bytes, from++);
    let gap = byte & 0x7f;
    for (let shift = 7; byte >= 0x80 && shift < 35; shift += 7) {
      byte = u8(bytes, from++);
      gap |= (byte & 0x7f) << shift;
    }
    docId += gap + 1;
    into[to++] = docId;
  }
}

/**
 * Finds which of some document ids are in a list.
 *
 * @param wanted ascending; only the first `wantedCount` are looked for
 * @param indexes gets the index in `wanted` of each that is found, ascending
 * @returns how many are found
 */
export function findDocIds(
  bytes: Uint8Array,
  at: number,
  count: number,
  documents: number,
  wanted: Uint32Array,
  wantedCount: number,
  indexes: Uint32Array,
): number {
  let found = 0;
  if (count === documents) {
    for (; found < wantedCount; found++) indexes[found] = found;
    return found;
  }
  if (!isBitmap(count, documents))
    return findInGaps(bytes, at, count, documents, wanted, wantedCount, indexes, null);
  for (let index = 0; index < wantedCount; index++) {
    const docId = u32(wanted, index);
    if (((u8(bytes, at + (docId >>> 3)) >>> (docId & 7)) & 1) === 1) indexes[found++] = index;
  }
  return found;
}

/** @param ranks gets for each that is found how many of the list come before it; null: not wanted */
function findInGaps(
  bytes: Uint8Array,
  at: number,
  count: number,
  documents: number,
  wanted: Uint32Array,
  wantedCount: number,
  indexes: Uint32Array,
  ranks: Uint32Array | null,
): number {
  if (wantedCount === 0) return 0;
  let found = 0;
  const longer = firstOfLonger(documents);
  let [docId, from, index] = [-1, at, 0];
  let next = u32(wanted, 0);
  for (let read = 0; read < count; read++) {
    const byte = u8(bytes, from++);
    if (byte < longer) docId += byte + 1;
    else {
      let gap = byte & 0x7f;
      let more = byte;
      for (let shift = 7; more >= 0x80 && shift < 35; shift += 7) {
        more = u8(bytes, from++);
        gap |= (more & 0x7f) << shift;
      }
      docId += gap + 1;
    }
    if (docId < next) continue;
    while (next < docId) {
      if (++index === wantedCount) return found;
      next = u32(wanted, index);
    }
    if (next > docId) continue;
    if (ranks !== null) ranks[found] = read;
    indexes[found++] = index++;
    if (index === wantedCount) return found;
    next = u32(wanted, index);
  }
  return found;
}

/** Number of bits that are set in each byte. */
const BITS = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/**
 * Finds which of some document ids are in a list, and how many of the list come before each.
 *
 * @param wanted ascending; only the first `wantedCount` are looked for
 * @param indexes gets the index in `wanted` of each that is found, ascending
 * @param ranks gets how many of the list come before each of these
 * @returns how many are found
 */
export function rankDocIds(
  bytes: Uint8Array,
  at: number,
  count: number,
  documents: number,
  wanted: Uint32Array,
  wantedCount: number,
  indexes: Uint32Array,
  ranks: Uint32Array,
): number {
  let found = 0;
  if (count === documents) {
    for (; found < wantedCount; found++) {
      indexes[found] = found;
      ranks[found] = u32(wanted, found);
    }
    return found;
  }
  if (!isBitmap(count, documents))
    return findInGaps(bytes, at, count, documents, wanted, wantedCount, indexes, ranks);
  let byte = 0;
  let before = 0;
  for (let index = 0; index < wantedCount; index++) {
    const docId = u32(wanted, index);
    const own = docId >>> 3;
    for (; byte < own; byte++) before += u8(BITS, u8(bytes, at + byte));
    const bits = u8(bytes, at + own);
    const bit = docId & 7;
    if (((bits >>> bit) & 1) === 0) continue;
    indexes[found] = index;
    ranks[found++] = before + u8(BITS, bits & ((1 << bit) - 1));
  }
  return found;
}
