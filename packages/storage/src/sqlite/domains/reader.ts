import type { DatabaseSync } from 'node:sqlite';
import type { Expression, Level, Query } from '@sitegrep/search';
import { union } from '@sitegrep/segments';
import type { OrderField } from '@sitegrep/site';
import type { Completion } from '@sitegrep/fulltext';
import type { FoundVideo, TextResult, TextSearch } from '../../full-text.ts';
import { SearchAborted } from '../../errors.ts';
import { UnknownList } from '../../lists/domain-lists.ts';
import {
  type EventRequest,
  MAX_RECENT_EVENTS,
  type SearchEvent,
  type SearchStanding,
  UnfitSavedSearch,
  UnknownSavedSearch,
} from '../../searches/saved-searches.ts';
import { HitsTooMany, QueryTooBroad } from '../../query-too-broad.ts';
import { WorkTooLarge } from '@sitegrep/texts';
import {
  type DomainBlock,
  type DomainRank,
  type IndexStats,
  type ItemPage,
  type ItemShape,
  type LastVisit,
  type LinkList,
  listedSegments,
  type ScreenshotList,
  type SourceList,
  type StoredHistory,
  type TechnologyList,
  type VersionDiff,
  type VersionList,
  type VersionSources,
} from '../../domains.ts';
import type { AnswerList } from '../../answer-list.ts';
import type { Latest, LatestWish } from '../../latest.ts';
import type { Trend } from '../../trends.ts';
import { damagedIndex } from '../failure.ts';
import { blockReader } from './block-rows.ts';
import {
  type AnswersCall,
  openDocumentReads,
  type PagesCall,
  type RecordsCall,
  type ScreenshotsCall,
  type SourcesCall,
} from './document-reads.ts';
import type {
  PackedDomain,
  PackedHit,
  PackedOutline,
  PackedPageList,
  PackedRecords,
  PackedSearchPage,
} from './packed.ts';
import { openChangeFacets } from './changes/change-facets.ts';
import { openChangeFinder } from './changes/change-finder.ts';
import { openChanges } from './changes/segments.ts';
import { openFinder } from './find/finder.ts';
import { openFacets } from './facets.ts';
import { openFullText } from './full-text/search.ts';
import { heldRows } from './held-rows.ts';
import { historyRows } from './history-rows.ts';
import { latestReader } from './latest.ts';
import { changeRows } from './changes/change-rows.ts';
import { openLabelLists } from './labels/label-lists.ts';
import { labelRows } from './labels/label-rows.ts';
import { namesAfter, requireLists } from './lists/queried-lists.ts';
import { openListMembers } from './lists/list-members.ts';
import { listReader, type ListRow } from './lists/list-rows.ts';
import { eventRows } from './searches/event-rows.ts';
import { type FillPart, openFillParts } from './searches/fill-parts.ts';
import { fulfilledRows } from './searches/fulfilled-rows.ts';
import { queryWithSearches } from './searches/queried-searches.ts';
import { openSavedMembers } from './searches/saved-members.ts';
import { searchRows, type SearchRow } from './searches/search-rows.ts';
import { keyAfter, keyOf, listOf } from './order/key.ts';
import { openLists, type Wanted } from './order/lists.ts';
import type { Entry } from './order/chunk.ts';
import { type DomainRow, rowReader } from './rows.ts';
import { type State, stateReader } from './state.ts';
import { type Limits, openSearch } from './search.ts';
import { type Matches, openSites } from './sites.ts';
import { openTextMatcher } from './text-matches.ts';
import { openTrends } from './trends.ts';
import {
  openVersionReads,
  type VersionDiffCall,
  type VersionsCall,
  type VersionSourcesCall,
} from './versions/version-reads.ts';
import { seenRows } from './versions/seen-rows.ts';
import { openVersionPages } from './versions/version-pages.ts';
import { versionRows } from './versions/version-rows.ts';
import { openPageSets } from './find/page-sets.ts';
import { pageTimes, type SearchBudget, versionTimes } from './find/standing.ts';
import { openDatabase } from '../connection.ts';
import type { ReadDatabase } from '../reading.ts';
import { openDomainsToRead } from './database.ts';
import type { Service } from '../serve.ts';
import { pastSegmentsFolder, segmentsFolder, type ReaderThreadData } from './options.ts';

/** The calls of a reader thread. Facts travel as JSON: the caller parses them in parts. */
export type ReaderCalls = {
  search<L extends Level>(call: SearchCall<L>): PackedSearchPage<L> | TooBroad;
  items<L extends Level>(call: SearchCall<L> & { readonly shape: ItemShape }): ItemPage<L> | TooBroad;
  trend(call: TrendCall): Trend | TooBroad;
  get(domain: string): PackedDomain | null;
  lookup(domains: readonly string[]): readonly (PackedHit | null)[];
  pages(call: PagesCall): PackedPageList | null;
  outline(call: PagesCall): PackedOutline | null;
  records(call: RecordsCall): PackedRecords | null;
  technologies(domain: string): TechnologyList | null;
  answers(call: AnswersCall): AnswerList | null;
  links(domain: string): LinkList | null;
  sources(call: SourcesCall): SourceList | null;
  screenshots(call: ScreenshotsCall): ScreenshotList | null;
  versions(call: VersionsCall): VersionList | null;
  versionSources(call: VersionSourcesCall): VersionSources | null;
  versionDiff(call: VersionDiffCall): VersionDiff | null;
  lastVisit(domain: string): LastVisit | null;
  history(domain: string): StoredHistory | null;
  latest(wishes: readonly LatestWish[]): readonly Latest[];
  /** The documents after domain `after`, at least one, up to about `SCAN_BYTES` of source. Empty at the end. */
  scan(after: string): readonly PackedDomain[];
  /** The known ranks after domain `after`, up to some thousands. Empty at the end. */
  ranks(after: string): readonly DomainRank[];
  /** The domains after `after`, up to some thousands. Empty at the end. */
  names(after: string): readonly string[];
  /** Null: there is no full text. */
  textSearch(call: TextCall<TextSearch>): readonly TextResult[] | null;
  textCompletions(
    call: TextCall<{ readonly typed: string; readonly limit: number }>,
  ): readonly Completion[] | null;
  textVideos(call: TextCall<TextSearch>): readonly FoundVideo[] | null;
  /** One video at most. */
  textVideo(call: TextCall<string>): readonly FoundVideo[] | null;
  stats(file: null): Omit<IndexStats, 'totalBytes'>;
  block(domain: string): DomainBlock | null;
  blockCovering(domain: string): DomainBlock | null;
  blocks(call: { readonly after: string; readonly limit: number }): readonly DomainBlock[];
  listRow(id: string): ListRow | null;
  listRows(call: { readonly after: string; readonly limit: number }): readonly ListRow[];
  /** Null: the list has other names by now. */
  listChunk(call: {
    readonly id: string;
    readonly number: number;
    readonly index: number;
  }): readonly string[] | null;
  /** Names of a list after `after`; null: there is no such list. */
  listNames(call: {
    readonly id: string;
    readonly after: string;
    readonly limit: number;
  }): readonly string[] | null;
  /** Number of the stored domains that are in a list; null: there is no such list. */
  countListed(id: string): number | null;
  searchRow(id: string): SearchRow | null;
  searchRows(call: { readonly after: string; readonly limit: number }): readonly SearchRow[];
  /** Number of the domains that fulfil a saved search; null: there is no such search. */
  countSaved(id: string): number | null;
  /** Standings of the searches that exist, by their names. */
  searchStandings(call: {
    readonly ids: readonly string[];
    readonly since: number;
  }): readonly (readonly [string, SearchStanding])[];
  searchEvents(request: EventRequest): readonly SearchEvent[];
  fillPart(call: TextCall<SearchRow>): FillPart;
  /** Stored subdomains of a domain after `after`, in order, up to some. Empty at the end. */
  under(call: { readonly domain: string; readonly after: string }): readonly string[];
};

interface SearchCall<L extends Level> extends Limits {
  readonly query: Query<L>;
  /** The number that the shared cell gets when this search is aborted. */
  readonly ticket: number;
}

interface TrendCall extends SearchCall<'domain'> {
  readonly ends: readonly number[];
}

interface TextCall<Argument> {
  readonly argument: Argument;
  /** The number that the shared cell gets when this call is aborted. */
  readonly ticket: number;
}

/** A search that was given up; see `QueryTooBroad`, `HitsTooMany`, `WorkTooLarge`, `UnknownList`, `UnknownSavedSearch` and `UnfitSavedSearch`. */
export interface TooBroad {
  readonly givenUp:
    | Pick<QueryTooBroad, 'candidates' | 'decided'>
    | Pick<HitsTooMany, 'hits' | 'read'>
    | Pick<WorkTooLarge, 'parts' | 'maxWork'>
    | Pick<UnknownList, 'list' | 'known'>
    | Pick<UnknownSavedSearch, 'search' | 'known'>
    | Pick<UnfitSavedSearch, 'search' | 'problem' | 'remedy'>;
}

const SCAN_BYTES = 8 << 20;

/** Number of ranks, and of names, that are read at a time. */
const RANKS_AT_A_TIME = 10_000;
const NAMES_AT_A_TIME = 2_000;

/** Number of subdomains that are listed at a time. */
const UNDER_AT_A_TIME = 100;

/** Maximum rows that are known of a state: some megabytes. */
const KNOWN_ROWS = 10_000;

/** How often in succession a state of the database may be too old for the index: each time, a write came in between. */
const ATTEMPTS = 1_000;

/** Minimum time between two checks whether open files of the index are obsolete while there are no searches, in milliseconds. */
const HELD_MS = 1_000;

function createReader(
  db: DatabaseSync,
  { file, cacheBytes, abortedTicket }: ReaderThreadData,
): { readonly calls: ReaderCalls; readonly endSnapshot: () => void; readonly close: () => void } {
  const rows = rowReader(db);
  const blocks = blockReader(db);
  const readState = stateReader(db);
  const dataVersion = db.prepare('PRAGMA data_version');
  /** Version of the state that the following is of: it holds until another connection writes. */
  let version: unknown = null;
  let knownState: State | null = null;
  /** Rows that an entry of a list was found to be of, by the id and the list. */
  const knownRows = new Map<string, DomainRow>();
  const state = (): State => (knownState ??= readState());
  const sites = openSites(db, state);
  const matcher = openTextMatcher(segmentsFolder(file), sites, cacheBytes);
  const pastMatcher = openTextMatcher(pastSegmentsFolder(file), sites, cacheBytes);
  let checkpoint = (): void => {};
  let begunAt = -Infinity;
  /** Whether the snapshot is one of the segments, too. */
  let hasMatches = false;
  const lists = openLists(db, () => checkpoint());

  const check = (): void => checkpoint();
  const labels = openLabelLists({ db, state, checkpoint: check });
  const versions = versionRows(db);
  const versionReads = openVersionReads(rows, versions, find);
  const reads = openDocumentReads(rows, find, { histories: historyRows(db), labels: labelRows(db) });
  const latest = latestReader({ changes: changeRows(db), versions }, find);
  const budget: SearchBudget = { until: Infinity };
  const seen = seenRows(db);
  const listRows = listReader(db);
  const members = openListMembers({ db, rows, lists, sites, reader: listRows, state, checkpoint: check });
  const searches = searchRows(db);
  const events = eventRows(db, searches);
  const fulfilled = fulfilledRows(db);
  const saved = openSavedMembers({ searches, fulfilled, sites, state, checkpoint: check });
  const facets = openFacets({ rows, lists, labels, saved, state, checkpoint: check });
  const pageSets = openPageSets({ matcher, sites, rows, checkpoint: check });
  const pastSets = openPageSets({ matcher: pastMatcher, sites, rows: null, checkpoint: check });
  const versionPages = openVersionPages({ db, rows, versions, seen });
  const openedChanges = openChanges(db, state);
  const changes = openChangeFinder({ db, changes: openedChanges, sites, checkpoint: check });
  const ofDomains = {
    sites,
    changes,
    rows,
    lists,
    labels,
    members,
    saved,
    state,
    rowOf,
    budget,
    domainsWithVersion,
    checkpoint: check,
  };
  const finder = openFinder({
    ...ofDomains,
    matcher,
    pageSets,
    pages: rows,
    times: pageTimes({ rows, pageSets, seen, budget, checkpoint: check }),
  });
  const pastFinder = openFinder({
    ...ofDomains,
    matcher: pastMatcher,
    pageSets: pastSets,
    pages: versionPages,
    times: versionTimes({ seen, versions: () => state().versions, budget, checkpoint: check }),
  });

  /** Revisions of the domains with a version, stored or kept, that fulfils what the index decides. */
  function domainsWithVersion(of: Expression): Matches {
    const stored = pageSets.domainsOf(finder.decided(of));
    return state().versions === 0 ? stored : union(stored, pastSets.domainsOf(pastFinder.decided(of)));
  }

  const fullText = openFullText({ db, rows, state, checkpoint: check });
  const search = openSearch({
    db,
    finder,
    pageSets,
    past: { finder: pastFinder, pageSets: pastSets, pages: versionPages, seen },
    sites,
    facets,
    changeFacets: openChangeFacets({ facets, finder, rows, checkpoint: check }),
    rows,
    lists,
    state,
    rowOf,
    find,
    checkpoint: check,
  });

  const trends = openTrends({
    finder,
    changes: openedChanges,
    held: heldRows(db),
    labels,
    sites,
    rows,
    checkpoint: check,
  });

  /** The row of an entry of the list of a field. */
  function rowOf({ id, revision, key }: Entry, field: OrderField): DomainRow {
    const own = `${id} ${field}`;
    const known = knownRows.get(own);
    if (known !== undefined) return known;
    const row = rows.domain('id', id);
    if (row.revision !== revision || Buffer.compare(keyOf(row, field), key) !== 0) {
      throw damagedIndex(db, `the order by ${field} has another row ${id} than table domain`);
    }
    if (knownRows.size === KNOWN_ROWS) knownRows.clear();
    knownRows.set(own, row);
    return row;
  }

  const fillPart = openFillParts({ finder, pageSets, sites, rows, state, checkpoint: check });

  /** Runs a search until it ends, is aborted or takes too long. @param work gets the query with the saved searches that it names */
  function bounded<Q extends Query, Answer>(
    ticket: number,
    query: Q,
    work: (query: Q) => Answer,
  ): Answer | TooBroad {
    checkpoint = stopAt(ticket);
    try {
      const whole = queryWithSearches(searches, query);
      requireLists(listRows, whole.where);
      return work(whole);
    } catch (error) {
      // As an error it would cross threads without its numbers.
      if (error instanceof QueryTooBroad)
        return { givenUp: { candidates: error.candidates, decided: error.decided } };
      if (error instanceof HitsTooMany) return { givenUp: { hits: error.hits, read: error.read } };
      if (error instanceof UnknownList) return { givenUp: { list: error.list, known: error.known } };
      if (error instanceof UnknownSavedSearch)
        return { givenUp: { search: error.search, known: error.known } };
      if (error instanceof UnfitSavedSearch)
        return { givenUp: { search: error.search, problem: error.problem, remedy: error.remedy } };
      if (error instanceof WorkTooLarge) return { givenUp: { parts: error.parts, maxWork: error.maxWork } };
      throw error;
    }
  }

  /** Runs `work` unless there is no full text, until it ends or is aborted. */
  function ofFullText<Answer>(ticket: number, work: () => Answer): Answer | null {
    return snapshotOfRows(() => {
      if (!state().hasFullText) return null;
      checkpoint = stopAt(ticket);
      return work();
    });
  }

  function stopAt(ticket: number): () => void {
    return () => {
      if (Atomics.load(abortedTicket, 0) === ticket) throw new SearchAborted('the search was aborted');
    };
  }

  function find(domain: string): DomainRow | null {
    const entry = lists.find(listOf('domain'), Buffer.from(domain));
    return entry === null ? null : rowOf(entry, 'domain');
  }

  function scan(after: string): readonly PackedDomain[] {
    const documents: PackedDomain[] = [];
    let size = 0;
    const from = after === '' ? Buffer.alloc(0) : keyAfter(Buffer.from(after));
    for (const entry of lists.ascending(listOf('domain'), from, null, () => true)) {
      const document = reads.read(rowOf(entry, 'domain'));
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
      forgetOlder();
      hasMatches = false;
    }
    checkpoint = () => {};
    return work();
  }

  /** Forgets what was read of another state than the one that the transaction sees. */
  function forgetOlder(): void {
    const now = dataVersion.get()?.['data_version'];
    if (now === version) return;
    version = now;
    knownState = null;
    knownRows.clear();
    lists.forget();
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
    const isDue =
      (matcher.holdsFiles() || pastMatcher.holdsFiles()) && performance.now() - begunAt >= HELD_MS;
    return isDue ? snapshotWithMatches(work) : snapshot(work);
  }

  /** @returns false if the matches are newer than this state of the database */
  function followed(): boolean {
    const { sequence, pastSequence } = state();
    if (!matcher.begin(sequence) || !pastMatcher.begin(pastSequence)) return false;
    begunAt = performance.now();
    return true;
  }

  const calls: ReaderCalls = {
    search: ({ query, ticket, ...limits }) =>
      snapshotWithMatches(() => bounded(ticket, query, (whole) => search.hits(whole, limits))),
    items: ({ query, shape, ticket, ...limits }) =>
      snapshotWithMatches(() => bounded(ticket, query, (whole) => search.items(whole, shape, limits))),
    trend: ({ query, ends, ticket, ...limits }) =>
      snapshotWithMatches(() => bounded(ticket, query, (whole) => trends.of(whole, ends, limits))),
    get: (domain) => snapshotOfRows(() => reads.get(domain)),
    lookup: (domains) => snapshotOfRows(() => reads.lookup(domains)),
    pages: (call) => snapshotOfRows(() => reads.pages(call)),
    outline: (call) => snapshotOfRows(() => reads.outline(call)),
    records: (call) => snapshotOfRows(() => reads.records(call)),
    technologies: (domain) => snapshotOfRows(() => reads.technologies(domain)),
    answers: (call) => snapshotOfRows(() => reads.answers(call)),
    links: (domain) => snapshotOfRows(() => reads.links(domain)),
    sources: (call) => snapshotOfRows(() => reads.sources(call)),
    screenshots: (call) => snapshotOfRows(() => reads.screenshots(call)),
    versions: (call) => snapshotOfRows(() => versionReads.versions(call)),
    versionSources: (call) => snapshotOfRows(() => versionReads.versionSources(call)),
    versionDiff: (call) => snapshotOfRows(() => versionReads.versionDiff(call)),
    lastVisit: (domain) => snapshotOfRows(() => reads.lastVisit(domain)),
    history: (domain) => snapshotOfRows(() => reads.history(domain)),
    latest: (wishes) => snapshotOfRows(() => latest(wishes)),
    scan: (after) => snapshotOfRows(() => scan(after)),
    names: (after) => snapshotOfRows(() => names(after)),
    ranks: (after) => snapshotOfRows(() => rows.ranks(after, RANKS_AT_A_TIME)),
    block: (domain) => blocks.get(domain),
    blockCovering: (domain) => blocks.covering(domain),
    blocks: ({ after, limit }) => blocks.following(after, limit),
    listRow: (id) => listRows.get(id),
    listRows: ({ after, limit }) => listRows.following(after, limit),
    listChunk: ({ id, number, index }) =>
      snapshotOfRows(() => {
        const row = listRows.get(id);
        return row?.number === number ? listRows.chunk(row, index) : null;
      }),
    listNames: ({ id, after, limit }) => snapshotOfRows(() => namesAfter(listRows, id, after, limit)),
    countListed: (id) => snapshotOfRows(() => (listRows.get(id) === null ? null : members.of([id]).length)),
    searchRow: (id) => searches.get(id),
    searchRows: ({ after, limit }) => searches.following(after, limit),
    countSaved: (id) => snapshotOfRows(() => (searches.get(id) === null ? null : saved.of([id]).length)),
    searchStandings: ({ ids, since }) =>
      snapshotOfRows(() =>
        ids.flatMap((id): [string, SearchStanding][] => {
          if (searches.get(id) === null) return [];
          const domains = saved.of([id]).length;
          return [[id, { domains, ...events.latest(id, since, MAX_RECENT_EVENTS) }]];
        }),
      ),
    searchEvents: (request) => snapshotOfRows(() => events.of(request)),
    fillPart: ({ argument, ticket }) =>
      snapshotWithMatches(() => {
        checkpoint = stopAt(ticket);
        return fillPart(argument);
      }),
    under: ({ domain, after }) => snapshotOfRows(() => under(domain, after)),
    textSearch: ({ argument, ticket }) => ofFullText(ticket, () => fullText.search(argument)),
    textCompletions: ({ argument, ticket }) =>
      ofFullText(ticket, () => fullText.complete(argument.typed, argument.limit)),
    textVideos: ({ argument, ticket }) => ofFullText(ticket, () => fullText.videos(argument)),
    textVideo: ({ argument, ticket }) =>
      ofFullText(ticket, () => {
        const video = fullText.video(argument);
        return video === null ? [] : [video];
      }),
    stats: () =>
      snapshotWithMatches(() => {
        const { domains, pages, sourceBytes, compressedBytes, versions, versionBytes } = state();
        return {
          domains,
          pages,
          sourceBytes,
          indexBytes: matcher.bytes() + pastMatcher.bytes(),
          compressedBytes,
          versions,
          versionBytes,
          ...listedSegments([...matcher.segments(), ...pastMatcher.segments()]),
        };
      }),
  };
  return {
    calls,
    endSnapshot,
    close() {
      matcher.close();
      pastMatcher.close();
    },
  };
}

/** Page cache of a reader, in bytes; the system caches the file too. */
const CACHE_BYTES = 24 << 20;

/**
 * Opens domains.sqlite and the segments beside it for reading.
 *
 * @throws StorageCorrupt; StorageMisconfigured if another version wrote them; errors of SQLite
 */
export function openReader(data: ReaderThreadData): Service & { readonly calls: ReaderCalls } {
  const { file, isReadOnly = false } = data;
  const { db, requireUnchanged } = isReadOnly ? openDomainsToRead(file, CACHE_BYTES) : openWritten(file);
  try {
    const { calls, endSnapshot, close } = createReader(db, data);
    return { db, calls, endSnapshot, requireUnchanged, close };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens a database that a writer of this process has opened and checked before. */
function openWritten(file: string): ReadDatabase {
  const db = openDatabase(file, CACHE_BYTES);
  db.exec('PRAGMA query_only = TRUE');
  return { db, requireUnchanged: () => undefined };
}
