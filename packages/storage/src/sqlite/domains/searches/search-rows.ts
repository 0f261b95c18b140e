import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { Expression } from '@sitegrep/search';
import { damaged } from '../../failure.ts';
import type { SavedSearch, SearchLevel } from '../../../searches/saved-searches.ts';
import { arrays, rowOf, rowsOf } from '../array-rows.ts';

/** A saved search as table `search` has it. */
export interface SearchRow extends SavedSearch {
  /** None is used twice: a search that is made under the name of a deleted one has another. */
  readonly number: number;
  /** Number of what is known of its present criteria. */
  readonly matches: number;
  /** How often stored domains were to be decided anew. */
  readonly fills: number;
  /** Domains of later revisions are decided. */
  readonly since: number;
  /** Domains of ids up to this one are decided. */
  readonly filledTo: number;
}

/** Reads table `search`; each row is compared with its checksum. */
export interface SearchRows {
  get(id: string): SearchRow | null;
  /** The search of a number; null: it is no more. */
  ofNumber(number: number): SearchRow | null;
  /** The next searches after a name, in code point order. */
  following(after: string, limit: number): readonly SearchRow[];
}

const COLUMNS = [
  'id',
  'number',
  'matches',
  'generation',
  'level',
  'criteria',
  'definition',
  'created_at',
  'changed_at',
  'is_filled',
  'fills',
  'since',
  'filled_to',
].join(', ');

export function searchRows(db: DatabaseSync): SearchRows {
  const sql = {
    get: arrays(db.prepare(`SELECT ${COLUMNS}, crc FROM search WHERE id = ?`)),
    ofNumber: arrays(db.prepare(`SELECT ${COLUMNS}, crc FROM search WHERE number = ?`)),
    following: arrays(db.prepare(`SELECT ${COLUMNS}, crc FROM search WHERE id > ? ORDER BY id LIMIT ?`)),
  };

  function checked(values: readonly SQLOutputValue[]): SearchRow {
    if (searchCheck(values.slice(0, -1)) !== values.at(-1))
      throw damaged(db, `the checksum of the search ${String(values[0])} in table search is wrong`);
    const [id, number, matches, generation, level, criteria, definition, ...rest] = values;
    const [createdAt, changedAt, isFilled, fills, since, filledTo] = rest.map(Number);
    // The checksum says that these are the values of a row that `searchValues` gave.
    return {
      id: String(id),
      number: Number(number),
      matches: Number(matches),
      generation: Number(generation),
      level: level as SearchLevel,
      where: JSON.parse(String(criteria)) as Expression,
      definition: JSON.parse(String(definition)),
      createdAt: createdAt ?? 0,
      changedAt: changedAt ?? 0,
      filled: isFilled === 1,
      fills: fills ?? 0,
      since: since ?? 0,
      filledTo: filledTo ?? 0,
    };
  }

  function one(values: readonly SQLOutputValue[] | null): SearchRow | null {
    return values === null ? null : checked(values);
  }

  return {
    get: (id) => one(rowOf(sql.get, id)),
    ofNumber: (number) => one(rowOf(sql.ofNumber, number)),
    following: (after, limit) => rowsOf(sql.following, after, limit).map(checked),
  };
}

export interface SearchRowsWriter extends SearchRows {
  set(row: SearchRow): void;
  remove(id: string): void;
}

export function searchRowsWriter(db: DatabaseSync): SearchRowsWriter {
  const sql = {
    set: db.prepare(
      `INSERT OR REPLACE INTO search (${COLUMNS}, crc) VALUES (${'?, '.repeat(COLUMNS.split(',').length)}?)`,
    ),
    remove: db.prepare('DELETE FROM search WHERE id = ?'),
  };
  return {
    ...searchRows(db),
    set(row) {
      const values = searchValues(row);
      sql.set.run(...values, searchCheck(values));
    },
    remove(id) {
      sql.remove.run(id);
    },
  };
}

function searchValues(row: SearchRow): readonly (string | number)[] {
  return [
    row.id,
    row.number,
    row.matches,
    row.generation,
    row.level,
    JSON.stringify(row.where),
    JSON.stringify(row.definition ?? null),
    row.createdAt,
    row.changedAt,
    row.filled ? 1 : 0,
    row.fills,
    row.since,
    row.filledTo,
  ];
}

function searchCheck(values: readonly unknown[]): number {
  return crc32(JSON.stringify(['search', ...values]));
}

/** The search as a port gives it. */
export function shownSearch(row: SearchRow): SavedSearch {
  const { id, level, where, definition, createdAt, changedAt, generation, filled } = row;
  return { id, level, where, definition, createdAt, changedAt, generation, filled };
}
