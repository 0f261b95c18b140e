import type { DatabaseSync } from 'node:sqlite';
import type { Cursor, OrderRule, Query } from '@sitegrep/search';
import { SearchAborted, StorageCorrupt } from '../../errors.ts';
import type { IndexStats } from '../../domains.ts';
import { blockSize } from './ids.ts';
import type { MatchIds } from './match-cache.ts';
import type { Matcher } from './matcher.ts';
import { includes } from './matches.ts';
import { columnOf, decidingRules, stretchesOf } from './order.ts';
import { unpackSource } from './source.ts';

/** What can be asked of a reader thread. Facts travel as JSON: the asking side reads them piece by piece. */
export type ReaderCalls = {
  /** `ticket`: the number that the shared cell takes when this search is not wanted any more. */
  search(asked: { readonly query: Query; readonly ticket: number }): PackedSearchPage;
  get(domain: string): PackedDomain | null;
  /** The documents behind `after`, as many as hold about `SCAN_BYTES` of source, at least one. Empty at the end. */
  scan(after: string): readonly PackedDomain[];
  stats(file: null): Omit<IndexStats, 'totalBytes'>;
};

interface PackedSearchPage {
  readonly total: number;
  readonly offset: number;
  readonly hits: readonly { readonly domain: string; readonly rank: number; readonly facts: string }[];
  readonly next: Cursor | null;
}

export interface PackedDomain {
  readonly domain: string;
  readonly revision: number;
  readonly rank: number;
  readonly facts: string;
  readonly pages: readonly PackedPage[];
}

interface PackedPage {
  readonly url: string;
  readonly fetchedAt: number;
  readonly charset: string;
  readonly truncated: boolean;
  readonly facts: string;
  readonly source: string;
}

const SCAN_BYTES = 8 << 20;

/** How often in a row a state of the database may be too old for the index; each time, a write came in between. */
const ATTEMPTS = 1_000;

export function createReader(db: DatabaseSync, matcher: Matcher, abortedTicket: Int32Array): ReaderCalls {
  const { column } = matcher;
  let wanted: MatchIds = new Float64Array();
  db.function('is_wanted', { directOnly: true }, (id) => (includes(wanted, Number(id)) ? 1 : 0));
  const sql = {
    count: db.prepare('SELECT domains FROM total'),
    total: db.prepare('SELECT domains, pages, source_bytes, compressed_bytes FROM total'),
    hits: db.prepare(
      `SELECT d.domain, d.rank, f.facts FROM json_each(?) AS wanted
       CROSS JOIN domain AS d ON d.id = wanted.value CROSS JOIN domain_facts AS f ON f.id = d.id ORDER BY wanted.key`,
    ),
    values: db.prepare('SELECT * FROM domain WHERE id = ?'),
    domain: db.prepare(
      'SELECT d.*, f.facts FROM domain AS d JOIN domain_facts AS f USING (id) WHERE d.domain = ?',
    ),
    following: db.prepare('SELECT domain FROM domain WHERE domain > ? ORDER BY domain LIMIT 1'),
    pages: db.prepare('SELECT * FROM page WHERE id >= ? AND id < ? ORDER BY id'),
  };

  /** Ids of the first `limit` wanted domains of an order, behind `after`. */
  function firstOf(rules: readonly OrderRule[], after: Cursor | null, limit: number): number[] {
    // Either walk the order past what is not wanted, or fetch and sort what is: whichever touches fewer rows.
    const all = Number(sql.count.get()?.['domains']);
    const walk = wanted.length ** 2 > limit * all;
    const ids = walk ? null : JSON.stringify(Array.from(wanted));
    const found: number[] = [];
    for (const { where, parameters, orderBy } of stretchesOf(rules, after?.values ?? null)) {
      const left = limit - found.length;
      if (left === 0) break;
      const order = orderBy === '' ? '' : `ORDER BY ${orderBy}`;
      const rows =
        ids === null
          ? db
              .prepare(`SELECT id FROM domain WHERE ${where} AND is_wanted(${column}) ${order} LIMIT ?`)
              .all(...parameters, left)
          : db
              .prepare(
                `SELECT d.id FROM json_each(?) AS wanted CROSS JOIN domain AS d ON d.${column} = wanted.value
                 WHERE ${where} ${order} LIMIT ?`,
              )
              .all(ids, ...parameters, left);
      for (const row of rows) found.push(Number(row['id']));
    }
    return found;
  }

  function cursorAt(id: number, rules: readonly OrderRule[], offset: number): Cursor {
    const row = sql.values.get(id);
    const values = rules.map(({ field }) => {
      const value = row?.[columnOf(field)] ?? null;
      return typeof value === 'string' ? value : value === null ? null : Number(value);
    });
    return { values, offset };
  }

  function search(query: Query, ticket: number): PackedSearchPage {
    const checkpoint = (): void => {
      if (Atomics.load(abortedTicket, 0) === ticket) throw new SearchAborted('the search was aborted');
    };
    wanted = matcher.find(query.terms, checkpoint);
    checkpoint();
    const { from, limit } = query;
    const rules = decidingRules(query.order);
    const skip = from.kind === 'offset' ? from.offset : 0;
    const offset = from.kind === 'offset' ? from.offset : from.cursor.offset;
    const found = firstOf(rules, from.kind === 'after' ? from.cursor : null, skip + limit + 1);
    if (from.kind === 'offset' && found.length < Math.min(skip + limit + 1, wanted.length)) {
      throw new StorageCorrupt(
        'the index of texts names documents that domains.sqlite does not have: ' +
          'make it anew from the stored sources with "sitegrep index rebuild"',
      );
    }
    const ids = found.slice(skip, skip + limit);
    const last = ids.at(-1);
    const isLastPage = found.length <= skip + limit;
    return {
      total: wanted.length,
      offset,
      hits: sql.hits.all(JSON.stringify(ids)).map((row) => ({
        domain: String(row['domain']),
        rank: Number(row['rank']),
        facts: String(row['facts']),
      })),
      next: last === undefined || isLastPage ? null : cursorAt(last, rules, offset + ids.length),
    };
  }

  function read(domain: string): PackedDomain | null {
    const row = sql.domain.get(domain);
    if (row === undefined) return null;
    const id = Number(row['id']);
    const pages = sql.pages.all(id, id + blockSize(id)).map((page) => ({
      url: String(page['url']),
      fetchedAt: Number(page['fetched_at']),
      charset: String(page['charset']),
      truncated: page['truncated'] === 1,
      facts: String(page['facts']),
      source: unpackSource(page['source']),
    }));
    const [revision, rank] = [Number(row['revision']), Number(row['rank'])];
    return { domain, revision, rank, facts: String(row['facts']), pages };
  }

  /** Everything inside sees one state of the database. */
  function snapshot<T>(work: () => T): T {
    for (let attempt = 1; ; attempt++) {
      const done = attempted(work);
      if (done !== null) return done.value;
      if (attempt === ATTEMPTS) throw new Error('the index is ahead of the database');
    }
  }

  /** Null if the matches are newer than this state of the database. */
  function attempted<T>(work: () => T): { readonly value: T } | null {
    db.exec('BEGIN');
    try {
      return matcher.begin() ? { value: work() } : null;
    } finally {
      // Nothing was written: this only lets go of the state. SQLite does so itself after some failures.
      if (db.isTransaction) db.exec('COMMIT');
    }
  }

  return {
    search: ({ query, ticket }) => snapshot(() => search(query, ticket)),
    get: (domain) => snapshot(() => read(domain)),
    scan: (after) =>
      snapshot(() => {
        const documents: PackedDomain[] = [];
        let [last, size] = [after, 0];
        while (size < SCAN_BYTES) {
          const domain = sql.following.get(last)?.['domain'];
          const document = typeof domain === 'string' ? read(domain) : null;
          if (document === null) break;
          documents.push(document);
          last = document.domain;
          size += document.pages.reduce(
            (sum, { source, facts }) => sum + source.length + facts.length,
            1_000,
          );
        }
        return documents;
      }),
    stats: () =>
      snapshot(() => {
        const total = sql.total.get();
        return {
          domains: Number(total?.['domains']),
          pages: Number(total?.['pages']),
          sourceBytes: Number(total?.['source_bytes']),
          indexBytes: matcher.bytes(),
          compressedBytes: Number(total?.['compressed_bytes']),
        };
      }),
  };
}
