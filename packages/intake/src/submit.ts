import type { Crawl, CrawlRecords, CrawlSpec } from '@sitegrep/storage';
import { SeedBatch } from './batch.ts';
import { RejectedCounter } from './rejected.ts';
import type { SeedLine } from './seeds.ts';
import { giveSignsOfLife, SIGN_OF_LIFE_EVERY_MS, type SignsOfLife } from './submission-life.ts';

/** Lines held in memory before they are written. */
const BATCH = 1_000;

/** A key under which a submission may be sent again, and what tells a repetition from another submission. */
export interface Claim {
  readonly key: string;
  /** Of all that was submitted; asked once the seeds have been read. */
  readonly fingerprint: () => string;
}

/** Another submission has the key: nothing was read of this one. */
export class SubmissionClaimed extends Error {
  override readonly name = 'SubmissionClaimed';
  readonly crawlId: string;

  constructor(crawlId: string) {
    super(`the key of this submission is that of crawl ${crawlId}`);
    this.crawlId = crawlId;
  }
}

export interface SubmitOptions {
  readonly claim?: Claim | null;
  /** How often slow seeds are made up for, in milliseconds, well below the time after which upkeep discards. */
  readonly signOfLifeEveryMs?: number;
  /** Told of the crawl before it gets any site. If it throws, the crawl is discarded. */
  readonly onCreated?: (crawlId: string) => Promise<void>;
}

/**
 * Makes a crawl of the seeds: create, claim, append, seal. When it resolves, every site of the crawl is recorded, and
 * `startUpkeep` feeds it to the queue by and by. If it breaks off before (an error of the input, a kill), the crawl was
 * never acknowledged: it is discarded here or by upkeep. A kill after the seal leaves a whole crawl, which is crawled.
 * Memory is bounded whatever the number of lines, and seeds may come as slowly as they like.
 *
 * Lines that name the same site are united if they stand within a thousand lines of each other; further away the first
 * ones win, and start URLs that are lost by it are counted as rejected.
 *
 * @returns the crawl as it was sealed, its rejected lines counted by `rejected`
 * @throws SubmissionClaimed before any seed is read
 * @throws CrawlClosed if the crawl was discarded meanwhile, e.g. because this process stood still for too long
 * @throws whatever `seeds` or the storage throws, after the crawl was discarded
 */
export async function submitCrawl(
  crawls: CrawlRecords,
  spec: CrawlSpec,
  seeds: AsyncIterable<SeedLine> | Iterable<SeedLine>,
  { claim = null, signOfLifeEveryMs = SIGN_OF_LIFE_EVERY_MS, onCreated }: SubmitOptions = {},
): Promise<Crawl> {
  const { id } = await crawls.create(spec);
  try {
    await onCreated?.(id);
    const holder = claim === null ? id : await crawls.claim(claim.key, id);
    if (holder !== id) throw new SubmissionClaimed(holder);
    const signs = giveSignsOfLife(() => crawls.appendSites(id, []), signOfLifeEveryMs);
    const rejected = await appendAll(crawls, id, seeds, signs);
    return await crawls.seal(id, rejected.total(), claim?.fingerprint());
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
