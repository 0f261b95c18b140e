import { OUTCOME_HELP, OUTCOMES } from '@sitegrep/site';
import { type Crawl, CrawlClosed, type CrawlRecords } from '@sitegrep/storage';
import { nameOfCrawl, nameOfRetry } from './crawl-name.ts';
import type { SeedLine } from './seeds.ts';
import { submitCrawl, type SubmissionKey } from './submit.ts';

const SITES_AT_A_TIME = 1_000;

/** Sites of a crawl that are crawled again: those that failed, or all. */
type RetriedSites = 'failed' | 'all';

/** The sites of the crawl are still being added: a copy would have a part of them. */
export class CrawlUnsealed extends Error {
  override readonly name = 'CrawlUnsealed';
}

interface RetryOptions {
  readonly sites?: RetriedSites;
  readonly key?: SubmissionKey | null;
}

/**
 * Submits a new crawl of sites of another one, with its limits and start URLs, in bounded memory. The other crawl stays as it
 * is; if it is unfinished, failed sites are those that have failed so far. A crawl of all sites visits each of them, whenever it was
 * visited last.
 *
 * @returns null if there is no such site
 * @throws CrawlUnsealed
 * @throws like submitCrawl; CrawlClosed also if the other crawl is removed meanwhile
 */
export async function retryCrawl(
  crawls: CrawlRecords,
  before: Pick<Crawl, 'id' | 'spec' | 'sites' | 'firstEntries'>,
  { sites = 'failed', key = null }: RetryOptions = {},
): Promise<Crawl | null> {
  const { id, spec, firstEntries } = before;
  // Sealing a crawl gives it these.
  if (before.sites.total > 0 && firstEntries.length === 0) throw new CrawlUnsealed(id);
  // The new crawl is not a run of the schedule, and its sites are those of the other one.
  const { scheduleId: _, source: __, ...limits } = spec;
  const again =
    sites === 'all'
      ? { ...limits, name: nameOfCrawl(before), revisitAfterDays: 0 }
      : { ...limits, name: nameOfRetry(before) };
  const crawl = await submitCrawl(crawls, { ...again, retryOf: id }, sitesOf(crawls, id, sites), { key });
  if (crawl.sites.total > 0) return crawl;
  await crawls.discard(crawl.id);
  return null;
}

async function* sitesOf(
  crawls: CrawlRecords,
  crawlId: string,
  wanted: RetriedSites,
): AsyncGenerator<SeedLine> {
  let line = 0;
  const outcomes = wanted === 'all' ? [null] : OUTCOMES.filter((outcome) => OUTCOME_HELP[outcome].isRetried);
  for (const outcome of outcomes) {
    for (let after: string | null = ''; after !== null;) {
      const { items, next }: Awaited<ReturnType<CrawlRecords['sites']>> = await crawls.sites(crawlId, {
        limit: SITES_AT_A_TIME,
        ...(outcome === null ? {} : { outcome }),
        ...(after === '' ? {} : { after }),
      });
      for (const { domain, urls } of items) {
        line += 1;
        yield { kind: 'seed', line, seed: { domain, urls } };
      }
      after = next;
    }
  }
  // Sites of a crawl that is removed meanwhile may be missing.
  if ((await crawls.spec(crawlId)) === null) throw new CrawlClosed(`crawl ${crawlId} was removed`);
}
