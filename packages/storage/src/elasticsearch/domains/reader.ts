import type { Client, estypes } from '@elastic/elasticsearch';
import type { Query } from '@sitegrep/search';
import type { SiteFacts } from '@sitegrep/site';
import type { DomainHit, DomainRank, IndexStats, SearchPage, StoredDomain } from '../../domains.ts';
import { SearchAborted, StorageUnavailable } from '../../errors.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors, errorOfAnswer } from '../failure.ts';
import type { MatchFinder } from './match-finder.ts';
import { atPointInTime, type PointInTime } from './point-in-time.ts';
import { conditionFor, cursorValues, ORDER_SOURCE, searchAfter, sortOf } from './query.ts';
import { storedPages, unpackDomain, type DomainSource, type DomainState } from './stored.ts';

/** What searches read. */
export interface Searched {
  readonly client: Client;
  readonly alias: string;
  readonly finder: MatchFinder;
}

export interface FoundState extends DomainState {
  /** Of the document in Elasticsearch, > 0; rises with every write, also of a rank. */
  readonly version: number;
}

/** Hits whose facts are read from JSON before others get the event loop: about a millisecond's worth. */
const HITS_AT_A_TIME = 100;

/** Documents of one answer of a scan; each at most as large as the cap of a site. */
const SCANNED_AT_A_TIME = 16;

/** Domains of one answer. */
const UNDER_AT_A_TIME = 1_000;

/**
 * At a point in time, Elasticsearch has its own last rule, the place in the index; as the domain comes before it, it never
 * decides, and a search goes on behind whatever place its last hit had.
 */
const LAST_PLACE = Number.MAX_SAFE_INTEGER;

/** Ranks of one answer. */
const RANKS_AT_A_TIME = 10_000;
const NAMES_AT_A_TIME = 5_000;

/** Ranks that are held against a count at a time. */
const LINKED_AT_A_TIME = 1_000;

/** States as they are now, whether or not searches see them yet. Absent: never known. */
export async function readStates(
  client: Client,
  alias: string,
  domains: readonly string[],
): Promise<ReadonlyMap<string, FoundState>> {
  const { docs } = await asStorageErrors(
    client.mget<DomainState>(
      { index: alias, ids: [...domains], _source_includes: ['domain', 'live', 'revision', 'rank', 'listed'] },
      IDEMPOTENT,
    ),
  );
  const states = new Map<string, FoundState>();
  for (const doc of docs) {
    const { _id: id, _source: state, _version: version } = foundOf(doc);
    if (state !== undefined && version !== undefined) states.set(id, { ...state, version });
  }
  return states;
}

export async function readDomain(
  client: Client,
  alias: string,
  domain: string,
): Promise<StoredDomain | null> {
  const { docs } = await asStorageErrors(
    client.mget<DomainSource>(
      { index: alias, docs: [{ _id: domain, _source: true, stored_fields: ['pages'] }] },
      IDEMPOTENT,
    ),
  );
  const [doc] = docs;
  const { _source: source, fields } = doc === undefined ? {} : foundOf(doc);
  return source?.live === true ? unpackDomain(source, storedPages(fields)) : null;
}

export async function search(
  { client, alias, finder }: Searched,
  query: Query,
  signal: AbortSignal | undefined,
): Promise<SearchPage> {
  if (signal?.aborted === true) throw new SearchAborted('the search was aborted');
  const { snippets } = query;
  if (snippets === undefined) return (await searchIn(client, { index: alias }, query, signal)).page;
  return await atPointInTime(client, alias, signal, async (point) => {
    const { page, sources } = await searchIn(client, point, query, signal);
    const matches = await finder.find(point, sources, snippets, signal);
    return { ...page, hits: page.hits.map((hit, index) => ({ ...hit, matches: matches[index] ?? [] })) };
  });
}

/** A page of hits, and what Elasticsearch says of each. */
async function searchIn(
  client: Client,
  where: { readonly index: string } | PointInTime,
  query: Query,
  signal: AbortSignal | undefined,
): Promise<{ readonly page: SearchPage; readonly sources: readonly DomainSource[] }> {
  const { order, limit, from } = query;
  const offset = from.kind === 'offset' ? from.offset : from.cursor.offset;
  const condition = conditionFor(query);
  if (condition === null) return { page: { total: 0, offset, hits: [], next: null }, sources: [] };
  const isPoint = 'pit' in where;
  const answer = await asStorageErrors(
    client.search<DomainSource>(
      {
        ...where,
        query: { bool: { filter: [condition] } },
        sort: [...sortOf(order), ...(isPoint ? [{ _shard_doc: 'asc' as const }] : [])],
        size: limit + 1,
        ...(from.kind === 'offset'
          ? { from: offset }
          : { search_after: [...searchAfter(order, from.cursor), ...(isPoint ? [LAST_PLACE] : [])] }),
        track_total_hits: true,
        allow_partial_search_results: false,
        _source: ['facts', ...ORDER_SOURCE, ...(isPoint ? ['compressed_bytes'] : [])],
      },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  const sources = answer.hits.hits.slice(0, limit).map(sourceOf);
  const last = sources.at(-1);
  const goesOn = answer.hits.hits.length > limit && last !== undefined;
  const page = {
    total: totalOf(answer),
    offset,
    hits: await unpackHits(sources),
    next: goesOn ? { values: cursorValues(order, last), offset: offset + sources.length } : null,
  };
  return { page, sources };
}

export async function* scan(client: Client, alias: string, after: string): AsyncGenerator<StoredDomain> {
  const request = {
    index: alias,
    query: { term: { live: true } },
    size: SCANNED_AT_A_TIME,
    _source: true,
    stored_fields: ['pages'],
  };
  for await (const hit of hitsByDomain<DomainSource>(client, request, after))
    yield unpackDomain(sourceOf(hit), storedPages(hit.fields));
}

/** The domain of every document. */
export async function* readNames(client: Client, alias: string): AsyncGenerator<string> {
  const request = {
    index: alias,
    query: { term: { live: true } },
    size: NAMES_AT_A_TIME,
    _source: ['domain'],
  };
  for await (const hit of hitsByDomain<DomainState>(client, request, '')) yield sourceOf(hit).domain;
}

/** Every rank of a list, by domain. */
export async function* readRanks(client: Client, alias: string): AsyncGenerator<DomainRank> {
  const request = {
    index: alias,
    query: { exists: { field: 'listed' } },
    size: RANKS_AT_A_TIME,
    _source: ['domain', 'listed'],
  };
  for await (const hit of hitsByDomain<DomainState>(client, request, '')) {
    const { domain, listed } = sourceOf(hit);
    if (listed !== null) yield { domain, rank: listed };
  }
}

/** The ranks of all documents that no list ranks, by domain, some at a time. */
export async function* readLinkedRanks(client: Client, alias: string): AsyncGenerator<readonly DomainRank[]> {
  const request = {
    index: alias,
    query: { bool: { filter: { term: { live: true } }, must_not: { exists: { field: 'listed' } } } },
    size: LINKED_AT_A_TIME,
    _source: ['domain', 'rank'],
  };
  let some: DomainRank[] = [];
  for await (const hit of hitsByDomain<DomainState>(client, request, '')) {
    const { domain, rank } = sourceOf(hit);
    some.push({ domain, rank });
    if (some.length < LINKED_AT_A_TIME) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

/** Domains with a document that are under another one, as searches see them, in order. */
export async function* readUnder(client: Client, alias: string, domain: string): AsyncGenerator<string> {
  const request = {
    index: alias,
    query: { bool: { filter: [{ term: { live: true } }, { wildcard: { domain: `*.${domain}` } }] } },
    size: UNDER_AT_A_TIME,
    _source: ['domain'],
  };
  for await (const hit of hitsByDomain<Pick<DomainState, 'domain'>>(client, request, '')) {
    yield sourceOf(hit).domain;
  }
}

/** All hits of a request behind a domain, as many at a time as its size says. */
async function* hitsByDomain<Source extends { readonly domain: string }>(
  client: Client,
  request: estypes.SearchRequest,
  after: string,
): AsyncGenerator<estypes.SearchHit<Source>> {
  for (let last = after; ;) {
    const { hits } = await asStorageErrors(
      client.search<Source>(
        { ...request, sort: [{ domain: 'asc' }], search_after: [last], allow_partial_search_results: false },
        IDEMPOTENT,
      ),
    );
    yield* hits.hits;
    const end = hits.hits.at(-1);
    if (end === undefined) return;
    last = sourceOf(end).domain;
  }
}

/**
 * Elasticsearch tells no cheap size of one field: what the sources don't take of the primary shards is the index.
 * `totalBytes` counts replicas too.
 */
export async function readStats(client: Client, alias: string): Promise<IndexStats> {
  const sums = ['page_count', 'source_bytes', 'compressed_bytes'] as const;
  const [answer, { _all: all }] = await asStorageErrors(
    Promise.all([
      client.search<unknown, Record<(typeof sums)[number], estypes.AggregationsSumAggregate>>(
        {
          index: alias,
          query: { term: { live: true } },
          size: 0,
          track_total_hits: true,
          allow_partial_search_results: false,
          aggs: Object.fromEntries(sums.map((field) => [field, { sum: { field } }])),
        },
        IDEMPOTENT,
      ),
      client.indices.stats({ index: alias, metric: 'store' }, IDEMPOTENT),
    ]),
  );
  const sumOf = (field: (typeof sums)[number]): number => answer.aggregations?.[field].value ?? 0;
  const compressedBytes = sumOf('compressed_bytes');
  const primaryBytes = all.primaries?.store?.size_in_bytes ?? 0;
  return {
    domains: totalOf(answer),
    pages: sumOf('page_count'),
    sourceBytes: sumOf('source_bytes'),
    indexBytes: Math.max(0, primaryBytes - compressedBytes),
    compressedBytes,
    totalBytes: all.total?.store?.size_in_bytes ?? primaryBytes,
  };
}

function totalOf({ hits, timed_out: timedOut }: Pick<estypes.SearchResponse, 'hits' | 'timed_out'>): number {
  const { total } = hits;
  if (timedOut || total === undefined) throw new StorageUnavailable('Elasticsearch gave up a search');
  return typeof total === 'number' ? total : total.value;
}

function sourceOf<Source>({ _id: id, _source: source }: estypes.SearchHit<Source>): Source {
  if (source === undefined) throw new Error(`Elasticsearch gives no source of ${id}`);
  return source;
}

/** @throws StorageUnavailable and others, if the document could not be read */
export function foundOf<T>(doc: estypes.MgetResponseItem<T>): estypes.GetGetResult<T> {
  if ('error' in doc) {
    throw errorOfAnswer(500, doc.error.type, `${doc._id}: ${doc.error.reason ?? 'no reason is given'}`);
  }
  return doc;
}

/** Ten thousand hits would hold the event loop for a tenth of a second, were they read in one go. */
async function unpackHits(sources: readonly DomainSource[]): Promise<readonly DomainHit[]> {
  const hits: DomainHit[] = [];
  for (const { domain, rank, facts } of sources) {
    if (hits.length > 0 && hits.length % HITS_AT_A_TIME === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    hits.push({ domain, rank, facts: JSON.parse(facts) as SiteFacts });
  }
  return hits;
}
