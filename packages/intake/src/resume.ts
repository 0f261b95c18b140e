import type { Queues } from '@sitegrep/jobs';
import type { CrawlRecords } from '@sitegrep/storage';
import { enqueueSites } from './enqueue.ts';

/**
 * Discards crawls whose submission broke off: nobody was told of them. Run at a start, before submissions are taken.
 *
 * @returns how many there were
 */
export async function discardBrokenSubmissions(crawls: CrawlRecords): Promise<number> {
  const broken = await crawls.unsealed();
  for (const id of broken) await crawls.discard(id);
  return broken.length;
}

/**
 * Puts every site without a result back into the queue, oldest crawl first; those that are in it stay as they are. Run
 * at every start: the queue's folder may be older than the records, or new. With a large crawl it takes minutes, so work
 * can begin meanwhile.
 *
 * @param signal stops it early; the next start does the rest
 * @returns how many crawls and sites were unfinished and went to the queue
 */
export async function resumeCrawls({
  crawls,
  queues,
  signal,
}: {
  readonly crawls: CrawlRecords;
  readonly queues: Queues;
  readonly signal?: AbortSignal;
}): Promise<{ readonly crawls: number; readonly sites: number }> {
  const priorityOf = async (crawlId: string): Promise<number | null> =>
    (await crawls.spec(crawlId))?.priority ?? null;
  return enqueueSites(queues, crawls.unfinished(), priorityOf, signal);
}
