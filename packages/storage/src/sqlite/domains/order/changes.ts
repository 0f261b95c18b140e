import type { DatabaseSync } from 'node:sqlite';
import { ORDER_FIELDS, type OrderField } from '@sitegrep/site';
import { damagedIndex } from '../../failure.ts';
import type { DomainRow } from '../rows.ts';
import type { StateKeeper } from '../state.ts';
import { keyOf, listOf } from './key.ts';
import { chunkReader } from './lists.ts';
import {
  entriesBetween,
  entriesBytes,
  entryAt,
  firstNotBelow,
  joined,
  packChunk,
  withEntry,
  withoutEntry,
  type Entry,
  type Chunk,
} from './chunk.ts';

/** A chunk is split from this size on, and joined with the next one below the other, in bytes of entries. */
const LARGE = 4_096;
const SMALL = 1_024;
/** Size of the parts that a chunk is split into, in bytes of entries. */
export const TARGET = 3_072;

/** Maximum number of chunks that are held before they are written. */
const MAX_HELD = 1_000;

/** Changes the lists of all fields, inside a write transaction. */
export interface ListChanges {
  /** The entry of a domain, or null: there is none. */
  find(domain: string): Entry | null;
  add(row: DomainRow): void;
  remove(row: DomainRow): void;
  /** Moves a row in the list of a field whose value changed. */
  move(before: DomainRow, after: DomainRow, field: OrderField): void;
  /** Writes what was changed. */
  write(): void;
  /** Forgets what was not written. */
  discard(): void;
}

/** A chunk that was read to be changed. */
interface Held {
  readonly list: number;
  readonly number: number;
  /** Replaced with each change. */
  is: Chunk;
  changed: boolean;
}

/** The position of a key in a chunk, whether it is there or not. */
interface Slot {
  readonly chunk: Held;
  readonly key: Buffer;
  readonly index: number;
  readonly entry: Entry | null;
}

export function listChanges(db: DatabaseSync, state: StateKeeper): ListChanges {
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

  /** The position of a key in a chunk, and its entry if it is there. */
  function slotOf({ is }: Held, key: Buffer): readonly [index: number, entry: Entry | null] {
    const count = is.ids.length;
    const index = firstNotBelow(count, is.key, key);
    const isThere = index < count && Buffer.compare(is.key(index), key) === 0;
    return [index, isThere ? entryAt(is, index) : null];
  }

  /** Changes the list of a field at the position of a row's key. */
  function change(row: DomainRow, field: OrderField, work: (slot: Slot) => void): void {
    const key = keyOf(row, field);
    const chunk = holding(listOf(field), key);
    const [index, entry] = slotOf(chunk, key);
    work({ chunk, key, index, entry });
    chunk.changed = true;
  }

  function insert(row: DomainRow, field: OrderField): void {
    change(row, field, ({ chunk, key, index, entry }) => {
      if (entry !== null) throw damagedIndex(db, `order list ${chunk.list} has ${row.domain} already`);
      chunk.is = withEntry(chunk.is, index, { key, revision: row.revision, id: row.id });
    });
  }

  function take(row: DomainRow, field: OrderField): void {
    change(row, field, ({ chunk, index, entry }) => {
      if (entry?.revision !== row.revision || entry.id !== row.id) {
        throw damagedIndex(db, `order list ${chunk.list} does not have ${row.domain}`);
      }
      chunk.is = withoutEntry(chunk.is, index);
    });
  }

  function bounded(): void {
    if (held.size > MAX_HELD) write();
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

  return {
    find(domain) {
      bounded();
      const key = Buffer.from(domain);
      return slotOf(holding(listOf('domain'), key), key)[1];
    },
    add(row) {
      bounded();
      for (const field of ORDER_FIELDS) insert(row, field);
    },
    remove(row) {
      bounded();
      for (const field of ORDER_FIELDS) take(row, field);
    },
    move(before, after, field) {
      bounded();
      take(before, field);
      insert(after, field);
    },
    write,
    discard: () => held.clear(),
  };
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
