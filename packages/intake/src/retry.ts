import { OUTCOMES, type Outcome } from '@sitegrep/site';
import { type Crawl, CrawlClosed, type CrawlRecords } from '@sitegrep/storage';
import type { SeedLine } from './seeds.ts';
import { submitCrawl } from './submit.ts';

/** Whether a retry includes the sites with an outcome: it might change them. */
const IS_RETRIED: Readonly<Record<Outcome, boolean>> = {
  indexed: false,
  unchanged: false,
  robots_disallowed: false,
  dns_failed: true,
  connect_failed: true,
  tls_failed: true,
  timed_out: true,
  http_error: true,
  not_html: false,
  too_large: true,
  blocked_address: false,
  blocked_domain: false,
  cancelled: true,
  crashed: true,
};

const SITES_AT_A_TIME = 1_000;

/**
 * Submits a new crawl of the failed sites of another one, with its limits and start URLs, in bounded memory. The other crawl
 * stays as it is; if it is unfinished, these are the sites that have failed so far.
 *
 * @returns null if no site has failed
 * @throws like submitCrawl; CrawlClosed also if the other crawl is removed meanwhile
 */
export async function retryCrawl(
  crawls: CrawlRecords,
  { id, spec }: Pick<Crawl, 'id' | 'spec'>,
): Promise<Crawl | null> {
  // The new crawl is not a run of the schedule.
  const { scheduleId: _, ...limits } = spec;
  const crawl = await submitCrawl(crawls, { ...limits, retryOf: id }, failedSites(crawls, id));
  if (crawl.sites.total > 0) return crawl;
  await crawls.discard(crawl.id);
  return null;
}

async function* failedSites(crawls: CrawlRecords, crawlId: string): AsyncGenerator<SeedLine> {
  let line = 0;
  for (const outcome of OUTCOMES) {
    if (!IS_RETRIED[outcome]) continue;
    for (let after: string | null = ''; after !== null;) {
      const { items, next }: Awaited<ReturnType<CrawlRecords['sites']>> = await crawls.sites(crawlId, {
        limit: SITES_AT_A_TIME,
        outcome,
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
