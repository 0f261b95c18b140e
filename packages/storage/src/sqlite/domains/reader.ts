import type { DatabaseSync } from 'node:sqlite';
import type { Cursor, OrderRule, Query, Sought } from '@sitegrep/search';
import { homeFirst, type OrderField, type SortValue } from '@sitegrep/site';
import { SearchAborted } from '../../errors.ts';
import type {
  DomainBlock,
  DomainHit,
  DomainRank,
  IndexStats,
  LastVisit,
  SourceMatch,
  StoredVersions,
} from '../../domains.ts';
import { findMatches, type PageSource } from '../../texts/source-matches.ts';
import { damagedIndex } from '../failure.ts';
import { blockReader } from './block-rows.ts';
import { openNarrower } from './filter/narrower.ts';
import { keyAfter, compareValues, decidingRules, keyOf, listOf } from './order/key.ts';
import { ENTRIES_A_ROW, openLists, type Wanted } from './order/lists.ts';
import { valueAt, type Entry } from './order/chunk.ts';
import { walk } from './order/walk.ts';
import { type DomainRow, rowReader, unpackSource, pageVersionIn, siteFactsIn } from './rows.ts';
import { stateReader } from './state.ts';
import { includes, type Matches, openTextMatcher, type TextMatcher } from './text-matches.ts';
import { openDatabase } from '../connection.ts';
import type { ReadDatabase } from '../reading.ts';
import { openDomainsToRead } from './database.ts';
import type { Service } from '../serve.ts';
import { DOMAIN_PAGE_BYTES, segmentsFolder, type ReaderThreadData } from './options.ts';

/** The calls of a reader thread. Facts travel as JSON: the caller parses them in parts. */
export type ReaderCalls = {
  /** `ticket`: the number that the shared cell gets when this search is aborted. */
  search(call: { readonly query: Query; readonly ticket: number }): PackedSearchPage;
  get(domain: string): PackedDomain | null;
  versions(domain: string): StoredVersions | null;
  lastVisit(domain: string): LastVisit | null;
  /** The documents after domain `after`, at least one, up to about `SCAN_BYTES` of source. Empty at the end. */
  scan(after: string): readonly PackedDomain[];
  /** The known ranks after domain `after`, up to some thousands. Empty at the end. */
  ranks(after: string): readonly DomainRank[];
  /** The domains after `after`, up to some thousands. Empty at the end. */
  names(after: string): readonly string[];
  stats(file: null): Omit<IndexStats, 'totalBytes'>;
  block(domain: string): DomainBlock | null;
  blockCovering(domain: string): DomainBlock | null;
  blocks(call: { readonly after: string; readonly limit: number }): readonly DomainBlock[];
  /** Stored subdomains of a domain after `after`, in order, up to some. Empty at the end. */
  under(call: { readonly domain: string; readonly after: string }): readonly string[];
};

interface PackedSearchPage {
  readonly total: number;
  readonly offset: number;
  readonly hits: readonly PackedHit[];
  readonly next: Cursor | null;
}

export interface PackedHit extends Pick<DomainHit, 'domain' | 'rank' | 'matches'> {
  readonly facts: string;
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
  /** Null if the page has none. */
  readonly version: string | null;
}

const SCAN_BYTES = 8 << 20;

/** Number of ranks, and of names, that are read at a time. */
const RANKS_AT_A_TIME = 10_000;
const NAMES_AT_A_TIME = 2_000;

/** Number of subdomains that are listed at a time. */
const UNDER_AT_A_TIME = 100;

/** How often in succession a state of the database may be too old for the index: each time, a write came in between. */
const ATTEMPTS = 1_000;

/** Minimum time between two checks whether open files of the index are obsolete while there are no searches, in milliseconds. */
const HELD_MS = 1_000;

function createReader(
  db: DatabaseSync,
  matcher: TextMatcher,
  abortedTicket: Int32Array,
): { readonly calls: ReaderCalls; readonly endSnapshot: () => void } {
  const rows = rowReader(db);
  const blocks = blockReader(db);
  const state = stateReader(db);
  let checkpoint = (): void => {};
  let begunAt = -Infinity;
  /** Whether the snapshot is one of the segments, too. */
  let hasMatches = false;
  const lists = openLists(db, () => checkpoint());

  const narrower = openNarrower({ matcher, rows, lists, state, rowOf, checkpoint: () => checkpoint() });

  /** The row of an entry of the list of a field. */
  function rowOf({ id, revision, key }: Entry, field: OrderField): DomainRow {
    const row = rows.domain('id', id);
    if (row.revision !== revision || Buffer.compare(keyOf(row, field), key) !== 0) {
      throw damagedIndex(db, `the order by ${field} has another row ${id} than table domain`);
    }
    return row;
  }

  /** The first `limit` wanted domains of an order after a cursor. */
  function firstOf(
    wanted: Matches,
    rules: readonly OrderRule[],
    after: Cursor | null,
    limit: number,
  ): readonly DomainRow[] {
    const last = after?.values ?? null;
    // Either walk the order and skip what is not wanted, or read and sort what is: whichever takes less.
    const walks = ENTRIES_A_ROW * wanted.length ** 2 > limit * state().domains;
    if (walks) {
      const field = rules[0]?.field ?? 'domain';
      const isWanted: Wanted = (chunk, index) => includes(wanted, valueAt(chunk.revisions, index));
      const found: DomainRow[] = [];
      for (const entry of walk(lists, rules, last, isWanted, (one) => rowOf(one, field))) {
        found.push(rowOf(entry, field));
        if (found.length === limit) break;
      }
      return found;
    }
    const compare = compareValues(rules);
    return Array.from(wanted, (revision) => {
      const row = rows.domain('revision', revision);
      return { row, values: valuesOf(row, rules) };
    })
      .filter(({ values }) => last === null || compare(values, last) > 0)
      .toSorted((a, b) => compare(a.values, b.values))
      .slice(0, limit)
      .map(({ row }) => row);
  }

  function search(query: Query, ticket: number): PackedSearchPage {
    checkpoint = () => {
      if (Atomics.load(abortedTicket, 0) === ticket) throw new SearchAborted('the search was aborted');
    };
    const wanted = narrower.find(query);
    checkpoint();
    const { from, limit, snippets } = query;
    const rules = decidingRules(query.order);
    const skip = from.kind === 'offset' ? from.offset : 0;
    const offset = from.kind === 'offset' ? from.offset : from.cursor.offset;
    const found = firstOf(wanted, rules, from.kind === 'after' ? from.cursor : null, skip + limit + 1);
    if (from.kind === 'offset' && found.length < Math.min(skip + limit + 1, wanted.length)) {
      throw damagedIndex(db, 'the segments name documents that are in no order list');
    }
    const page = found.slice(skip, skip + limit);
    const last = page.at(-1);
    const isLastPage = found.length <= skip + limit;
    return {
      total: wanted.length,
      offset,
      hits: page.map((row) => ({
        domain: row.domain,
        rank: row.domain_rank,
        facts: rows.facts(row),
        ...(snippets === undefined ? {} : { matches: matchesOf(row, snippets) }),
      })),
      next:
        last === undefined || isLastPage
          ? null
          : { values: valuesOf(last, rules), offset: offset + page.length },
    };
  }

  function matchesOf(row: DomainRow, sought: readonly Sought[]): readonly SourceMatch[] {
    const matches = findMatches(sourcesOf(row), sought, checkpoint);
    if (matches.length === sought.length) return matches;
    throw damagedIndex(db, `the segments find in ${row.domain} what its pages do not have`);
  }

  /** The pages of a domain, home page first; each source is unpacked only when it is reached. */
  function* sourcesOf(row: DomainRow): Iterable<PageSource> {
    const pages = Array.from(rows.pages(row), ([, url, fetchedAt, , , , , , packed]) => ({
      url,
      fetchedAt,
      packed,
    }));
    for (const { url, packed } of homeFirst(row.domain, pages)) yield { url, source: unpackSource(packed) };
  }

  function read(row: DomainRow): PackedDomain {
    const pages = Array.from(rows.pages(row), (page) => {
      const [, url, fetchedAt, charset, truncated, facts, version, , packed] = page;
      const source = unpackSource(packed);
      return { url, fetchedAt, charset, truncated: truncated === 1, facts, source, version };
    });
    const { domain, revision, domain_rank: rank } = row;
    return { domain, revision, rank, facts: rows.facts(row), pages };
  }

  function find(domain: string): DomainRow | null {
    const entry = lists.find(listOf('domain'), Buffer.from(domain));
    return entry === null ? null : rowOf(entry, 'domain');
  }

  function get(domain: string): PackedDomain | null {
    const row = find(domain);
    return row === null ? null : read(row);
  }

  function versions(domain: string): StoredVersions | null {
    const row = find(domain);
    if (row === null) return null;
    const { lastVisited } = siteFactsIn(rows.facts(row));
    const pages = Array.from(rows.pages(row), ([, url, , , truncated, , version, sourceBytes]) => ({
      url,
      truncated: truncated === 1,
      sourceBytes,
      version: version === null ? null : pageVersionIn(version),
    }));
    return { revision: row.revision, lastVisited, pages };
  }

  function lastVisit(domain: string): LastVisit | null {
    const row = find(domain);
    if (row === null) return null;
    const { revision } = row;
    const { lastVisited } = siteFactsIn(rows.facts(row));
    const confirmed = rows.confirmed(domain);
    return {
      revision,
      at: Math.max(lastVisited ?? 0, confirmed?.revision === revision ? confirmed.at : 0),
    };
  }

  function scan(after: string): readonly PackedDomain[] {
    const documents: PackedDomain[] = [];
    let size = 0;
    const from = after === '' ? Buffer.alloc(0) : keyAfter(Buffer.from(after));
    for (const entry of lists.ascending(listOf('domain'), from, null, () => true)) {
      const document = read(rowOf(entry, 'domain'));
      documents.push(document);
      size += document.pages.reduce((sum, { source, facts }) => sum + source.length + facts.length, 1_000);
      if (size >= SCAN_BYTES) break;
    }
    return documents;
  }

  function names(after: string): readonly string[] {
    const found: string[] = [];
    const from = after === '' ? Buffer.alloc(0) : keyAfter(Buffer.from(after));
    for (const entry of lists.ascending(listOf('domain'), from, null, () => true)) {
      found.push(rowOf(entry, 'domain').domain);
      if (found.length === NAMES_AT_A_TIME) break;
    }
    return found;
  }

  function under(domain: string, after: string): readonly string[] {
    const suffix = Buffer.from(`.${domain}`);
    const isUnder: Wanted = (chunk, index) => {
      const key = chunk.key(index);
      return key.length > suffix.length && key.subarray(-suffix.length).equals(suffix);
    };
    const from = after === '' ? Buffer.alloc(0) : keyAfter(Buffer.from(after));
    const entries = lists.ascending(listOf('domain'), from, null, isUnder);
    return Array.from(entries.take(UNDER_AT_A_TIME), ({ key }) => key.toString());
  }

  /** Runs `work` on one state of the database, which the calls of a batch share. */
  function snapshot<T>(work: () => T): T {
    if (!db.isTransaction) {
      db.exec('BEGIN');
      lists.forget();
      hasMatches = false;
    }
    checkpoint = () => {};
    return work();
  }

  /** Nothing was written: this only releases the state. SQLite does so itself after some failures. */
  function endSnapshot(): void {
    if (db.isTransaction) db.exec('COMMIT');
  }

  /** Runs `work` on one state of the database and of the segments. */
  function snapshotWithMatches<T>(work: () => T): T {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      hasMatches = snapshot(() => hasMatches || followed());
      if (hasMatches) return snapshot(work);
      endSnapshot();
    }
    throw new Error('the segments are ahead of the database');
  }

  /**
   * The same for the database alone. Following the index takes longer than reading one document, and a crawl reads one
   * before each site, so it is done only now and then, to release obsolete files.
   */
  function snapshotOfRows<T>(work: () => T): T {
    const isDue = matcher.holdsFiles() && performance.now() - begunAt >= HELD_MS;
    return isDue ? snapshotWithMatches(work) : snapshot(work);
  }

  /** @returns false if the matches are newer than this state of the database */
  function followed(): boolean {
    if (!matcher.begin()) return false;
    begunAt = performance.now();
    return true;
  }

  const calls: ReaderCalls = {
    search: ({ query, ticket }) => snapshotWithMatches(() => search(query, ticket)),
    get: (domain) => snapshotOfRows(() => get(domain)),
    versions: (domain) => snapshotOfRows(() => versions(domain)),
    lastVisit: (domain) => snapshotOfRows(() => lastVisit(domain)),
    scan: (after) => snapshotOfRows(() => scan(after)),
    names: (after) => snapshotOfRows(() => names(after)),
    ranks: (after) => snapshotOfRows(() => rows.ranks(after, RANKS_AT_A_TIME)),
    block: (domain) => blocks.get(domain),
    blockCovering: (domain) => blocks.covering(domain),
    blocks: ({ after, limit }) => blocks.following(after, limit),
    under: ({ domain, after }) => snapshotOfRows(() => under(domain, after)),
    stats: () =>
      snapshotWithMatches(() => {
        const { domains, pages, sourceBytes, compressedBytes } = state();
        return { domains, pages, sourceBytes, indexBytes: matcher.bytes(), compressedBytes };
      }),
  };
  return { calls, endSnapshot };
}

function valuesOf(row: DomainRow, rules: readonly OrderRule[]): readonly SortValue[] {
  return rules.map(({ field }) => row[field]);
}

/** Page cache of a reader, in bytes; the system caches the file too. */
const CACHE_BYTES = 24 << 20;

/**
 * Opens domains.sqlite and the segments beside it for reading.
 *
 * @throws StorageCorrupt; StorageMisconfigured if another version wrote them; errors of SQLite
 */
export function openReader({
  file,
  isReadOnly = false,
  cacheBytes,
  abortedTicket,
}: ReaderThreadData): Service & { readonly calls: ReaderCalls } {
  const { db, requireUnchanged } = isReadOnly ? openDomainsToRead(file, CACHE_BYTES) : openWritten(file);
  try {
    const matcher = openTextMatcher(db, segmentsFolder(file), cacheBytes);
    const { calls, endSnapshot } = createReader(db, matcher, abortedTicket);
    return { db, calls, endSnapshot, requireUnchanged, close: () => matcher.close() };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens a database that a writer of this process has opened and checked before. */
function openWritten(file: string): ReadDatabase {
  const db = openDatabase(file, { pageSize: DOMAIN_PAGE_BYTES, cacheBytes: CACHE_BYTES });
  db.exec('PRAGMA query_only = TRUE');
  return { db, requireUnchanged: () => undefined };
}
