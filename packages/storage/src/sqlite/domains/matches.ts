import type { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { intersection, without } from '@sitegrep/segments';
import { domainIdOf, regionOf } from './ids.ts';
import { openMatchCache, type MatchIds } from './match-cache.ts';
import type { Matcher } from './matcher.ts';
import { indexText, lookupOf } from './terms.ts';

/** Page ids looked through between two looks at whether the search is still wanted. */
const SLICE = 65_536;

/** Largest power of two of a block of pages, see ids.ts. */
const LAST_REGION = 20;

/** Matches in the tables of FTS5; ids are those of domains. */
export function fts5Matcher(db: DatabaseSync): Matcher {
  const version = db.prepare('PRAGMA data_version');
  const lastId = db.prepare('SELECT max(id) AS id FROM page WHERE id >= ? AND id < ?');
  const source = db.prepare('SELECT source FROM page WHERE id = ?');
  const lookups = {
    gram: db.prepare(matchingIds('page_gram')),
    phrase: db.prepare(matchingIds('page_text')),
  };
  const indexBytes = db.prepare(
    `SELECT coalesce(sum(pgsize), 0) AS bytes FROM dbstat
     WHERE aggregate = TRUE AND (name LIKE 'page\\_text\\_%' ESCAPE '\\' OR name LIKE 'page\\_gram\\_%' ESCAPE '\\')`,
  );
  const cache = openMatchCache();
  let sequence = -1;
  let slices: readonly (readonly [from: number, to: number])[] = [];

  function slicesOfPages(): readonly (readonly [number, number])[] {
    const found: [number, number][] = [];
    for (let bits = 0; bits <= LAST_REGION; bits++) {
      const [first, end] = regionOf(bits);
      const last = lastId.get(first, end)?.['id'] ?? null;
      if (last === null) continue;
      for (let from = first; from <= Number(last); from += SLICE) found.push([from, from + SLICE]);
    }
    return found;
  }

  function holds(pageId: number, text: string): boolean {
    const packed = source.get(pageId)?.['source'];
    if (!(packed instanceof Uint8Array)) throw new Error(`page ${pageId} is indexed but not stored`);
    return indexText(zstdDecompressSync(packed).toString()).includes(text);
  }

  function lookUp(term: string, checkpoint: () => void): MatchIds {
    const lookup = lookupOf(term);
    if (lookup.kind === 'never') return new Float64Array();
    const statement = lookup.kind === 'gram' ? lookups.gram : lookups.phrase;
    const domains: number[] = [];
    for (const [from, to] of slices) {
      checkpoint();
      const pageIds = JSON.parse(String(statement.get(lookup.match, from, to)?.['ids'])) as number[];
      for (const pageId of pageIds) {
        const domain = domainIdOf(pageId);
        if (domain === domains.at(-1)) continue;
        if (lookup.kind === 'pieces') {
          checkpoint();
          if (!holds(pageId, lookup.text)) continue;
        }
        domains.push(domain);
      }
    }
    return Float64Array.from(domains);
  }

  function cached(term: string, checkpoint: () => void): MatchIds {
    const known = cache.get(term);
    if (known?.sequence === sequence) return known.ids;
    const ids = lookUp(term, checkpoint);
    cache.keep(term, { ids, sequence });
    return ids;
  }

  return {
    column: 'id',
    begin() {
      const before = sequence;
      sequence = Number(version.get()?.['data_version']);
      if (sequence !== before) slices = slicesOfPages();
      return true;
    },
    holdsFiles: () => false,
    find({ all, none }, checkpoint) {
      const holders = (terms: readonly string[]): MatchIds =>
        terms.map((term) => cached(term, checkpoint)).reduce(intersection);
      return none.map(holders).reduce(without, holders(all));
    },
    bytes: () => Number(indexBytes.get()?.['bytes']),
    close() {},
  };
}

export function includes(ids: MatchIds, id: number): boolean {
  return indexIn(ids, id) !== -1;
}

/** Where an id stands, by binary search; -1: nowhere. */
export function indexIn(ids: MatchIds, id: number): number {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = ids[middle] ?? Number.NaN;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** One value holds all ids of a slice: a row each would cost more than finding them. FTS5 gives rows by ascending id. */
function matchingIds(table: string): string {
  return `SELECT json_group_array(rowid) AS ids FROM ${table} WHERE ${table} MATCH ? AND rowid >= ? AND rowid < ?`;
}
