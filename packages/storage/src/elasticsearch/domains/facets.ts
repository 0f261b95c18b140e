// Counts what matches by facets: labels and ranks by aggregations, captures by looking at the pages.
import type { Client, estypes } from '@elastic/elasticsearch';
import { RANK_STEPS, type Facet, type FacetCounts } from '@sitegrep/search';
import type { SearchOptions } from '../../domains.ts';
import { capturedCounts } from '../../facets/captured-counts.ts';
import { type Capture, capturesOf } from '../../facets/captured-texts.ts';
import type { CapturesOfSearch, KeptCaptures } from '../../facets/kept-captures.ts';
import { facetKey, topValues } from '../../facets/top-values.ts';
import { QueryTooBroad } from '../../query-too-broad.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import { countChanges } from './change-counts.ts';
import { countLabels, type Counts } from './label-counts.ts';
import { countHostGroups } from './host-group-counts.ts';
import { countHosts } from './host-counts.ts';
import { countOwners } from './owner-counts.ts';
import { rankFrom } from './ranks.ts';
import { countSaved, type SavedNames } from './searches/saved-counts.ts';
import { capturedPages, type CapturedPages, type SourceReader } from './source-reader.ts';
import type { PointInTime } from './stored-pages.ts';
import type { Match } from './verifier.ts';

export interface FacetWork {
  readonly client: Client;
  readonly sources: SourceReader;
  readonly captures: KeptCaptures;
  readonly point: PointInTime;
  readonly options: SearchOptions;
  readonly savedNames: SavedNames;
}

/** Documents whose facets are counted. */
export interface CountedDocuments {
  /** Queries that find them, each in one. */
  readonly queries: readonly estypes.QueryDslQueryContainer[];
  /** The documents with those of their pages that match; all pages count unless the level is by page. */
  readonly matches: () => AsyncIterable<Match> | Iterable<Match>;
  /** Finds the records of changes that match, at their level. */
  readonly records?: estypes.QueryDslQueryContainer;
}

/** Documents that one query names. */
const DOMAINS_AT_A_TIME = 10_000;

/** Documents that were found by looking at their pages. */
export function documentsOf(matches: readonly Match[]): CountedDocuments {
  const domains = matches.map(({ document }) => document.domain);
  const queries = Array.from({ length: Math.ceil(domains.length / DOMAINS_AT_A_TIME) }, (_, index) => ({
    ids: { values: domains.slice(index * DOMAINS_AT_A_TIME, (index + 1) * DOMAINS_AT_A_TIME) },
  }));
  return { queries, matches: () => matches };
}

/** @throws SearchAborted; QueryTooBroad if captures take longer than the budget of the search */
export async function countFacets(
  work: FacetWork,
  facets: readonly Facet[],
  documents: CountedDocuments,
): Promise<readonly FacetCounts[]> {
  const counted: FacetCounts[] = [];
  const kept = work.captures.of(capturesOf(facets));
  for (const facet of facets) {
    const owners = await ownersOf(work, facet, documents);
    if (owners === null) {
      const { counts, without } = await countsOf(work, facet, { documents, kept });
      counted.push(topValues(counts, facet, without));
    } else counted.push(owners);
  }
  return counted;
}

/** Null: the facet is another one, or takes more than one request. */
async function ownersOf(
  { client, point, options: { signal } }: FacetWork,
  facet: Facet,
  { queries: [query, ...others] }: CountedDocuments,
): Promise<FacetCounts | null> {
  const isOfOwners = facet.kind === 'label' && facet.label === 'registrable_domain';
  if (!isOfOwners || query === undefined || others.length > 0) return null;
  return await countOwners(client, point, { query, part: facet }, signal);
}

/** Counts by `facetKey`. */
async function countsOf(
  work: FacetWork,
  facet: Facet,
  { documents, kept }: { readonly documents: CountedDocuments; readonly kept: CapturesOfSearch },
): Promise<Counts> {
  const { client, point, options } = work;
  const { signal } = options;
  switch (facet.kind) {
    case 'label':
      return await inAll(documents, (query) =>
        countLabels(client, point, { query, kind: facet.label, prefix: '' }, signal),
      );
    case 'hosts':
      return await inAll(documents, (query) => countHosts(client, point, { query, wanted: facet }, signal));
    case 'host_groups':
      return await inAll(documents, (query) =>
        countHostGroups(client, point, { query, groups: facet.groups }, signal),
      );
    case 'values': {
      const { prefix } = facet;
      return await inAll(documents, async (query) => {
        const wish = { query, kind: facet.label, prefix };
        const { counts, without } = await countLabels(client, point, wish, signal);
        return {
          counts: new Map(Array.from(counts, ([label, n]) => [label.slice(prefix.length), n])),
          without,
        };
      });
    }
    case 'ranks':
      return await inAll(documents, (query) => countRanks(client, point, query, signal));
    case 'saved':
      return await inAll(documents, async (query) => {
        const names = await work.savedNames(facet.names);
        return await countSaved(client, point, { query, names }, signal);
      });
    case 'captures':
      return await captured(work, facet, { documents, kept });
    case 'changed':
    case 'times':
    case 'causes': {
      const { records: query } = documents;
      if (query === undefined) throw new TypeError('a facet of changes counts changes');
      return byKey(await countChanges(client, point, { query, facet }, signal));
    }
  }
}

function byKey({ counts, without }: Counts): Counts {
  return { counts: new Map(Array.from(counts, ([value, count]) => [facetKey(value), count])), without };
}

/** The sums of what is counted by each query. */
async function inAll(
  { queries }: CountedDocuments,
  count: (query: estypes.QueryDslQueryContainer) => Promise<Counts>,
): Promise<Counts> {
  const sums = new Map<string, number>();
  let missing = 0;
  for (const query of queries) {
    const { counts, without } = await count(query);
    for (const [value, documents] of counts) {
      const key = facetKey(value);
      sums.set(key, (sums.get(key) ?? 0) + documents);
    }
    missing += without;
  }
  return { counts: sums, without: missing };
}

async function countRanks(
  client: Client,
  point: PointInTime,
  query: estypes.QueryDslQueryContainer,
  signal: AbortSignal | undefined,
): Promise<Counts> {
  const last = RANK_STEPS.length - 1;
  const steps = RANK_STEPS.map((key, step) => [
    key,
    rankFrom(100 * step, step < last ? 100 * step + 100 : null),
  ]);
  const { aggregations } = await asStorageErrors(
    client.search<unknown, { readonly ranks: { readonly buckets: Readonly<Record<string, RankBucket>> } }>(
      {
        ...point,
        query: { bool: { filter: [query] } },
        size: 0,
        track_total_hits: false,
        allow_partial_search_results: false,
        aggs: { ranks: { filters: { filters: Object.fromEntries(steps) } } },
      },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  const counts = Object.entries(aggregations?.ranks.buckets ?? {})
    .map(([key, { doc_count: documents }]) => [key, documents] as const)
    .filter(([, documents]) => documents > 0);
  return { counts: new Map(counts), without: 0 };
}

interface RankBucket {
  readonly doc_count: number;
}

async function captured(
  { sources, point, options }: FacetWork,
  capture: Capture,
  { documents, kept }: { readonly documents: CountedDocuments; readonly kept: CapturesOfSearch },
): Promise<Counts> {
  const pages: CapturedPages[] = [];
  for await (const { document, pages: numbers } of documents.matches()) {
    pages.push(capturedPages(document, numbers));
  }
  const counted = capturedCounts();
  const at = kept.captures.indexOf(capture);
  const done = await sources.captured(point, pages, { kept, at }, options, (texts) => counted.add(texts));
  if (done < pages.length) throw new QueryTooBroad(pages.length, done);
  return counted.result();
}
