// Rows of table `fulfilled`: which domains fulfil which searches, and by which pages.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { VarintReader, VarintWriter } from '@sitegrep/segments';
import { damaged } from '../../failure.ts';
import { arrays, rowOf, rowsOf } from '../array-rows.ts';
import type { StateKeeper } from '../state.ts';

/** That a domain fulfils a search. */
interface Fulfilled {
  /** Number of the matches of the search. */
  readonly search: number;
  /** Id of the domain. */
  readonly domain: number;
  /** Numbers of the pages that fulfil it, ascending; none at the level `domain`. */
  readonly pages: readonly number[];
}

/** Reads rows; each is compared with its checksum. */
export interface FulfilledRows {
  has(search: number, domain: number): boolean;
  /** The rows of a domain. */
  ofDomain(domain: number): readonly Fulfilled[];
  /** Numbers of the matches that a domain is among. */
  searchesOf(domain: number): readonly number[];
  /** Ids of the domains that fulfil a search, ascending. */
  domainsOf(search: number): Iterable<number>;
  /** The rows of a search of the domains of some ids. */
  between(search: number, after: number, upTo: number): readonly Fulfilled[];
  /** All rows, by search. */
  all(): Iterable<Fulfilled>;
}

const COLUMNS = 'search, domain, pages, crc';

export function fulfilledRows(db: DatabaseSync): FulfilledRows {
  const select = (rest: string): ReturnType<typeof arrays> =>
    arrays(db.prepare(`SELECT ${COLUMNS} FROM fulfilled ${rest}`));
  const sql = {
    one: select('WHERE search = ? AND domain = ?'),
    ofDomain: select('WHERE domain = ?'),
    ofSearch: select('WHERE search = ? ORDER BY domain'),
    between: select('WHERE search = ? AND domain > ? AND domain <= ? ORDER BY domain'),
    all: select('ORDER BY search, domain'),
  };

  function packedOf(row: readonly SQLOutputValue[]): Uint8Array {
    const [search, domain, pages, crc] = row;
    if (!(pages instanceof Uint8Array) || fulfilledCheck(Number(search), Number(domain), pages) !== crc)
      throw damaged(
        db,
        `the checksum of the row of search ${String(search)} and domain ${String(domain)} in table fulfilled is wrong`,
      );
    return pages;
  }

  function checked(row: readonly SQLOutputValue[]): Fulfilled {
    const pages = unpackNumbers(packedOf(row));
    return { search: Number(row[0]), domain: Number(row[1]), pages };
  }

  function* iterated(rows: Iterable<unknown>): Generator<readonly SQLOutputValue[]> {
    // Rows are arrays, which the types of Node do not know.
    for (const row of rows) yield row as readonly SQLOutputValue[];
  }

  return {
    has(search, domain) {
      const row = rowOf(sql.one, search, domain);
      if (row !== null) packedOf(row);
      return row !== null;
    },
    ofDomain: (domain) => rowsOf(sql.ofDomain, domain).map(checked),
    searchesOf: (domain) =>
      rowsOf(sql.ofDomain, domain).map((row) => {
        packedOf(row);
        return Number(row[0]);
      }),
    *domainsOf(search) {
      for (const row of iterated(sql.ofSearch.iterate(search))) {
        packedOf(row);
        yield Number(row[1]);
      }
    },
    between: (search, after, upTo) => rowsOf(sql.between, search, after, upTo).map(checked),
    *all() {
      for (const row of iterated(sql.all.iterate())) yield checked(row);
    },
  };
}

export interface FulfilledWriter extends FulfilledRows {
  set(fulfilled: Fulfilled): void;
  remove(search: number, domain: number): void;
  /** Removes some rows under a number. @returns whether none is left */
  removeSome(search: number, limit: number): boolean;
}

export function fulfilledWriter(db: DatabaseSync, state: StateKeeper): FulfilledWriter {
  const sql = {
    insert: db.prepare(`INSERT INTO fulfilled (${COLUMNS}) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`),
    update: db.prepare('UPDATE fulfilled SET pages = ?, crc = ? WHERE search = ? AND domain = ?'),
    remove: db.prepare('DELETE FROM fulfilled WHERE search = ? AND domain = ?'),
    removeSome: db.prepare(
      `DELETE FROM fulfilled WHERE search = ?1 AND domain IN (SELECT domain FROM fulfilled WHERE search = ?1 ORDER BY domain LIMIT ?2)`,
    ),
  };
  const count = (more: number): void => state.change({ fulfilled: state.get().fulfilled + more });
  return {
    ...fulfilledRows(db),
    set({ search, domain, pages }) {
      const packed = packNumbers(pages);
      const crc = fulfilledCheck(search, domain, packed);
      if (Number(sql.insert.run(search, domain, packed, crc).changes) === 1) count(1);
      else sql.update.run(packed, crc, search, domain);
    },
    remove(search, domain) {
      if (Number(sql.remove.run(search, domain).changes) !== 1)
        throw damaged(db, `the row of search ${search} and domain ${domain} is missing in table fulfilled`);
      count(-1);
    },
    removeSome(search, limit) {
      const removed = Number(sql.removeSome.run(search, limit).changes);
      if (removed > 0) count(-removed);
      return removed < limit;
    },
  };
}

function fulfilledCheck(search: number, domain: number, pages: Uint8Array): number {
  return crc32(pages, crc32(`fulfilled ${search} ${domain}`));
}

/** Packs ascending numbers: how many there are, and the difference of each from the one before. */
function packNumbers(numbers: readonly number[]): Uint8Array {
  if (numbers.length === 0) return NONE;
  const packed = new VarintWriter();
  packed.push(numbers.length);
  let last = 0;
  for (const number of numbers) {
    packed.push(number - last);
    last = number;
  }
  return packed.bytes();
}

const NONE = new Uint8Array();

function unpackNumbers(packed: Uint8Array): readonly number[] {
  if (packed.length === 0) return [];
  const reader = new VarintReader(packed, 0);
  let last = 0;
  return Array.from({ length: reader.next() }, () => (last += reader.next()));
}
