import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { crc32, zstdDecompressSync } from 'node:zlib';
import { damaged } from '../../failure.ts';
import { type DomainList, ListRefused, type ListTime, MAX_LISTS } from '../../../lists/domain-lists.ts';
import { nextNumber, type StateKeeper } from '../state.ts';

/** A list as table `list` has it. */
export interface ListRow extends DomainList {
  /** Number of its names as they are now: none is used twice. */
  readonly number: number;
  /** Number of its chunks. */
  readonly chunks: number;
}

/** Some names of a list, sorted, as they are stored. */
export interface NameChunk {
  readonly first: string;
  /** The names with a line break between two of them, compressed. */
  readonly packed: Uint8Array;
}

/** Reads tables `list` and `list_chunk`; each row is compared with its checksum. */
export interface ListReader {
  get(id: string): ListRow | null;
  /** The next lists after a name, in code point order. */
  following(after: string, limit: number): readonly ListRow[];
  /** The first name of each chunk of a list. */
  firsts(row: ListRow): readonly string[];
  /** The names of a chunk of a list. */
  chunk(row: ListRow, index: number): readonly string[];
}

/** Number of the names of a list that is not there. */
export const NONE = 0;

/** Names of a list that are written. */
export interface ListPut extends ListTime {
  readonly domains: number;
  readonly chunks: readonly NameChunk[];
  /** Number of the names that they are made from, 0: none; null: whatever is there. */
  readonly ifNumber: number | null;
}

/** Changes tables `list` and `list_chunk`, inside a write transaction. */
export interface ListWriter {
  /** @returns null if the list has other names than they are made from; 'too many lists' if it would be one too many */
  put(list: ListPut): DomainList | 'too many lists' | null;
  remove(id: string): boolean;
}

const COLUMNS = 'id, number, domains, chunks, created_at, changed_at, crc';

export function listReader(db: DatabaseSync): ListReader {
  const sql = {
    get: db.prepare(`SELECT ${COLUMNS} FROM list WHERE id = ?`),
    following: db.prepare(`SELECT ${COLUMNS} FROM list WHERE id > ? ORDER BY id LIMIT ?`),
    firsts: db.prepare('SELECT first FROM list_chunk WHERE list = ? ORDER BY number'),
    chunk: db.prepare('SELECT first, names, crc FROM list_chunk WHERE list = ? AND number = ?'),
  };

  function rowOf(row: Readonly<Record<string, SQLOutputValue>>): ListRow {
    const list: ListRow = {
      id: String(row['id']),
      number: Number(row['number']),
      domains: Number(row['domains']),
      chunks: Number(row['chunks']),
      createdAt: Number(row['created_at']),
      changedAt: Number(row['changed_at']),
    };
    if (listCheck(list) !== row['crc'])
      throw damaged(db, `the checksum of the list ${list.id} in table list is wrong`);
    return list;
  }

  return {
    get(id) {
      const row = sql.get.get(id);
      return row === undefined ? null : rowOf(row);
    },
    following: (after, limit) => sql.following.all(after, limit).map(rowOf),
    firsts({ id, number, chunks }) {
      const firsts = sql.firsts.all(number).map(({ first }) => String(first));
      if (firsts.length !== chunks)
        throw damaged(db, `the list ${id} has ${firsts.length} chunks, and should have ${chunks}`);
      return firsts;
    },
    chunk({ id, number }, index) {
      const { first, names, crc } = sql.chunk.get(number, index) ?? {};
      if (!(names instanceof Uint8Array) || chunkCheck(number, index, String(first), names) !== crc)
        throw damaged(db, `the checksum of chunk ${index} of the list ${id} in table list_chunk is wrong`);
      return zstdDecompressSync(names).toString().split('\n');
    },
  };
}

export function listWriter(db: DatabaseSync, rows: ListReader, state: StateKeeper): ListWriter {
  const sql = {
    count: db.prepare('SELECT count(*) AS lists FROM list'),
    set: db.prepare(`INSERT OR REPLACE INTO list (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`),
    remove: db.prepare('DELETE FROM list WHERE id = ?'),
    addChunk: db.prepare('INSERT INTO list_chunk (list, number, first, names, crc) VALUES (?, ?, ?, ?, ?)'),
    removeChunks: db.prepare('DELETE FROM list_chunk WHERE list = ?'),
  };

  return {
    put({ id, at, domains, chunks, ifNumber }) {
      const existing = rows.get(id);
      if (ifNumber !== null && (existing?.number ?? NONE) !== ifNumber) return null;
      if (existing === null && Number(sql.count.get()?.['lists']) >= MAX_LISTS) return 'too many lists';
      const number = nextNumber(state, 'lastList');
      for (const [index, { first, packed }] of chunks.entries())
        sql.addChunk.run(number, index, first, packed, chunkCheck(number, index, first, packed));
      const list = { id, domains, createdAt: existing?.createdAt ?? at, changedAt: at };
      const row: ListRow = { ...list, number, chunks: chunks.length };
      sql.set.run(id, number, domains, row.chunks, row.createdAt, at, listCheck(row));
      if (existing !== null) sql.removeChunks.run(existing.number);
      return list;
    },
    remove(id) {
      const existing = rows.get(id);
      if (existing === null) return false;
      // What searches find with it changes, so the commit must be counted.
      state.change({});
      sql.remove.run(id);
      sql.removeChunks.run(existing.number);
      return true;
    },
  };
}

/** The list as a port gives it. */
export function shownList({ id, domains, createdAt, changedAt }: ListRow): DomainList {
  return { id, domains, createdAt, changedAt };
}

function listCheck({ id, number, domains, chunks, createdAt, changedAt }: ListRow): number {
  return crc32(JSON.stringify(['list', id, number, domains, chunks, createdAt, changedAt]));
}

function chunkCheck(list: number, number: number, first: string, packed: Uint8Array): number {
  return crc32(packed, crc32(JSON.stringify(['list_chunk', list, number, first])));
}

/** @throws ListRefused if the list was not written for that reason */
export function writtenList(written: DomainList | 'too many lists'): DomainList {
  if (written === 'too many lists') throw new ListRefused(written);
  return written;
}
