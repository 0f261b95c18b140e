import { crc32 } from 'node:zlib';

/**
 * A chunk of a sorted list, as it is stored: the entries with `low` ≤ key < `high`. The chunks of a list leave no gap: the
 * `high` of one is the `low` of the next, the first begins with the empty key, the last has no end. So a chunk has all
 * entries between its bounds, and none can be missing or be skipped unnoticed.
 *
 * Bytes, little-endian: u32 CRC-32 of the rest, of the list's number and of the chunk's; u32 entries; u32 length
 * of `low`; u32 length of `high` plus one, or 0 if there is no end; f64 revision of each entry; f64 id of each; u32 end of
 * each key; low; high; keys.
 */
export interface Chunk {
  readonly low: Buffer;
  /** Null: no end. */
  readonly high: Buffer | null;
  readonly revisions: Float64Array;
  readonly ids: Float64Array;
  /** End of each key in `keys`; it begins where the one before ends. */
  readonly ends: Uint32Array;
  readonly keys: Buffer;
  readonly key: (index: number) => Buffer;
}

export interface Entry {
  readonly key: Buffer;
  readonly revision: number;
  readonly id: number;
}

const HEADER = 16;
const ENTRY = 8 + 8 + 4;

/** Bytes of an entry in a chunk. */
export function entryBytes({ key }: Pick<Entry, 'key'>): number {
  return ENTRY + key.length;
}

/** Bytes of the first entries of a chunk. */
export function entriesBytes({ ends }: Chunk, count: number): number {
  return ENTRY * count + startOf(ends, count);
}

export function entryAt({ key, revisions, ids }: Chunk, index: number): Entry {
  return { key: key(index), revision: valueAt(revisions, index), id: valueAt(ids, index) };
}

/** The start of a key in `keys`, or the end of all if the index is the number of entries. */
export function startOf(ends: Uint32Array, index: number): number {
  return index === 0 ? 0 : valueAt(ends, index - 1);
}

/** @throws RangeError if there is no value at the index */
export function valueAt(values: Float64Array | Uint32Array, index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError(`index ${index} of ${values.length} values`);
  return value;
}

type Columns = Omit<Chunk, 'key'>;

function chunkOf(columns: Columns): Chunk {
  const { ends, keys } = columns;
  return { ...columns, key: (index) => keys.subarray(startOf(ends, index), valueAt(ends, index)) };
}

export function chunkOfEntries(low: Buffer, high: Buffer | null, entries: readonly Entry[]): Chunk {
  let end = 0;
  return chunkOf({
    low,
    high,
    revisions: Float64Array.from(entries, ({ revision }) => revision),
    ids: Float64Array.from(entries, ({ id }) => id),
    ends: Uint32Array.from(entries, ({ key }) => (end += key.length)),
    keys: Buffer.concat(entries.map(({ key }) => key)),
  });
}

/** The same chunk with another entry, which then has this index. */
export function withEntry(chunk: Chunk, index: number, { key, revision, id }: Entry): Chunk {
  const { low, high, revisions, ids, ends, keys } = chunk;
  const start = startOf(ends, index);
  const moved = new Uint32Array(ends.length + 1);
  moved.set(ends.subarray(0, index));
  for (let at = index; at < moved.length; at++) moved[at] = startOf(ends, at) + key.length;
  return chunkOf({
    low,
    high,
    revisions: withValue(revisions, index, revision),
    ids: withValue(ids, index, id),
    ends: moved,
    keys: Buffer.concat([keys.subarray(0, start), key, keys.subarray(start)]),
  });
}

function withValue(values: Float64Array, index: number, value: number): Float64Array {
  const more = new Float64Array(values.length + 1);
  more.set(values.subarray(0, index));
  more[index] = value;
  more.set(values.subarray(index), index + 1);
  return more;
}

/** A chunk without one of its entries. */
export function withoutEntry(chunk: Chunk, index: number): Chunk {
  const { low, high } = chunk;
  const before = entriesBetween(chunk, 0, index, low, high);
  return joined(before, entriesBetween(chunk, index + 1, chunk.ids.length, low, high));
}

/** A chunk of some entries of another one, which has other bounds. */
export function entriesBetween(
  { revisions, ids, ends, keys }: Chunk,
  from: number,
  to: number,
  low: Buffer,
  high: Buffer | null,
): Chunk {
  const start = startOf(ends, from);
  return chunkOf({
    low,
    high,
    revisions: revisions.subarray(from, to),
    ids: ids.subarray(from, to),
    ends: ends.subarray(from, to).map((end) => end - start),
    keys: keys.subarray(start, Math.max(start, startOf(ends, to))),
  });
}

/** The entries of two neighbouring chunks in one. */
export function joined(a: Chunk, b: Chunk): Chunk {
  const start = a.keys.length;
  return chunkOf({
    low: a.low,
    high: b.high,
    revisions: Float64Array.of(...a.revisions, ...b.revisions),
    ids: Float64Array.of(...a.ids, ...b.ids),
    ends: Uint32Array.of(...a.ends, ...b.ends.map((end) => start + end)),
    keys: Buffer.concat([a.keys, b.keys]),
  });
}

export function packChunk(
  list: number,
  number: number,
  { low, high, revisions, ids, ends, keys }: Chunk,
): Buffer {
  const count = ids.length;
  const fixed = HEADER + ENTRY * count;
  const size = fixed + low.length + (high?.length ?? 0) + keys.length;
  const memory = new ArrayBuffer(size);
  const packed = Buffer.from(memory);
  packed.writeUInt32LE(count, 4);
  packed.writeUInt32LE(low.length, 8);
  packed.writeUInt32LE(high === null ? 0 : high.length + 1, 12);
  new Float64Array(memory, HEADER, count).set(revisions);
  new Float64Array(memory, HEADER + 8 * count, count).set(ids);
  new Uint32Array(memory, HEADER + 16 * count, count).set(ends);
  packed.set(low, fixed);
  if (high !== null) packed.set(high, fixed + low.length);
  packed.set(keys, size - keys.length);
  packed.writeUInt32LE(checkOf(list, number, packed), 0);
  return packed;
}

/** @returns null if it is not what was written under this number */
export function unpackChunk(list: number, number: number, stored: Uint8Array): Chunk | null {
  // A copy of its own is aligned, which arrays of f64 need.
  const bytes = stored.byteOffset % 8 === 0 ? stored : Uint8Array.from(stored);
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (packed.length < HEADER || packed.readUInt32LE(0) !== checkOf(list, number, packed)) return null;
  const count = packed.readUInt32LE(4);
  const lowLength = packed.readUInt32LE(8);
  const highLength = packed.readUInt32LE(12);
  const start = packed.byteOffset + HEADER;
  const bounds = HEADER + ENTRY * count;
  const keys = bounds + lowLength + Math.max(0, highLength - 1);
  return chunkOf({
    low: packed.subarray(bounds, bounds + lowLength),
    high: highLength === 0 ? null : packed.subarray(bounds + lowLength, keys),
    revisions: new Float64Array(packed.buffer, start, count),
    ids: new Float64Array(packed.buffer, start + 8 * count, count),
    ends: new Uint32Array(packed.buffer, start + 16 * count, count),
    keys: packed.subarray(keys),
  });
}

function checkOf(list: number, number: number, packed: Uint8Array): number {
  return crc32(packed.subarray(4), crc32(`chunk ${list} ${number}`));
}

/** The index of the first entry whose key is not below this one, or the number of entries. */
export function firstNotBelow({ keys, ends }: Pick<Chunk, 'keys' | 'ends'>, key: Buffer): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(keys, startOf(ends, middle), valueAt(ends, middle), key)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the key from `start` to `end` comes before another one. Keys are short: no view is made of each. */
function isBelow(keys: Uint8Array, start: number, end: number, key: Uint8Array): boolean {
  const length = end - start;
  const common = Math.min(length, key.length);
  for (let at = 0; at < common; at++) {
    const [own, other] = [keys[start + at] ?? 0, key[at] ?? 0];
    if (own !== other) return own < other;
  }
  return length < key.length;
}
