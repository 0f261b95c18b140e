import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { damagedIndex } from '../../failure.ts';
import { entryAt, firstNotBelow, unpackChunk, type Entry, type Chunk } from './chunk.ts';

/** Reads sorted lists. chunk.ts explains why nothing of them can be missing unnoticed. */
export interface Lists {
  /** The entry of a key, or null: there is none. */
  find(list: number, key: Buffer): Entry | null;
  /** The entries with `from` ≤ key < `until` that are wanted, ascending; `until` null: to the end. */
  ascending(list: number, from: Buffer, until: Buffer | null, wanted: Wanted): Generator<Entry>;
  /** The entries that `ascending` gives, in the opposite order. */
  descending(list: number, from: Buffer, until: Buffer | null, wanted: Wanted): Generator<Entry>;
  /** Forgets chunks that were read. Must be called at the start of a transaction that sees another state. */
  forget(): void;
}

/** Whether the entry of a chunk at this index is wanted. */
export type Wanted = (chunk: Chunk, index: number) => boolean;

/** Number of list entries that can be passed in about the time in which one row is read. */
export const ENTRIES_A_ROW = 16;

/** Chunks that are read between two checks whether the search was aborted. */
const CHECKPOINT_EACH = 64;

export function chunkReader(db: DatabaseSync): {
  /** The chunk that holds a key. */
  holding(list: number, key: Buffer): readonly [number: number, chunk: Chunk];
  /** The chunk that holds the keys right below one; null: the last chunk. */
  below(list: number, key: Buffer | null): readonly [number: number, chunk: Chunk];
  /** A chunk whose number is known. */
  read(list: number, number: number): Chunk;
  /** The number of the chunk that holds a key. */
  numberHolding(list: number, key: Buffer): number;
} {
  const sql = {
    holding: db.prepare('SELECT number FROM ordered WHERE list = ? AND low <= ? ORDER BY low DESC LIMIT 1'),
    below: db.prepare('SELECT number FROM ordered WHERE list = ? AND low < ? ORDER BY low DESC LIMIT 1'),
    last: db.prepare('SELECT number FROM ordered WHERE list = ? ORDER BY low DESC LIMIT 1'),
    chunk: db.prepare('SELECT entries FROM chunk WHERE number = ?'),
  };

  function numberIn(list: number, row: Record<string, SQLOutputValue> | undefined): number {
    const number = row?.['number'];
    if (typeof number !== 'number') throw damagedIndex(db, `order list ${list} lacks a chunk`);
    return number;
  }

  function read(list: number, number: number): Chunk {
    const entries = sql.chunk.get(number)?.['entries'];
    const chunk = entries instanceof Uint8Array ? unpackChunk(list, number, entries) : null;
    if (chunk === null) {
      throw damagedIndex(db, `the checksum of chunk ${number} of order list ${list} is wrong`);
    }
    return chunk;
  }

  const numberHolding = (list: number, key: Buffer): number => numberIn(list, sql.holding.get(list, key));

  return {
    numberHolding,
    read,
    holding(list, key) {
      const number = numberHolding(list, key);
      const chunk = read(list, number);
      if (
        Buffer.compare(chunk.low, key) > 0 ||
        (chunk.high !== null && Buffer.compare(chunk.high, key) <= 0)
      ) {
        throw damagedIndex(db, `order list ${list} has a gap at chunk ${number}`);
      }
      return [number, chunk];
    },
    below(list, key) {
      const number = numberIn(list, key === null ? sql.last.get(list) : sql.below.get(list, key));
      const chunk = read(list, number);
      const reaches = chunk.high === null || (key !== null && Buffer.compare(key, chunk.high) <= 0);
      if (!reaches || (key !== null && Buffer.compare(chunk.low, key) >= 0)) {
        throw damagedIndex(db, `order list ${list} has a gap at chunk ${number}`);
      }
      return [number, chunk];
    },
  };
}

/** @param checkpoint called now and then during long reads, may throw */
export function openLists(db: DatabaseSync, checkpoint: () => void): Lists {
  const stored = chunkReader(db);
  /** The chunk of each list that was read last: the next read is often close by. */
  let recent: (Chunk | undefined)[] = [];
  let passed = 0;

  function step(): void {
    if (++passed % CHECKPOINT_EACH === 0) checkpoint();
  }

  function holding(list: number, key: Buffer): Chunk {
    const known = recent[list];
    if (
      known !== undefined &&
      Buffer.compare(known.low, key) <= 0 &&
      (known.high === null || Buffer.compare(key, known.high) < 0)
    ) {
      return known;
    }
    step();
    const [, found] = stored.holding(list, key);
    recent[list] = found;
    return found;
  }

  function below(list: number, key: Buffer | null): Chunk {
    const known = recent[list];
    if (
      known !== undefined &&
      (key === null ? known.high === null : Buffer.compare(known.low, key) < 0) &&
      (known.high === null || (key !== null && Buffer.compare(key, known.high) <= 0))
    ) {
      return known;
    }
    step();
    const [, found] = stored.below(list, key);
    recent[list] = found;
    return found;
  }

  return {
    find(list, key) {
      const chunk = holding(list, key);
      const index = firstNotBelow(chunk, key);
      if (index === chunk.ids.length || Buffer.compare(chunk.key(index), key) !== 0) return null;
      return entryAt(chunk, index);
    },
    *ascending(list, from, until, wanted) {
      for (let at = from; ;) {
        const chunk = holding(list, at);
        const count = chunk.ids.length;
        const ends = until !== null && (chunk.high === null || Buffer.compare(until, chunk.high) <= 0);
        const end = ends && until !== null ? firstNotBelow(chunk, until) : count;
        for (let index = firstNotBelow(chunk, at); index < end; index++) {
          if (wanted(chunk, index)) yield entryAt(chunk, index);
        }
        if (ends || chunk.high === null) return;
        at = chunk.high;
      }
    },
    *descending(list, from, until, wanted) {
      for (let at = until; ;) {
        if (at !== null && Buffer.compare(at, from) <= 0) return;
        const chunk = below(list, at);
        const count = chunk.ids.length;
        const begins = Buffer.compare(chunk.low, from) <= 0;
        const first = begins ? firstNotBelow(chunk, from) : 0;
        const end = at === null ? count : firstNotBelow(chunk, at);
        for (let index = end - 1; index >= first; index--) {
          if (wanted(chunk, index)) yield entryAt(chunk, index);
        }
        if (begins) return;
        at = chunk.low;
      }
    },
    forget() {
      recent = [];
    },
  };
}
