import type { Client, estypes } from '@elastic/elasticsearch';
import { referrerRank } from '@sitegrep/site';
import { readLinkedRanks } from './reader.ts';
import { StorageUnavailable } from '../../errors.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';

/**
 * Counts the links to all domains that no list ranks, and makes those anew whose rank is another now: who links to a
 * domain comes and goes with the puts of others, and to make its document anew at each of them would cost many times what
 * those do. A count is cheap, so all are made again, and nothing needs to be kept of what changed since the last time;
 * several processes may do so at once, and who comes second finds nothing left to be done.
 *
 * @returns how many ranks changed
 */
export async function updateRanks(
  client: Client,
  alias: string,
  countAnew: (domains: readonly string[]) => Promise<number>,
  signal: AbortSignal | undefined,
): Promise<number> {
  let changed = 0;
  for await (const ranks of readLinkedRanks(client, alias)) {
    signal?.throwIfAborted();
    const referrers = await readReferrers(
      client,
      alias,
      ranks.map(({ domain }) => domain),
    );
    const stale = ranks.filter(({ domain, rank }) => rank !== referrerRank(referrers.get(domain) ?? 0));
    for (let start = 0; start < stale.length; start += UPDATED_AT_A_TIME) {
      signal?.throwIfAborted();
      changed += await countAnew(stale.slice(start, start + UPDATED_AT_A_TIME).map(({ domain }) => domain));
    }
  }
  return changed;
}

/** Domains of one request. */
const COUNTED_AT_A_TIME = 1_000;

/** Documents that are written together: each batch waits for the next refresh. */
const UPDATED_AT_A_TIME = 100;

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
  for (let start = 0; start < domains.length; start += COUNTED_AT_A_TIME) {
    const some = domains.slice(start, start + COUNTED_AT_A_TIME);
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
