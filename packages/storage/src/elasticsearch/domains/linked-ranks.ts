import type { Client, estypes } from '@elastic/elasticsearch';
import { referrerRank } from '@sitegrep/site';
import type { DomainRank } from '../../domains.ts';
import { readBatches } from './reader.ts';
import { StorageUnavailable } from '../../errors.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';

/**
 * Counts the links to all domains with a document, and writes the ranks that have changed. Links to a domain change with
 * the puts of other domains, and counting them at each of these would ask all shards. Counting is cheap, so everything
 * is counted again, and no record of changes is needed. Several processes may do so at the same time: the slower one
 * finds nothing left to change.
 *
 * @param setLinked sets ranks by links; gives the number of ranks that changed
 * @returns number of changed ranks
 */
export async function updateRanks(
  client: Client,
  alias: string,
  setLinked: (ranks: readonly DomainRank[]) => Promise<number>,
  signal: AbortSignal | undefined,
): Promise<number> {
  let changed = 0;
  for await (const domains of readBatches(client, alias, COUNTED_AT_A_TIME)) {
    signal?.throwIfAborted();
    const referrers = await readReferrers(client, alias, domains);
    const ranks = domains.map((domain) => ({ domain, rank: referrerRank(referrers.get(domain) ?? 0) }));
    signal?.throwIfAborted();
    changed += await setLinked(ranks);
  }
  return changed;
}

/** Domains per request. */
const COUNTED_AT_A_TIME = 1_000;

/**
 * Number of referrers that is counted exactly. Above it, counts are accurate to about one percent, which is half a
 * point of rank. A count takes 16 KiB of the cluster's memory per domain.
 */
const EXACT_REFERRERS = 3_000;

interface Targets {
  readonly targets: estypes.AggregationsTermsAggregateBase<{
    readonly key: string;
    readonly referrers: estypes.AggregationsCardinalityAggregate;
  }>;
}

/**
 * Number of registrable domains that link to each of some domains, in one request, as searches see the index. A domain
 * without links is absent.
 *
 * @param domains at least one, at most `COUNTED_AT_A_TIME`
 */
async function readReferrers(
  client: Client,
  alias: string,
  domains: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { aggregations, timed_out: timedOut } = await asStorageErrors(
    client.search<unknown, Targets>(
      {
        index: alias,
        query: { terms: { links: [...domains] } },
        size: 0,
        track_total_hits: false,
        allow_partial_search_results: false,
        aggs: {
          targets: {
            terms: { field: 'links', include: [...domains], size: domains.length },
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
  if (timedOut || !Array.isArray(buckets))
    throw new StorageUnavailable('Elasticsearch did not complete a count');
  return new Map(buckets.map(({ key, referrers }) => [key, referrers.value]));
}
