// Rows of table `seen`: when versions of pages were seen, by their numbers in the index of the past.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { damaged, damagedIndex } from '../../failure.ts';
import { arrays, rowOf, rowsOf } from '../array-rows.ts';

/**
 * A version as searches know it: one that was kept or, with the page's own number and id, a stored page that was seen before it
 * was fetched last.
 */
export interface SeenRow {
  /** Number in the index of the past, or of the page; no version and no page has that of another. */
  readonly number: number;
  /** Id of the version, or number of the page. */
  readonly id: number;
  /** Id of its domain. */
  readonly domain: number;
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly firstSeen: number;
  /** Null: it is the stored page. */
  readonly lastSeen: number | null;
  /** Texts that the index of the past has of it, as `textBits` gives them; 0 for a stored page. */
  readonly texts: number;
}

/** Reads rows; each is compared with its checksum. */
export interface SeenRows {
  /** Null if there is none. */
  numbered(number: number): SeenRow | null;
  /** The row of a version. @throws StorageCorrupt if there is none */
  ofVersion(id: number): SeenRow;
  /** The row of a version. @throws StorageCorrupt if there is none */
  version(number: number): KeptVersion;
  /** Rows of numbers above one, by number, read as they are taken. */
  after(number: number): Iterable<SeenRow>;
}

/** The row of a version that was kept. */
interface KeptVersion extends SeenRow {
  readonly lastSeen: number;
}

export interface SeenWriter {
  /** Writes a row, or the times of that of its number. */
  set(row: SeenRow): void;
  remove(number: number): void;
}

/** Rows that are read at a time. */
const BATCH = 5_000;

const COLUMNS = 'number, id, domain, url, first_seen, last_seen, texts';

export function seenRows(db: DatabaseSync): SeenRows {
  const sql = {
    numbered: arrays(db.prepare(`SELECT ${COLUMNS}, crc FROM seen WHERE number = ?`)),
    ofVersion: arrays(db.prepare(`SELECT ${COLUMNS}, crc FROM seen WHERE id = ?`)),
    following: arrays(
      db.prepare(`SELECT ${COLUMNS}, crc FROM seen WHERE number > ? ORDER BY number LIMIT ?`),
    ),
  };

  function checked(values: readonly SQLOutputValue[]): SeenRow {
    const [number, id, domain, url, firstSeen, lastSeen, texts, crc] = values;
    if (
      typeof number !== 'number' ||
      typeof id !== 'number' ||
      typeof domain !== 'number' ||
      typeof url !== 'string' ||
      typeof firstSeen !== 'number' ||
      (typeof lastSeen !== 'number' && lastSeen !== null) ||
      typeof texts !== 'number' ||
      seenCheck(values.slice(0, -1)) !== crc
    ) {
      throw damaged(db, `the checksum of row ${String(number)} of table seen is wrong`);
    }
    return { number, id, domain, url, firstSeen, lastSeen, texts };
  }

  function numbered(number: number): SeenRow | null {
    const values = rowOf(sql.numbered, number);
    return values === null ? null : checked(values);
  }

  return {
    numbered,
    version(number) {
      const row = numbered(number);
      if (row === null || row.lastSeen === null)
        throw damagedIndex(db, `table seen has no version of number ${number}, which the segments name`);
      return { ...row, lastSeen: row.lastSeen };
    },
    ofVersion(id) {
      const values = rowOf(sql.ofVersion, id);
      const row = values === null ? null : checked(values);
      if (row?.id !== id) throw damaged(db, `table seen has no row of version ${id}`);
      return row;
    },
    *after(number) {
      for (let last = number; ;) {
        const rows = rowsOf(sql.following, last, BATCH);
        for (const row of rows) yield checked(row);
        const end = rows.at(-1);
        if (end === undefined || rows.length < BATCH) return;
        last = Number(end[0]);
      }
    },
  };
}

export function seenWriter(db: DatabaseSync): SeenWriter {
  const sql = {
    set: db.prepare(
      `INSERT INTO seen (${COLUMNS}, crc) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE
       SET first_seen = excluded.first_seen, last_seen = excluded.last_seen, crc = excluded.crc`,
    ),
    remove: db.prepare('DELETE FROM seen WHERE number = ?'),
  };
  return {
    set({ number, id, domain, url, firstSeen, lastSeen, texts }) {
      const values = [number, id, domain, url, firstSeen, lastSeen, texts];
      sql.set.run(...values, seenCheck(values));
    },
    remove(number) {
      if (Number(sql.remove.run(number).changes) !== 1)
        throw damaged(db, `table seen has no row of number ${number}`);
    },
  };
}

/** @param values those of the columns but the checksum */
function seenCheck(values: readonly unknown[]): number {
  return crc32(JSON.stringify(values));
}
