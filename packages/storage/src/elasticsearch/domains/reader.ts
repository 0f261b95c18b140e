import type { Client, estypes } from '@elastic/elasticsearch';
import {
  type DomainHit,
  type DomainRank,
  type IndexSegment,
  type IndexStats,
  listedSegments,
  type PageList,
  type StoredDomain,
} from '../../domains.ts';
import { IDEMPOTENT } from '../client.ts';
import { foundOf, searchAll, sourceOf, totalOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { readRanksOf, type RankState } from './ranks.ts';
import { addressOf, routeOf } from './routing.ts';
import { SCREENSHOT_FIELDS, screenshotsIn } from './screenshots.ts';
import {
  type DomainSource,
  type DomainState,
  parseFacts,
  parseVersions,
  unpackDomain,
  unpackHits,
} from './stored.ts';

/** Documents per request of a scan; each may be as large as the size limit of a site. */
const SCANNED_AT_A_TIME = 16;

/** Domains per request. */
const UNDER_AT_A_TIME = 1_000;

/** Ranks per request. */
const RANKS_AT_A_TIME = 10_000;
const NAMES_AT_A_TIME = 5_000;

/** Reads parts of the document of a domain, as last acknowledged; null if there is none. */
export async function readLiving<Part extends keyof DomainSource>(
  client: Client,
  alias: string,
  domain: string,
  parts: readonly Part[],
  storedFields: readonly string[] = [],
): Promise<{
  readonly source: Pick<DomainSource, Part>;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
} | null> {
  const request = { ...addressOf(domain), _source: ['live', ...parts], stored_fields: [...storedFields] };
  const { docs } = await asStorageErrors(
    client.mget<Pick<DomainSource, Part | 'live'>>({ index: alias, docs: [request] }, IDEMPOTENT),
  );
  const [doc] = docs;
  const { _source: source, fields } = doc === undefined ? {} : foundOf(doc);
  return source?.live === true ? { source, fields } : null;
}

export async function readDomain(
  client: Client,
  alias: string,
  domain: string,
): Promise<StoredDomain | null> {
  const parts = ['domain', 'revision', 'facts'] as const;
  const [found, rankOf] = await Promise.all([
    readLiving(client, alias, domain, parts, ['pages', ...SCREENSHOT_FIELDS]),
    readRanksOf(client, alias, [domain]),
  ]);
  if (found === null) return null;
  const { source, fields } = found;
  return unpackDomain(source, rankOf(domain), fields, screenshotsIn(fields));
}

/** @throws StorageCorrupt if the document has no pages, which are not loaded to find that out */
export async function readPageList(
  client: Client,
  alias: string,
  domain: string,
  urls?: readonly string[],
): Promise<PageList | null> {
  const [found, rankOf, withPages] = await Promise.all([
    readLiving(client, alias, domain, ['revision', 'facts', 'versions']),
    readRanksOf(client, alias, [domain]),
    searchAll(client, {
      index: alias,
      routing: routeOf(domain),
      query: { bool: { filter: [{ ids: { values: [domain] } }, { exists: { field: 'pages' } }] } },
      size: 0,
      track_total_hits: true,
    }),
  ]);
  if (found === null) return null;
  // Searches may not see the document yet: only reading it tells whether it has pages.
  if (totalOf(withPages) === 0 && (await readDomain(client, alias, domain)) === null) return null;
  const { revision, facts, versions } = found.source;
  const wanted = urls === undefined ? null : new Set(urls);
  const pages = parseVersions(versions).flatMap(({ number: _number, firstSeen: _firstSeen, ...page }) =>
    wanted === null || wanted.has(page.url) ? [page] : [],
  );
  return { domain, revision, rank: rankOf(domain), facts: parseFacts(facts), pages };
}

/** Facts and rank of each of some domains; null where there is no document. */
export async function readHits(
  client: Client,
  alias: string,
  domains: readonly string[],
): Promise<readonly (DomainHit | null)[]> {
  if (domains.length === 0) return [];
  const ids = [...new Set(domains)];
  const [{ docs }, rankOf] = await Promise.all([
    asStorageErrors(
      client.mget<Pick<DomainSource, 'domain' | 'facts' | 'live'>>(
        { index: alias, docs: ids.map(addressOf), _source_includes: ['domain', 'facts', 'live'] },
        IDEMPOTENT,
      ),
    ),
    readRanksOf(client, alias, ids),
  ]);
  const hits = await unpackHits(
    docs.flatMap((doc) => {
      const { _source: source } = foundOf(doc);
      return source?.live === true ? [{ ...source, rank: rankOf(source.domain) }] : [];
    }),
  );
  const byDomain = new Map(hits.map((hit) => [hit.domain, hit]));
  return domains.map((domain) => byDomain.get(domain) ?? null);
}

export async function* scan(client: Client, alias: string, after: string): AsyncGenerator<StoredDomain> {
  const request = {
    index: alias,
    query: { term: { live: true } },
    size: SCANNED_AT_A_TIME,
    _source: true,
    stored_fields: ['pages'],
  };
  for await (const hits of batchesByDomain<DomainSource>(client, request, after)) {
    const rankOf = await readRanksOf(
      client,
      alias,
      hits.map((hit) => sourceOf(hit).domain),
    );
    for (const hit of hits) {
      const source = sourceOf(hit);
      yield unpackDomain(source, rankOf(source.domain), hit.fields, null);
    }
  }
}

/** All domains with a document, in order. */
export async function* readNames(client: Client, alias: string): AsyncGenerator<string> {
  const request = {
    index: alias,
    query: { term: { live: true } },
    size: NAMES_AT_A_TIME,
    _source: ['domain'],
  };
  for await (const hit of hitsByDomain<DomainState>(client, request, '')) yield sourceOf(hit).domain;
}

/** All ranks given by a list, in the order of their domains. */
export async function* readRanks(client: Client, alias: string): AsyncGenerator<DomainRank> {
  const request = {
    index: alias,
    query: { exists: { field: 'listed' } },
    size: RANKS_AT_A_TIME,
    _source: ['domain', 'listed'],
  };
  for await (const hit of hitsByDomain<RankState>(client, request, '')) {
    const { domain, listed } = sourceOf(hit);
    if (listed !== null) yield { domain, rank: listed };
  }
}

/** Domains with a document, as searches see them, in order, in batches. */
export async function* readBatches(
  client: Client,
  alias: string,
  size: number,
): AsyncGenerator<readonly string[]> {
  const request = { index: alias, query: { term: { live: true } }, size, _source: ['domain'] };
  for await (const hits of batchesByDomain<Pick<DomainState, 'domain'>>(client, request, ''))
    yield hits.map((hit) => sourceOf(hit).domain);
}

/** Domains with a document that are under another domain, as searches see them, in order. */
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

/** All hits of a request, page by page. */
async function* hitsByDomain<Source extends { readonly domain: string }>(
  client: Client,
  request: estypes.SearchRequest,
  after: string,
): AsyncGenerator<estypes.SearchHit<Source>> {
  for await (const hits of batchesByDomain<Source>(client, request, after)) yield* hits;
}

/** The hits of a request after a domain, in pages of which none is empty. The next page is read while one is used. */
async function* batchesByDomain<Source extends { readonly domain: string }>(
  client: Client,
  request: estypes.SearchRequest,
  after: string,
): AsyncGenerator<readonly estypes.SearchHit<Source>[]> {
  const pageAfter = async (last: string): Promise<readonly estypes.SearchHit<Source>[]> => {
    const sought = { ...request, sort: [{ domain: 'asc' as const }], search_after: [last] };
    return (await searchAll<Source>(client, sought)).hits.hits;
  };
  for (let page = await pageAfter(after); ;) {
    const end = page.at(-1);
    if (end === undefined) return;
    const next = pageAfter(sourceOf(end).domain);
    // It may fail while nobody waits for it, or never be waited for.
    void Promise.allSettled([next]);
    yield page;
    page = await next;
  }
}

/**
 * Sizes of the index. Elasticsearch offers no cheap size of a single field, so `indexBytes` is the size of the
 * primary shards without the compressed sources and versions. `totalBytes` includes replicas.
 */
export async function readStats(client: Client, alias: string): Promise<IndexStats> {
  const sums = ['page_count', 'source_bytes', 'compressed_bytes', 'version_count', 'version_bytes'] as const;
  const [answer, { _all: all }, { indices }] = await asStorageErrors(
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
      client.indices.segments({ index: alias }, IDEMPOTENT),
    ]),
  );
  const sumOf = (field: (typeof sums)[number]): number => answer.aggregations?.[field].value ?? 0;
  const compressedBytes = sumOf('compressed_bytes');
  const versionBytes = sumOf('version_bytes');
  const primaryBytes = all.primaries?.store?.size_in_bytes ?? 0;
  return {
    domains: totalOf(answer),
    pages: sumOf('page_count'),
    sourceBytes: sumOf('source_bytes'),
    indexBytes: Math.max(0, primaryBytes - compressedBytes - versionBytes),
    compressedBytes,
    totalBytes: all.total?.store?.size_in_bytes ?? primaryBytes,
    versions: sumOf('version_count'),
    versionBytes,
    ...listedSegments(Object.values(indices).flatMap(primarySegments)),
  };
}

/** Segments of the primary shards that searches use. */
function primarySegments({ shards }: estypes.IndicesSegmentsIndexSegment): readonly IndexSegment[] {
  return Object.values(shards)
    .flat()
    .filter(({ routing }) => routing.primary)
    .flatMap(({ segments }) => Object.values(segments))
    .filter(({ search }) => search)
    .map(({ num_docs: live, deleted_docs: deleted, size_in_bytes: bytes }) => ({
      documents: live + deleted,
      deletedDocuments: deleted,
      bytes,
    }));
}
