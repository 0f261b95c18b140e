import type { Queues } from '@sitegrep/jobs';
import type { Crawl, CrawlRecords, CrawlSpec } from '@sitegrep/storage';
import { SeedBatch } from './batch.ts';
import { enqueueSites } from './enqueue.ts';
import { RejectedCounter } from './rejected.ts';
import type { SeedLine } from './seeds.ts';
import { giveSignsOfLife, SIGN_OF_LIFE_EVERY_MS, type SignsOfLife } from './submission-life.ts';

/** Lines held in memory before they are written. */
const BATCH = 1_000;

/**
 * Makes a crawl of the seeds: create, append, seal, enqueue. When it resolves, every site of the crawl is recorded and
 * in the queue. If it breaks off before (an error of the input, a kill), the crawl was never acknowledged: it is
 * discarded here or by `startUpkeep`. A kill after the seal leaves a whole crawl, which upkeep puts into the queue. Memory
 * is bounded whatever the number of lines, and seeds may come as slowly as they like.
 *
 * Lines that name the same site are united if they stand within a thousand lines of each other; further away the first
 * ones win, and start URLs that are lost by it are counted as rejected.
 *
 * @param signOfLifeEveryMs how often slow seeds are made up for, well below the time after which upkeep discards
 * @returns the crawl as it was sealed, its rejected lines counted by `rejected`
 * @throws CrawlClosed if the crawl was discarded meanwhile, e.g. because this process stood still for too long
 * @throws whatever `seeds` or the storage throws, after the crawl was discarded
 */
export async function submitCrawl(
  { crawls, queues }: { readonly crawls: CrawlRecords; readonly queues: Queues },
  spec: CrawlSpec,
  seeds: AsyncIterable<SeedLine> | Iterable<SeedLine>,
  { signOfLifeEveryMs = SIGN_OF_LIFE_EVERY_MS }: { readonly signOfLifeEveryMs?: number } = {},
): Promise<Crawl> {
  const { id } = await crawls.create(spec);
  const signs = giveSignsOfLife(() => crawls.appendSites(id, []), signOfLifeEveryMs);
  try {
    const rejected = await appendAll(crawls, id, seeds, signs);
    const crawl = await crawls.seal(id, rejected.total());
    await enqueueSites(queues, crawls.unfinished(id), async () => spec.priority);
    return crawl;
  } catch (error) {
    await discardAfter(error, crawls, id);
    throw error;
  }
}

async function appendAll(
  crawls: CrawlRecords,
  crawlId: string,
  seeds: AsyncIterable<SeedLine> | Iterable<SeedLine>,
  signs: SignsOfLife,
): Promise<RejectedCounter> {
  const rejected = new RejectedCounter();
  const batch = new SeedBatch();
  try {
    for await (const seed of seeds) {
      if (seed.kind === 'rejected') rejected.add(seed.line, seed.text, seed.reason);
      else batch.add(seed.line, seed.seed);
      if (batch.lines < BATCH) continue;
      signs.check();
      await append(crawls, crawlId, batch, rejected);
    }
    if (batch.lines > 0) await append(crawls, crawlId, batch, rejected);
  } finally {
    await signs.stop();
  }
  signs.check();
  return rejected;
}

async function append(
  crawls: CrawlRecords,
  crawlId: string,
  batch: SeedBatch,
  rejected: RejectedCounter,
): Promise<void> {
  const seeds = batch.seeds();
  const added = await crawls.appendSites(crawlId, seeds);
  // Fewer than given: the crawl had some of them, whose URLs stay as they were.
  if (added < seeds.length) await countLostUrls(crawls, crawlId, batch, rejected);
  batch.clear();
}

async function countLostUrls(
  crawls: CrawlRecords,
  crawlId: string,
  batch: SeedBatch,
  rejected: RejectedCounter,
): Promise<void> {
  for (const { domain, url, line } of batch.urls()) {
    const site = await crawls.site(crawlId, domain);
    if (site?.urls.includes(url)) continue;
    rejected.add(line, url, 'its site came more than a thousand lines before, without this URL');
  }
}

/** If even that fails upkeep does it; both errors are told. */
async function discardAfter(error: unknown, crawls: CrawlRecords, crawlId: string): Promise<void> {
  try {
    await crawls.discard(crawlId);
  } catch (second) {
    throw new AggregateError([error, second], `crawl ${crawlId} broke off and could not be discarded`, {
      cause: second,
    });
  }
}
