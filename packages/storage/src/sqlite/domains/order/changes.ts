import type { DatabaseSync } from 'node:sqlite';
import type { OrderField } from '@sitegrep/search';
import { damagedIndex } from '../../damage.ts';
import type { DomainRow } from '../rows.ts';
import type { StateKeeper } from '../state.ts';
import { keyOf, listOf, LISTED_FIELDS } from './key.ts';
import { stretchReader } from './lists.ts';
import {
  entriesBetween,
  entriesBytes,
  entryAt,
  firstNotBelow,
  joined,
  packStretch,
  withEntry,
  withoutEntry,
  type Entry,
  type Stretch,
} from './stretch.ts';

/** A stretch is cut from this size on, and joined with the next one below that, in bytes of entries. */
const LARGE = 4_096;
const SMALL = 1_024;
/** What it is cut into. */
export const TARGET = 3_072;

/** Stretches that are held at most before they are written. */
const MAX_HELD = 1_000;

/** Changes the lists of all fields, inside a write transaction. */
export interface ListChanges {
  /** The entry of a domain, or null: there is none. */
  find(domain: string): Entry | null;
  add(row: DomainRow): void;
  remove(row: DomainRow): void;
  /** Takes note of another value of one field of a row. */
  move(before: DomainRow, after: DomainRow, field: OrderField): void;
  /** Writes what was changed. */
  write(): void;
  /** Forgets what was not written. */
  discard(): void;
}

/** A stretch that was read to be changed. */
interface Held {
  readonly list: number;
  readonly number: number;
  /** Replaced with each change. */
  is: Stretch;
  changed: boolean;
}

/** Where a key stands in a stretch, or would. */
interface Place {
  readonly stretch: Held;
  readonly key: Buffer;
  readonly index: number;
  readonly entry: Entry | null;
}

export function listChanges(db: DatabaseSync, state: StateKeeper): ListChanges {
  const stored = stretchReader(db);
  const sql = {
    place: db.prepare('INSERT INTO ordered (list, low, number) VALUES (?, ?, ?)'),
    unplace: db.prepare('DELETE FROM ordered WHERE list = ? AND low = ? AND number = ?'),
    insert: db.prepare('INSERT INTO stretch (number, entries) VALUES (?, ?)'),
    remove: db.prepare('DELETE FROM stretch WHERE number = ?'),
  };
  const held = new Map<number, Held>();

  function holding(list: number, key: Buffer): Held {
    const number = stored.numberHolding(list, key);
    const stretch = held.get(number) ?? read(list, number);
    const { low, high } = stretch.is;
    if (
      stretch.list !== list ||
      Buffer.compare(low, key) > 0 ||
      (high !== null && Buffer.compare(high, key) <= 0)
    ) {
      throw damagedIndex(db, `order list ${list} has a gap at stretch ${number}`);
    }
    return stretch;
  }

  function read(list: number, number: number): Held {
    const made = { list, number, is: stored.read(list, number), changed: false };
    held.set(number, made);
    return made;
  }

  /** Where a key stands, or would. */
  function placeOf({ is }: Held, key: Buffer): readonly [index: number, entry: Entry | null] {
    const count = is.ids.length;
    const index = firstNotBelow(count, is.key, key);
    const isThere = index < count && Buffer.compare(is.key(index), key) === 0;
    return [index, isThere ? entryAt(is, index) : null];
  }

  /** Changes the list of a field where the key of a row stands, or would. */
  function change(row: DomainRow, field: OrderField, work: (place: Place) => void): void {
    const key = keyOf(row, field);
    const stretch = holding(listOf(field), key);
    const [index, entry] = placeOf(stretch, key);
    work({ stretch, key, index, entry });
    stretch.changed = true;
  }

  function insert(row: DomainRow, field: OrderField): void {
    change(row, field, ({ stretch, key, index, entry }) => {
      if (entry !== null) throw damagedIndex(db, `order list ${stretch.list} has ${row.domain} already`);
      stretch.is = withEntry(stretch.is, index, { key, revision: row.revision, id: row.id });
    });
  }

  function take(row: DomainRow, field: OrderField): void {
    change(row, field, ({ stretch, index, entry }) => {
      if (entry?.revision !== row.revision || entry.id !== row.id) {
        throw damagedIndex(db, `order list ${stretch.list} does not have ${row.domain}`);
      }
      stretch.is = withoutEntry(stretch.is, index);
    });
  }

  function bounded(): void {
    if (held.size > MAX_HELD) write();
  }

  /** Takes the next stretches into one that became small. */
  function join(stretch: Held): void {
    for (let { high } = stretch.is; bytesOf(stretch.is) < SMALL && high !== null; { high } = stretch.is) {
      const next = holding(stretch.list, high);
      if (bytesOf(stretch.is) + bytesOf(next.is) > LARGE) return;
      drop(next);
      stretch.is = joined(stretch.is, next.is);
    }
  }

  /** Takes a stretch out of the tables. */
  function drop({ list, number, is: { low } }: Held): void {
    held.delete(number);
    const removed =
      Number(sql.unplace.run(list, low, number).changes) + Number(sql.remove.run(number).changes);
    if (removed !== 2) throw damagedIndex(db, `order list ${list} lacks stretch ${number}`);
  }

  function write(): void {
    let { lastStretch } = state.get();
    for (const stretch of held.values()) {
      if (!stretch.changed) continue;
      join(stretch);
      drop(stretch);
      for (const piece of cut(stretch.is)) {
        sql.insert.run(++lastStretch, packStretch(stretch.list, lastStretch, piece));
        sql.place.run(stretch.list, piece.low, lastStretch);
      }
    }
    held.clear();
    if (lastStretch !== state.get().lastStretch) state.change({ lastStretch });
  }

  return {
    find(domain) {
      bounded();
      const key = Buffer.from(domain);
      return placeOf(holding(listOf('domain'), key), key)[1];
    },
    add(row) {
      bounded();
      for (const field of LISTED_FIELDS) insert(row, field);
    },
    remove(row) {
      bounded();
      for (const field of LISTED_FIELDS) take(row, field);
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

function bytesOf(stretch: Stretch): number {
  return entriesBytes(stretch, stretch.ids.length);
}

/** Pieces of about `TARGET` bytes, which follow each other without a gap. */
function cut(stretch: Stretch): readonly Stretch[] {
  const bytes = bytesOf(stretch);
  if (bytes <= LARGE) return [stretch];
  const target = bytes / Math.ceil(bytes / TARGET);
  const count = stretch.ids.length;
  const pieces: Stretch[] = [];
  let [from, { low }] = [0, stretch];
  for (let at = 1; at < count; at++) {
    if (entriesBytes(stretch, at) < target * (pieces.length + 1)) continue;
    const high = stretch.key(at);
    pieces.push(entriesBetween(stretch, from, at, low, high));
    [from, low] = [at, high];
  }
  return [...pieces, entriesBetween(stretch, from, count, low, stretch.high)];
}
