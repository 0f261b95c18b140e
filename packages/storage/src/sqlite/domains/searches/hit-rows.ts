// Rows of table `page_hits`: which literals of saved searches the pages of a domain have, so that those that stay need not be read.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { PageHits } from '@sitegrep/deciding';
import { VarintReader, VarintWriter } from '@sitegrep/segments';
import { damaged } from '../../failure.ts';
import { arrays, rowOf } from '../array-rows.ts';

/** Literals of pages by their numbers. */
export type HitsByPage = ReadonlyMap<number, PageHits>;

/** Reads rows; each is compared with its checksum. */
export interface HitRows {
  /** Those of the pages of a domain, as far as they are known. */
  of(domain: number): HitsByPage;
  /** Ids of the domains that have a row, each of which is sound. */
  domains(): Iterable<number>;
}

/** Maximum number of literals of all pages of a row: about as many bytes. Pages that have more than that are looked at with each put. */
const MAX_LITERALS = 1_000_000;

/** A page whose number was never used for another one keeps its literals; a domain of one page has no page that stays. */
const MIN_PAGES = 2;

export function hitRows(db: DatabaseSync): HitRows {
  const sql = {
    one: arrays(db.prepare('SELECT domain, hits, crc FROM page_hits WHERE domain = ?')),
    all: arrays(db.prepare('SELECT domain, hits, crc FROM page_hits ORDER BY domain')),
  };

  function checked([domain, hits, crc]: readonly SQLOutputValue[]): HitsByPage {
    if (!(hits instanceof Uint8Array) || hitsCheck(Number(domain), hits) !== crc)
      throw damaged(db, `the checksum of the row of domain ${String(domain)} in table page_hits is wrong`);
    return unpackHits(hits);
  }

  return {
    of(domain) {
      const row = rowOf(sql.one, domain);
      return row === null ? new Map() : checked(row);
    },
    *domains() {
      // Rows are arrays, which the types of Node do not know.
      for (const row of sql.all.iterate() as Iterable<unknown>) {
        const values = row as readonly SQLOutputValue[];
        checked(values);
        yield Number(values[0]);
      }
    },
  };
}

export interface HitWriter extends HitRows {
  /**
   * Writes what is known of the pages of a domain, if it is other than before.
   *
   * @param pages numbers of all of them
   * @param hits those of each page
   */
  set(domain: number, before: HitsByPage, pages: readonly number[], hits: readonly (PageHits | null)[]): void;
}

export function hitWriter(db: DatabaseSync): HitWriter {
  const sql = {
    set: db.prepare('INSERT OR REPLACE INTO page_hits (domain, hits, crc) VALUES (?, ?, ?)'),
    remove: db.prepare('DELETE FROM page_hits WHERE domain = ?'),
  };
  return {
    ...hitRows(db),
    set(domain, before, pages, hits) {
      const known: (readonly [number, PageHits])[] = [];
      let literals = 0;
      for (const [at, number] of pages.entries()) {
        const own = hits[at] ?? null;
        if (own === null) continue;
        literals += own.literals.length;
        if (literals > MAX_LITERALS) break;
        known.push([number, own]);
      }
      if (known.length === before.size && known.every(([number, own]) => before.get(number) === own)) return;
      if (pages.length < MIN_PAGES || known.length === 0) {
        sql.remove.run(domain);
        return;
      }
      const packed = packHits(known.sort(([a], [b]) => a - b));
      sql.set.run(domain, packed, hitsCheck(domain, packed));
    },
  };
}

function hitsCheck(domain: number, packed: Uint8Array): number {
  return crc32(packed, crc32(`page_hits ${domain}`));
}

/**
 * Numbers one after another: how many numbers of searches there are, and these; how many literals, and the difference of the id of each
 * from the one before; then, for each page, the difference of its number, the indexes of its search and of its literals among these.
 *
 * @param pages by their numbers, ascending
 */
function packHits(pages: readonly (readonly [number, PageHits])[]): Uint8Array {
  const packed = new VarintWriter();
  const searches = indexOf(pages.map(([, { through }]) => through));
  const literals = indexOf(pages.flatMap(([, own]) => [...own.literals]));
  packed.push(searches.size);
  for (const number of searches.keys()) packed.push(number);
  packed.push(literals.size);
  pushAscending(packed, [...literals.keys()]);
  let last = 0;
  for (const [number, { through, literals: own }] of pages) {
    packed.push(number - last);
    last = number;
    packed.push(searches.get(through) ?? 0);
    packed.push(own.length);
    pushAscending(
      packed,
      Array.from(own, (id) => literals.get(id) ?? 0).sort((a, b) => a - b),
    );
  }
  return packed.bytes();
}

/** Positions of different numbers in their order. */
function indexOf(numbers: readonly number[]): ReadonlyMap<number, number> {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  return new Map(sorted.map((number, at) => [number, at]));
}

function pushAscending(packed: VarintWriter, numbers: readonly number[]): void {
  let last = 0;
  for (const number of numbers) {
    packed.push(number - last);
    last = number;
  }
}

function unpackHits(packed: Uint8Array): HitsByPage {
  const reader = new VarintReader(packed, 0);
  const searches = Array.from({ length: reader.next() }, () => reader.next());
  const literals = ascending(reader, reader.next());
  const pages = new Map<number, PageHits>();
  for (let number = 0; reader.at < packed.length;) {
    number += reader.next();
    const through = searches[reader.next()] ?? 0;
    const own = ascending(reader, reader.next()).map((at) => literals[at] ?? 0);
    pages.set(number, { through, literals: own });
  }
  return pages;
}

function ascending(reader: VarintReader, count: number): Float64Array {
  let last = 0;
  return Float64Array.from({ length: count }, () => (last += reader.next()));
}
