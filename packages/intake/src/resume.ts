import type { Queues } from '@sitegrep/jobs';
import type { CrawlRecords } from '@sitegrep/storage';
import { enqueueSites } from './enqueue.ts';

/**
 * Puts every site without a result back into the queue, oldest crawl first; those that are in it stay as they are. Run
 * at every start: the queue's folder may be older than the records, or new. With a large crawl it takes minutes, so work
 * can begin meanwhile; memory is bounded.
 *
 * Any number of processes may do this at the same time: jobs have one id a site. A site that gets its result in between
 * may be added once more; whoever takes the job sees the result, which was durable before its first job was gone.
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
  readonly queues: Pick<Queues, 'add'>;
  readonly signal?: AbortSignal;
}): Promise<{ readonly crawls: number; readonly sites: number }> {
  const priorityOf = async (crawlId: string): Promise<number | null> =>
    (await crawls.spec(crawlId))?.priority ?? null;
  return enqueueSites(queues, crawls.unfinished(), priorityOf, signal);
}
