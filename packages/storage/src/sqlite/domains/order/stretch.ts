import { crc32 } from 'node:zlib';

/**
 * A stretch of a sorted list, as it is stored: the entries whose keys lie from `low` up to, and without, `high`. The
 * stretches of a list leave no gap: the `high` of one is the `low` of the next, the first begins with the empty key, the
 * last has no end. So whoever has a stretch in hand has all entries between its bounds, and none can be missing or be
 * passed over unnoticed.
 *
 * Bytes, little-endian: u32 CRC-32 of all behind it, of the list's number and of the stretch's; u32 entries; u32 length
 * of `low`; u32 length of `high` plus one, or 0 if there is no end; f64 revision of each entry; f64 id of each; u32 end of
 * each key; low; high; keys.
 */
export interface Stretch {
  readonly low: Buffer;
  /** Null: no end. */
  readonly high: Buffer | null;
  readonly revisions: Float64Array;
  readonly ids: Float64Array;
  /** Ascending. */
  readonly key: (index: number) => Buffer;
}

export interface Entry {
  readonly key: Buffer;
  readonly revision: number;
  readonly id: number;
}

const HEADER = 16;
const ENTRY = 8 + 8 + 4;

/** Bytes of an entry in a stretch. */
export function entryBytes({ key }: Entry): number {
  return ENTRY + key.length;
}

export function packStretch(
  list: number,
  number: number,
  {
    low,
    high,
    entries,
  }: { readonly low: Buffer; readonly high: Buffer | null; readonly entries: readonly Entry[] },
): Buffer {
  const count = entries.length;
  const fixed = Buffer.alloc(HEADER + ENTRY * count);
  fixed.writeUInt32LE(count, 4);
  fixed.writeUInt32LE(low.length, 8);
  fixed.writeUInt32LE(high === null ? 0 : high.length + 1, 12);
  let end = 0;
  for (const [index, { key, revision, id }] of entries.entries()) {
    end += key.length;
    fixed.writeDoubleLE(revision, HEADER + 8 * index);
    fixed.writeDoubleLE(id, HEADER + 8 * (count + index));
    fixed.writeUInt32LE(end, HEADER + 16 * count + 4 * index);
  }
  const packed = Buffer.concat([fixed, low, high ?? Buffer.alloc(0), ...entries.map(({ key }) => key)]);
  packed.writeUInt32LE(checkOf(list, number, packed), 0);
  return packed;
}

/** @returns null if it is not what was written under this number */
export function unpackStretch(list: number, number: number, stored: Uint8Array): Stretch | null {
  // A copy of its own is aligned, which arrays of f64 need.
  const bytes = stored.byteOffset % 8 === 0 ? stored : Uint8Array.from(stored);
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (packed.length < HEADER || packed.readUInt32LE(0) !== checkOf(list, number, packed)) return null;
  const count = packed.readUInt32LE(4);
  const lowLength = packed.readUInt32LE(8);
  const highLength = packed.readUInt32LE(12);
  const start = packed.byteOffset + HEADER;
  const ends = new Uint32Array(packed.buffer, start + 16 * count, count);
  const bounds = HEADER + ENTRY * count;
  const keys = bounds + lowLength + Math.max(0, highLength - 1);
  return {
    low: packed.subarray(bounds, bounds + lowLength),
    high: highLength === 0 ? null : packed.subarray(bounds + lowLength, keys),
    revisions: new Float64Array(packed.buffer, start, count),
    ids: new Float64Array(packed.buffer, start + 8 * count, count),
    key: (index) => packed.subarray(keys + (ends[index - 1] ?? 0), keys + (ends[index] ?? 0)),
  };
}

function checkOf(list: number, number: number, packed: Uint8Array): number {
  return crc32(packed.subarray(4), crc32(`stretch ${list} ${number}`));
}

/** The first of `count` entries whose key is not below this one. */
export function firstNotBelow(count: number, keyAt: (index: number) => Buffer, key: Buffer): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Buffer.compare(keyAt(middle), key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
