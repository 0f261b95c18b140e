import type { DatabaseSync } from 'node:sqlite';
import { ORDER_FIELDS, type OrderField } from '@sitegrep/site';
import { damagedIndex } from '../../failure.ts';
import type { DomainRow } from '../rows.ts';
import type { StateKeeper } from '../state.ts';
import { type Entry, entryAt, firstNotBelow, withEntry, withoutEntry } from './chunk.ts';
import { type Held, heldChunks } from './held-chunks.ts';
import { keyOf, listOf } from './key.ts';

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

/** The position of a key in a chunk, whether it is there or not. */
interface Slot {
  readonly chunk: Held;
  readonly key: Buffer;
  readonly index: number;
  readonly entry: Entry | null;
}

export function listChanges(db: DatabaseSync, state: StateKeeper): ListChanges {
  const chunks = heldChunks(db, state);

  /** Changes the list of a field at the position of a row's key. */
  function change(row: DomainRow, field: OrderField, work: (slot: Slot) => void): void {
    const key = keyOf(row, field);
    const chunk = chunks.holding(listOf(field), key);
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
    if (chunks.count() > MAX_HELD) chunks.write();
  }

  return {
    find(domain) {
      bounded();
      const key = Buffer.from(domain);
      return slotOf(chunks.holding(listOf('domain'), key), key)[1];
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
    write: () => chunks.write(),
    discard: () => chunks.discard(),
  };
}

/** The position of a key in a chunk, and its entry if it is there. */
function slotOf({ is }: Held, key: Buffer): readonly [index: number, entry: Entry | null] {
  const count = is.ids.length;
  const index = firstNotBelow(is, key);
  const isThere = index < count && Buffer.compare(is.key(index), key) === 0;
  return [index, isThere ? entryAt(is, index) : null];
}
