// A process that crawls the sites of web.ts concurrently, and prints a line per finished site. Usage: node
// crawler-process.ts <task as JSON>
import { openSiteCrawler } from '@sitegrep/crawl';
import { openHostSlots } from '@sitegrep/jobs/redis';
import { siteName } from './web.ts';

/** Task of the process. */
export interface CrawlerTask {
  readonly sites: number;
  readonly port: number;
  readonly crawlDelayMs: number;
  /** Redis of several processes; null: this process is the only one. */
  readonly redis: { readonly url: string; readonly prefix: string } | null;
}

/** Long compared with the time of an answer; it also limits how long the host of a killed process is not requested. */
const REQUEST_TIMEOUT_MS = 2_000;

async function crawlAll({ sites, port, crawlDelayMs, redis }: CrawlerTask): Promise<void> {
  const slots =
    redis === null
      ? null
      : await openHostSlots(
          { kind: 'redis', ...redis },
          { onError: (error) => process.stderr.write(`${error.message}\n`) },
        );
  const crawler = openSiteCrawler({
    allowedAddresses: ['127.0.0.0/8'],
    lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    concurrency: sites,
    crawlDelayMs,
    maxCrawlDelayMs: 1_000,
    delayFactor: 0,
    retryDelayMs: 10,
    maxRetryAfterMs: 2_000,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    hostSlot: slots?.acquire ?? null,
  });
  await Promise.all(
    Array.from({ length: sites }, async (_, n) => {
      const domain = siteName(n);
      const links = ['1', '2', '3'].map((path) => `http://${domain}:${port}/${path}`);
      const task = { domain, urls: [`http://${domain}:${port}/`], maxPages: 6, maxDepth: 1 };
      const { outcome, pages } = await crawler.crawl(task, () =>
        Promise.resolve({
          links: [...links, `http://shop.${domain}:${port}/`],
          indexed: true,
          problem: null,
        }),
      );
      process.stdout.write(`${JSON.stringify({ domain, outcome, pages })}\n`);
    }),
  );
  await crawler.close(0);
  slots?.close();
}

const [task = ''] = process.argv.slice(2);
await crawlAll(JSON.parse(task));
