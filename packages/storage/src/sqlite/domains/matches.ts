import type { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { domainIdOf, regionOf } from './ids.ts';
import { indexText, lookupOf } from './terms.ts';

/** Ids of domains, ascending. */
export type DomainIds = Float64Array<ArrayBuffer>;

/** Page ids looked through between two looks at whether the search is still wanted. */
const SLICE = 65_536;

/** Largest power of two of a block of pages, see ids.ts. */
const LAST_REGION = 20;

/** Answers of earlier searches that are kept, in bytes. */
const CACHE_BYTES = 32 << 20;
/** What an entry costs besides its ids, about. */
const ENTRY_BYTES = 1_000;

/** Finds the domains that match a term; must be called inside a transaction. Calls `checkpoint` now and then, which may throw. */
export type FindMatches = (term: string, checkpoint: () => void) => DomainIds;

/**
 * Answers are kept as long as nothing is written: the pages of a walk, and searches that share a term, look it up once.
 */
export function createMatcher(db: DatabaseSync): FindMatches {
  const version = db.prepare('PRAGMA data_version');
  const lastId = db.prepare('SELECT max(id) AS id FROM page WHERE id >= ? AND id < ?');
  const source = db.prepare('SELECT source FROM page WHERE id = ?');
  const lookups = {
    gram: db.prepare(matchingIds('page_gram')),
    phrase: db.prepare(matchingIds('page_text')),
  };
  let kept = new Map<string, DomainIds>();
  let keptBytes = 0;
  let keptVersion: unknown = null;
  let slices: readonly (readonly [from: number, to: number])[] = [];

  function forgetWhenWritten(): void {
    const now = version.get()?.['data_version'];
    if (now === keptVersion) return;
    keptVersion = now;
    kept = new Map();
    keptBytes = 0;
    slices = slicesOfPages();
  }

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

  function lookUp(term: string, checkpoint: () => void): DomainIds {
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

  function keep(term: string, ids: DomainIds): void {
    const bytes = ids.byteLength + 2 * term.length + ENTRY_BYTES;
    if (bytes > CACHE_BYTES) return;
    kept.set(term, ids);
    keptBytes += bytes;
    for (const [oldest, old] of kept) {
      if (keptBytes <= CACHE_BYTES) break;
      kept.delete(oldest);
      keptBytes -= old.byteLength + 2 * oldest.length + ENTRY_BYTES;
    }
  }

  return (term, checkpoint) => {
    forgetWhenWritten();
    const known = kept.get(term);
    if (known !== undefined) {
      // A map is ordered by insertion: what is used moves away from the end that is dropped.
      kept.delete(term);
      kept.set(term, known);
      return known;
    }
    const ids = lookUp(term, checkpoint);
    keep(term, ids);
    return ids;
  };
}

/** What is in both. */
export function intersection(a: DomainIds, b: DomainIds): DomainIds {
  const [small, large] = a.length <= b.length ? [a, b] : [b, a];
  return small.filter((id) => includes(large, id));
}

/** Binary search. */
export function includes(ids: DomainIds, id: number): boolean {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = ids[middle] ?? Number.NaN;
    if (found === id) return true;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

/** One value holds all ids of a slice: a row each would cost more than finding them. FTS5 gives rows by ascending id. */
function matchingIds(table: string): string {
  return `SELECT json_group_array(rowid) AS ids FROM ${table} WHERE ${table} MATCH ? AND rowid >= ? AND rowid < ?`;
}
