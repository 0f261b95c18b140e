import { crc32 } from 'node:zlib';
import { VarintReader, VarintWriter } from '@sitegrep/segments';

/**
 * A chunk of the label lists of a run, for one kind of labels: those with `low` ≤ label < `high`, in the order of their
 * bytes. As in lists of documents in order, the chunks of a kind leave no gap, so none can be missing unnoticed.
 *
 * Bytes: u32 CRC-32 of the rest, of the chunk's number and of what it belongs to; u32 labels; u32 length of `low`; u32 length
 * of `high` plus one, or 0 if there is no end (little-endian); low; high. Then for each label as varints: its length, its
 * bytes, the number of its documents, the length of its list, and the list: the gaps between the numbers of its
 * documents in the run, the first one from −1.
 */
export interface LabelChunk {
  readonly low: Buffer;
  /** Null: no end. */
  readonly high: Buffer | null;
  readonly count: number;
  readonly bytes: Buffer;
  /** Start of the first label in `bytes`. */
  readonly start: number;
}

/** A label with the list of its documents, as positions in the bytes of its chunk. */
export interface LabelList {
  readonly labelStart: number;
  readonly labelEnd: number;
  readonly documents: number;
  /** Start of the list. */
  readonly start: number;
}

const HEADER = 16;

/** The kind of labels of a run that a chunk is of. */
export interface ChunkOwner {
  readonly run: number;
  readonly kind: number;
}

/** @param entries as `packList` gives them, in the order of their labels */
export function packLabelChunk(
  owner: ChunkOwner,
  number: number,
  { low, high }: Pick<LabelChunk, 'low' | 'high'>,
  entries: readonly Buffer[],
): Buffer {
  const packed = Buffer.concat([Buffer.alloc(HEADER), low, high ?? Buffer.alloc(0), ...entries]);
  packed.writeUInt32LE(entries.length, 4);
  packed.writeUInt32LE(low.length, 8);
  packed.writeUInt32LE(high === null ? 0 : high.length + 1, 12);
  packed.writeUInt32LE(checkOf(owner, number, packed), 0);
  return packed;
}

/** @returns null if it is not what was written under this number */
export function unpackLabelChunk(owner: ChunkOwner, number: number, stored: Uint8Array): LabelChunk | null {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  if (bytes.length < HEADER || bytes.readUInt32LE(0) !== checkOf(owner, number, bytes)) return null;
  const lowEnd = HEADER + bytes.readUInt32LE(8);
  const highLength = bytes.readUInt32LE(12);
  const start = lowEnd + Math.max(0, highLength - 1);
  return {
    low: bytes.subarray(HEADER, lowEnd),
    high: highLength === 0 ? null : bytes.subarray(lowEnd, start),
    count: bytes.readUInt32LE(4),
    bytes,
    start,
  };
}

function checkOf({ run, kind }: ChunkOwner, number: number, packed: Uint8Array): number {
  return crc32(packed.subarray(4), crc32(`labels ${run} ${kind} ${number}`));
}

/** Packs bytes that a run keeps under a kind of their own: u32 CRC-32 of them and of what they belong to; then they. */
export function packBlock(owner: ChunkOwner, number: number, bytes: Uint8Array): Buffer {
  const packed = Buffer.concat([Buffer.alloc(CHECK_BYTES), bytes]);
  packed.writeUInt32LE(checkOf(owner, number, packed), 0);
  return packed;
}

/** @returns null if it is not what was written under this number */
export function unpackBlock(
  owner: ChunkOwner,
  number: number,
  stored: Uint8Array,
): Uint8Array<ArrayBuffer> | null {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  if (bytes.length < CHECK_BYTES || bytes.readUInt32LE(0) !== checkOf(owner, number, bytes)) return null;
  // A copy, so that it can be read as wider numbers.
  return Uint8Array.from(bytes.subarray(CHECK_BYTES));
}

const CHECK_BYTES = 4;

/** Packs a label and the list of its documents. @param docIds ascending */
export function packList(label: Uint8Array, docIds: readonly number[]): Buffer {
  const list = new VarintWriter();
  let last = -1;
  for (const docId of docIds) {
    list.push(docId - last);
    last = docId;
  }
  const [before, after] = [new VarintWriter(), new VarintWriter()];
  before.push(label.length);
  after.push(docIds.length);
  after.push(list.length);
  return Buffer.concat([before.bytes(), label, after.bytes(), list.bytes()]);
}

/** Calls `visit` with the lists of a chunk in the order of their labels, until it returns false. */
export function visitLists(
  { bytes, count, start }: LabelChunk,
  visit: (list: LabelList) => boolean,
): boolean {
  const reader = new VarintReader(bytes, start);
  // One object for all lists: a chunk may have thousands, of which few matter.
  const list = { labelStart: 0, labelEnd: 0, documents: 0, start: 0 };
  for (let index = 0; index < count; index++) {
    const labelLength = reader.next();
    list.labelStart = reader.at;
    list.labelEnd = reader.at + labelLength;
    reader.at = list.labelEnd;
    list.documents = reader.next();
    const length = reader.next();
    list.start = reader.at;
    reader.at += length;
    if (!visit(list)) return false;
  }
  return true;
}

/** Compares the beginning of the label of a list with a prefix. */
export function compareStart(bytes: Buffer, { labelStart, labelEnd }: LabelList, prefix: Buffer): number {
  const length = Math.min(labelEnd - labelStart, prefix.length);
  // Most labels of a chunk differ in their first bytes, for which a native call is slow.
  for (let index = 0; index < length; index++) {
    const difference = (bytes[labelStart + index] ?? 0) - (prefix[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return length - prefix.length;
}

/** Reads the document ids of a list, ascending. @param into takes as many as the list has */
export function readDocIds(
  { bytes }: LabelChunk,
  { documents, start }: LabelList,
  into: Uint32Array<ArrayBuffer>,
): void {
  let [at, docId] = [start, -1];
  for (let index = 0; index < documents; index++) {
    let byte = bytes[at++] ?? 0;
    let [gap, shift] = [byte & 0x7f, 7];
    while (byte >= 0x80) {
      byte = bytes[at++] ?? 0;
      gap |= (byte & 0x7f) << shift;
      shift += 7;
    }
    into[index] = docId += gap;
  }
}
