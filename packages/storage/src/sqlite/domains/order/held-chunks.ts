import type { DatabaseSync } from 'node:sqlite';
import { damagedIndex } from '../../failure.ts';
import type { StateKeeper } from '../state.ts';
import { type Chunk, entriesBetween, entriesBytes, joined, packChunk } from './chunk.ts';
import { chunkReader } from './lists.ts';

/** A chunk is split from this size on, and joined with the next one below the other, in bytes of entries. */
const LARGE = 4_096;
const SMALL = 1_024;
/** Size of the parts that a chunk is split into, in bytes of entries. */
export const TARGET = 3_072;

/** A chunk that was read to be changed. */
export interface Held {
  readonly list: number;
  readonly number: number;
  /** Replaced with each change. */
  is: Chunk;
  changed: boolean;
}

/** Chunks that are changed in memory and then written, joined or split where they became small or large. */
export interface HeldChunks {
  count(): number;
  /** The chunk that has, or would have, a key. */
  holding(list: number, key: Buffer): Held;
  write(): void;
  /** Forgets what was not written. */
  discard(): void;
}

export function heldChunks(db: DatabaseSync, state: StateKeeper): HeldChunks {
  const stored = chunkReader(db);
  const sql = {
    list: db.prepare('INSERT INTO ordered (list, low, number) VALUES (?, ?, ?)'),
    unlist: db.prepare('DELETE FROM ordered WHERE list = ? AND low = ? AND number = ?'),
    insert: db.prepare('INSERT INTO chunk (number, entries) VALUES (?, ?)'),
    remove: db.prepare('DELETE FROM chunk WHERE number = ?'),
  };
  const held = new Map<number, Held>();

  function holding(list: number, key: Buffer): Held {
    const number = stored.numberHolding(list, key);
    const chunk = held.get(number) ?? read(list, number);
    const { low, high } = chunk.is;
    if (
      chunk.list !== list ||
      Buffer.compare(low, key) > 0 ||
      (high !== null && Buffer.compare(high, key) <= 0)
    ) {
      throw damagedIndex(db, `order list ${list} has a gap at chunk ${number}`);
    }
    return chunk;
  }

  function read(list: number, number: number): Held {
    const made = { list, number, is: stored.read(list, number), changed: false };
    held.set(number, made);
    return made;
  }

  /** Joins a chunk that became small with the next ones. */
  function join(chunk: Held): void {
    for (let { high } = chunk.is; bytesOf(chunk.is) < SMALL && high !== null; { high } = chunk.is) {
      const next = holding(chunk.list, high);
      if (bytesOf(chunk.is) + bytesOf(next.is) > LARGE) return;
      drop(next);
      chunk.is = joined(chunk.is, next.is);
    }
  }

  /** Deletes a chunk from the tables. */
  function drop({ list, number, is: { low } }: Held): void {
    held.delete(number);
    const removed =
      Number(sql.unlist.run(list, low, number).changes) + Number(sql.remove.run(number).changes);
    if (removed !== 2) throw damagedIndex(db, `order list ${list} lacks chunk ${number}`);
  }

  function write(): void {
    let { lastChunk } = state.get();
    for (const chunk of held.values()) {
      if (!chunk.changed) continue;
      join(chunk);
      drop(chunk);
      for (const piece of split(chunk.is)) {
        sql.insert.run(++lastChunk, packChunk(chunk.list, lastChunk, piece));
        sql.list.run(chunk.list, piece.low, lastChunk);
      }
    }
    held.clear();
    if (lastChunk !== state.get().lastChunk) state.change({ lastChunk });
  }

  return { count: () => held.size, holding, write, discard: () => held.clear() };
}

function bytesOf(chunk: Chunk): number {
  return entriesBytes(chunk, chunk.ids.length);
}

/** Splits a chunk into parts of about `TARGET` bytes, which follow each other without a gap. */
function split(chunk: Chunk): readonly Chunk[] {
  const bytes = bytesOf(chunk);
  if (bytes <= LARGE) return [chunk];
  const target = bytes / Math.ceil(bytes / TARGET);
  const count = chunk.ids.length;
  const pieces: Chunk[] = [];
  let [from, { low }] = [0, chunk];
  for (let at = 1; at < count; at++) {
    if (entriesBytes(chunk, at) < target * (pieces.length + 1)) continue;
    const high = chunk.key(at);
    pieces.push(entriesBetween(chunk, from, at, low, high));
    [from, low] = [at, high];
  }
  return [...pieces, entriesBetween(chunk, from, count, low, chunk.high)];
}
