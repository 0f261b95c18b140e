import type { Client, estypes } from '@elastic/elasticsearch';
import { isDecided, type OrderRule, type Query, type StartPosition } from '@sitegrep/search';
import { ORDER_FIELDS, type SortValue } from '@sitegrep/site';
import type { SearchOptions, SearchPage } from '../../domains.ts';
import { SearchAborted } from '../../errors.ts';
import type { Walk } from '../../walk.ts';
import { readsHits, wishOf } from '../../texts/hit-wish.ts';
import { compareValues, isAfter, startOf } from '../../result-order.ts';
import { IDEMPOTENT } from '../client.ts';
import { sourceOf, totalOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { type FoundInOrder, nextPart } from './ahead.ts';
import { FirstInOrder } from './first-in-order.ts';
import { cursorValues, queryFor, searchAfter, sortedValues, sortOf } from './query.ts';
import { rankedBy, rankOfHit } from './ranks.ts';
import type { SourceReader } from './source-reader.ts';
import { type DomainSource, type HitSource, unpackHits } from './stored.ts';
import { atPointInTime, holdPoint, type PointInTime, readSources } from './stored-pages.ts';
import type { Match, Verifier } from './verifier.ts';
import { countFacets, documentsOf } from './facets.ts';
import { NO_VERSIONS, readVersionLabels, versionRanges, type VersionLabels } from './version-labels.ts';

/** Parts that answer searches. */
export interface SearchParts {
  readonly client: Client;
  readonly alias: string;
  readonly sources: SourceReader;
  readonly verifier: Verifier;
}

/**
 * Elasticsearch appends a sort rule of its own to a search at a point in time, the position within the shard. The domain is
 * sorted before it, so the rule never decides, and the largest position continues after the last hit.
 */
const MAX_SHARD_POSITION = Number.MAX_SAFE_INTEGER;

export async function search(parts: SearchParts, query: Query, options: SearchOptions): Promise<SearchPage> {
  const { client, alias } = parts;
  const { signal } = options;
  const endsAt = performance.now() + (options.budgetMs ?? Infinity);
  if (signal?.aborted === true) throw new SearchAborted('the search was aborted');
  const { facets, where } = query;
  if (options.walk !== undefined && facets === undefined) {
    return await walkedSearch(parts, query, options, options.walk);
  }
  const isByIndex = isDecided(where, 'domain');
  // One request sees one state.
  const isOneRequest = !readsHits(query) && facets === undefined && versionRanges([where]).length === 0;
  if (isByIndex && isOneRequest)
    return (await searchIn(client, { index: alias }, query, NO_VERSIONS, signal)).page;
  return await atPointInTime(client, alias, signal, async (point) => {
    const versions = isByIndex ? await readVersionLabels(client, point, [where], signal) : NO_VERSIONS;
    const matched: Match[] = [];
    const { page, sources } = isByIndex
      ? await searchIn(client, point, query, versions, signal)
      : await verifiedSearch(parts, point, query, options, (match) => {
          if (facets !== undefined) matched.push(match);
        });
    const work = { client, sources: parts.sources, point, options };
    const everyPage = { where, level: 'domain', fields: [] } as const;
    const documents = isByIndex
      ? {
          queries: [queryFor(where, versions)],
          matches: () => parts.verifier.matching(point, everyPage, options),
        }
      : documentsOf(matched);
    const counted = facets === undefined ? {} : { facets: await countFacets(work, facets, documents) };
    if (!readsHits(query)) return { ...page, ...counted };
    const read = await parts.sources.ofDomains(point, sources, wishOf(query), withinTime(options, endsAt));
    const hits = page.hits.map((hit, index) => ({ ...hit, ...read[index] }));
    return { ...page, hits, ...counted };
  });
}

/** The options with what is left of the time for looking at sources. */
export function withinTime(options: SearchOptions, endsAt: number): SearchOptions {
  return endsAt === Infinity ? options : { ...options, budgetMs: Math.max(1, endsAt - performance.now()) };
}

type ShownSource = HitSource & Pick<DomainSource, 'compressed_bytes'>;

interface FoundPage {
  readonly page: SearchPage;
  /** The `_source` of each hit. */
  readonly sources: readonly ShownSource[];
}

/** The same where sources decide: all that match are sorted here, since the index does not know them. */
async function verifiedSearch(
  parts: SearchParts,
  point: PointInTime,
  query: Query,
  options: SearchOptions,
  see: (match: Match) => void,
): Promise<FoundPage> {
  const { offset } = startOf(query.from);
  const { total, items, isCut } = await verifiedInOrder(parts, point, query, options, see);
  const end = items.at(-1);
  const next = end === undefined || !isCut ? null : { values: end.values, offset: offset + items.length };
  const sources = await sourcesOf(parts, point, items, options);
  return { page: { total, offset, hits: await unpackHits(sources), next }, sources };
}

interface SortedDomain {
  readonly domain: string;
  readonly values: readonly SortValue[];
}

/** Up to `limit` domains from the position of a query on. */
async function verifiedInOrder(
  { verifier }: SearchParts,
  point: PointInTime,
  { where, level, order, from, limit }: Pick<Query, 'where' | 'level' | 'order' | 'from' | 'limit'>,
  options: SearchOptions,
  see: (match: Match) => void,
): Promise<FoundInOrder<SortedDomain>> {
  const { skip, last } = startOf(from);
  const compare = compareValues(order);
  const first = new FirstInOrder<SortedDomain>((a, b) => compare(a.values, b.values), skip + limit + 1);
  const wish = { where, level, fields: order.map(({ field }) => field) };
  let total = 0;
  for await (const match of verifier.matching(point, wish, options)) {
    see(match);
    const { document } = match;
    total++;
    const values = order.map(({ field }) => document.values.get(field) ?? null);
    if (isAfter(order, values, last)) first.add({ domain: document.domain, values });
  }
  const found = first.sorted().slice(skip);
  return { total, items: found.slice(0, limit), isCut: found.length > limit };
}

function sourcesOf(
  { client }: SearchParts,
  point: PointInTime,
  items: readonly SortedDomain[],
  { signal }: SearchOptions,
): Promise<readonly ShownSource[]> {
  const domains = items.map(({ domain }) => domain);
  const fields = ['domain', 'facts', 'compressed_bytes'] as const;
  return readSources(client, point, { domains, fields }, signal);
}

/** The same where the index decides and sorts. */
async function searchIn(
  client: Client,
  where: { readonly index: string } | PointInTime,
  query: Query,
  versions: VersionLabels,
  signal: AbortSignal | undefined,
): Promise<FoundPage> {
  const { order, limit, from } = query;
  const offset = from.kind === 'offset' ? from.offset : from.cursor.offset;
  const isPoint = 'pit' in where;
  const answer = await asStorageErrors(
    client.search<DomainSource>(
      {
        ...where,
        query: rankedBy(queryFor(query.where, versions)),
        ...inOrder(order, from, isPoint),
        track_scores: true,
        size: limit + 1,
        track_total_hits: true,
        allow_partial_search_results: false,
        _source: ['facts', ...ORDER_FIELDS, ...(isPoint ? ['compressed_bytes'] : [])],
      },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  const sources = answer.hits.hits
    .slice(0, limit)
    .map((hit) => ({ ...sourceOf(hit), domain_rank: rankOfHit(hit) }));
  const last = sources.at(-1);
  const hasMore = answer.hits.hits.length > limit && last !== undefined;
  const page = {
    total: totalOf(answer),
    offset,
    hits: await unpackHits(sources),
    next: hasMore ? { values: cursorValues(order, last), offset: offset + sources.length } : null,
  };
  return { page, sources };
}

/** Items that a walk finds in one go, at most; each shard gives as many to one node, which sorts them. */
const MAX_AHEAD = 20_000;
const MAX_OF_SHARDS = 100_000;
const MIN_AHEAD = 1_000;

/** Number of shards that the searches of a walk ask. */
const shardsOf = new WeakMap<Walk, number>();

/** A search that is a part of a walk: what comes after the first part is found in few searches. */
async function walkedSearch(
  parts: SearchParts,
  query: Query,
  options: SearchOptions,
  walk: Walk,
): Promise<SearchPage> {
  const { client, alias } = parts;
  const { signal } = options;
  const { where, from, limit } = query;
  const endsAt = performance.now() + (options.budgetMs ?? Infinity);
  return await nextPart<SortedDomain, SearchPage>(walk, {
    from,
    limit,
    valuesOf: ({ values }) => values,
    hold: () => holdPoint(client, alias, signal),
    async find(point) {
      if (!isDecided(where, 'domain')) {
        return await verifiedInOrder(parts, point, { ...query, limit: MAX_AHEAD }, options, () => {});
      }
      const versions = await readVersionLabels(client, point, [where], signal);
      // The first part tells the number of shards; most searches need no other one.
      const shards = shardsOf.get(walk);
      const ahead = shards === undefined ? 0 : Math.max(MIN_AHEAD, Math.floor(MAX_OF_SHARDS / shards));
      const count = Math.max(limit, Math.min(MAX_AHEAD, ahead));
      const { shards: searched, ...found } = await findInOrder(
        client,
        point,
        query,
        { versions, count },
        signal,
      );
      shardsOf.set(walk, searched);
      return found;
    },
    async show(point, { items, ...page }) {
      const sources = await sourcesOf(parts, point, items, options);
      const hits = await unpackHits(sources);
      if (!readsHits(query)) return { ...page, hits };
      const read = await parts.sources.ofDomains(point, sources, wishOf(query), withinTime(options, endsAt));
      return { ...page, hits: hits.map((hit, index) => ({ ...hit, ...read[index] })) };
    },
  });
}

/** Places of up to `count` domains from the position of a query on, where the index decides and sorts. Reads no document. */
async function findInOrder(
  client: Client,
  point: PointInTime,
  { where, order, from }: Query,
  { versions, count }: { readonly versions: VersionLabels; readonly count: number },
  signal: AbortSignal | undefined,
): Promise<FoundInOrder<SortedDomain> & { readonly shards: number }> {
  const found = queryFor(where, versions);
  const isRanked = order.some(({ field }) => field === 'domain_rank');
  const answer = await asStorageErrors(
    client.search(
      {
        ...point,
        query: isRanked ? rankedBy(found) : { bool: { filter: [found] } },
        ...inOrder(order, from, true),
        size: count + 1,
        track_total_hits: true,
        allow_partial_search_results: false,
        stored_fields: '_none_',
      },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  const { hits } = answer.hits;
  const domainAt = order.findIndex(({ field }) => field === 'domain');
  const items = hits.slice(0, count).map(({ sort = [] }) => {
    const values = sortedValues(order, sort);
    return { domain: String(values[domainAt]), values };
  });
  return { total: totalOf(answer), items, isCut: hits.length > count, shards: answer._shards.total };
}

/** Parameters of a search that starts at a position of an order. */
function inOrder(
  order: readonly OrderRule[],
  from: StartPosition,
  isPoint: boolean,
): Pick<estypes.SearchRequest, 'sort' | 'from' | 'search_after'> {
  return {
    sort: [...sortOf(order), ...(isPoint ? [{ _shard_doc: 'asc' as const }] : [])],
    ...(from.kind === 'offset'
      ? { from: from.offset }
      : { search_after: [...searchAfter(order, from.cursor), ...(isPoint ? [MAX_SHARD_POSITION] : [])] }),
  };
}
