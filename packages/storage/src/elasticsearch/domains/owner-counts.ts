// Counts the documents of each registrable domain in one request, exactly. All documents of one are in one shard (routing.ts),
// so that the first ones of each shard, merged, are the first ones of all.
import type { Client, estypes } from '@elastic/elasticsearch';
import type { FacetCounts, FacetPart } from '@sitegrep/search';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import { labelPath } from './label-counts.ts';
import type { PointInTime } from './stored-pages.ts';

/** Maximum values of the part that is listed, and of those with several documents; a cluster allows 65,536 together. */
const MAX_LISTED = 15_000;
const MAX_REPEATED = 50_000;

const FIELD = labelPath('registrable_domain');

/** @returns null if there are too many of them for one request */
export async function countOwners(
  client: Client,
  point: PointInTime,
  {
    query,
    part: { limit, offset, min },
  }: { readonly query: estypes.QueryDslQueryContainer; readonly part: FacetPart },
  signal: AbortSignal | undefined,
): Promise<FacetCounts | null> {
  if (offset + limit > MAX_LISTED) return null;
  const { aggregations } = await asStorageErrors(
    client.search<unknown, OwnerAggregations>(
      {
        ...point,
        query: { bool: { filter: [query] } },
        size: 0,
        track_total_hits: false,
        allow_partial_search_results: false,
        aggs: {
          first: firstOnes(offset + limit, 1),
          // The others have one document each.
          repeated: firstOnes(MAX_REPEATED, 2),
          having: { value_count: { field: FIELD } },
          without: { missing: { field: FIELD } },
        },
      },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  if (aggregations === undefined) throw new TypeError('an answer to aggregations has none');
  const { first, repeated, having, without } = aggregations;
  if (repeated.buckets.length === MAX_REPEATED) return null;
  const repetitions = repeated.buckets.reduce((sum, { doc_count: documents }) => sum + documents - 1, 0);
  const distinct = having.value - repetitions;
  const isListed = ({ doc_count: documents }: Bucket): boolean => documents >= min;
  return {
    values: first.buckets
      .filter(isListed)
      .slice(offset)
      .map(({ key: value, doc_count: domains }) => ({ value, domains })),
    distinct,
    listed: min <= 1 ? distinct : repeated.buckets.filter(isListed).length,
    without: without.doc_count,
  };
}

/** The values with the most documents, those with as many in the order of their names. */
function firstOnes(size: number, min: number): estypes.AggregationsAggregationContainer {
  const order = [{ _count: 'desc' as const }, { _key: 'asc' as const }];
  const terms = { field: FIELD, size, shard_size: size, min_doc_count: min, shard_min_doc_count: min, order };
  return { terms };
}

interface Bucket {
  readonly key: string;
  readonly doc_count: number;
}

interface OwnerAggregations {
  readonly first: { readonly buckets: readonly Bucket[] };
  readonly repeated: { readonly buckets: readonly Bucket[] };
  readonly having: { readonly value: number };
  readonly without: { readonly doc_count: number };
}
