import type { Client } from '@elastic/elasticsearch';
import { isDecided, type Query } from '@sitegrep/search';
import { ORDER_FIELDS, type SortValue } from '@sitegrep/site';
import type { SearchOptions, SearchPage } from '../../domains.ts';
import { SearchAborted } from '../../errors.ts';
import { readsHits, wishOf } from '../../texts/hit-wish.ts';
import { compareValues, isAfter, startOf } from '../../result-order.ts';
import { IDEMPOTENT } from '../client.ts';
import { sourceOf, totalOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { FirstInOrder } from './first-in-order.ts';
import { cursorValues, queryFor, searchAfter, sortOf } from './query.ts';
import type { SourceReader } from './source-reader.ts';
import { type DomainSource, type HitSource, unpackHits } from './stored.ts';
import { atPointInTime, type PointInTime, readSources } from './stored-pages.ts';
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
  { client, verifier }: SearchParts,
  point: PointInTime,
  { where, level, order, from, limit }: Query,
  options: SearchOptions,
  see: (match: Match) => void,
): Promise<FoundPage> {
  const { skip, offset, last } = startOf(from);
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
  const shown = found.slice(0, limit);
  const end = shown.at(-1);
  const sources = await readSources(
    client,
    point,
    {
      domains: shown.map(({ domain }) => domain),
      fields: ['domain', 'domain_rank', 'facts', 'compressed_bytes'],
    },
    options.signal,
  );
  const isLast = end === undefined || found.length <= limit;
  const next = isLast ? null : { values: end.values, offset: offset + shown.length };
  return { page: { total, offset, hits: await unpackHits(sources), next }, sources };
}

interface SortedDomain {
  readonly domain: string;
  readonly values: readonly SortValue[];
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
        query: { bool: { filter: [queryFor(query.where, versions)] } },
        sort: [...sortOf(order), ...(isPoint ? [{ _shard_doc: 'asc' as const }] : [])],
        size: limit + 1,
        ...(from.kind === 'offset'
          ? { from: offset }
          : { search_after: [...searchAfter(order, from.cursor), ...(isPoint ? [MAX_SHARD_POSITION] : [])] }),
        track_total_hits: true,
        allow_partial_search_results: false,
        _source: ['facts', ...ORDER_FIELDS, ...(isPoint ? ['compressed_bytes'] : [])],
      },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  const sources = answer.hits.hits.slice(0, limit).map(sourceOf);
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
