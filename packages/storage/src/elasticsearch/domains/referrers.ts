import type { Client, estypes } from '@elastic/elasticsearch';
import { StorageUnavailable } from '../../errors.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';

/** Domains of one request. */
const AT_A_TIME = 1_000;

/**
 * Up to about so many referrers are counted exactly, more of them to within a percent, which is half a point of rank; the
 * cluster takes 16 KiB for each domain meanwhile.
 */
const EXACT_REFERRERS = 3_000;

interface Targets {
  readonly targets: estypes.AggregationsTermsAggregateBase<{
    readonly key: string;
    readonly referrers: estypes.AggregationsCardinalityAggregate;
  }>;
}

/** How many registrable domains link to each domain, as searches see the index. Absent: none. */
export async function readReferrers(
  client: Client,
  alias: string,
  domains: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const referrers = new Map<string, number>();
  for (let start = 0; start < domains.length; start += AT_A_TIME) {
    const some = domains.slice(start, start + AT_A_TIME);
    const { aggregations, timed_out: timedOut } = await asStorageErrors(
      client.search<unknown, Targets>(
        {
          index: alias,
          query: { terms: { links: some } },
          size: 0,
          track_total_hits: false,
          allow_partial_search_results: false,
          aggs: {
            targets: {
              terms: { field: 'links', include: some, size: some.length },
              aggs: {
                referrers: {
                  cardinality: { field: 'registrable', precision_threshold: EXACT_REFERRERS },
                },
              },
            },
          },
        },
        IDEMPOTENT,
      ),
    );
    const buckets = aggregations?.targets.buckets;
    if (timedOut || !Array.isArray(buckets)) throw new StorageUnavailable('Elasticsearch gave up a count');
    for (const { key, referrers: count } of buckets) referrers.set(key, count.value);
  }
  return referrers;
}
