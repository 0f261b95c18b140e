import type { Queues } from '@sitegrep/jobs';

const CHUNK = 1_000;

/** A site without a result. */
export interface UnfinishedSite {
  readonly crawlId: string;
  readonly domain: string;
}

/**
 * Puts sites into the queue; those that are in it stay as they are.
 *
 * @param priorityOf a crawl's priority, asked once for each run of sites of a crawl; null leaves its sites out
 * @returns how many crawls and sites went to the queue
 */
export async function enqueueSites(
  queues: Pick<Queues, 'add'>,
  sites: AsyncIterable<UnfinishedSite>,
  priorityOf: (crawlId: string) => Promise<number | null>,
  signal?: AbortSignal,
): Promise<{ readonly crawls: number; readonly sites: number }> {
  const total = { crawls: 0, sites: 0 };
  let chunk: UnfinishedSite[] = [];
  let current: string | undefined;
  let priority: number | null = null;
  const flush = async (): Promise<void> => {
    if (chunk.length > 0 && priority !== null) {
      await queues.add('site', chunk, { priority });
      total.sites += chunk.length;
    }
    chunk = [];
  };
  for await (const { crawlId, domain } of sites) {
    if (signal?.aborted === true) break;
    if (crawlId !== current) {
      await flush();
      current = crawlId;
      priority = await priorityOf(crawlId);
      if (priority !== null) total.crawls += 1;
    }
    chunk.push({ crawlId, domain });
    if (chunk.length >= CHUNK) await flush();
  }
  await flush();
  return total;
}
