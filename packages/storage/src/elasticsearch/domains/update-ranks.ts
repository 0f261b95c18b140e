import type { Client } from '@elastic/elasticsearch';
import { referrerRank } from '@sitegrep/site';
import { readLinkedRanks } from './reader.ts';
import { readReferrers } from './referrers.ts';
import type { Writer } from './writer.ts';

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
  writer: Pick<Writer, 'countAnew'>,
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
    for (let start = 0; start < stale.length; start += AT_A_TIME) {
      signal?.throwIfAborted();
      changed += await writer.countAnew(stale.slice(start, start + AT_A_TIME).map(({ domain }) => domain));
    }
  }
  return changed;
}

/** Documents that are made anew together: each time, it takes until the next refresh. */
const AT_A_TIME = 100;
