import type { Analysis } from '@sitegrep/analysis';
import type { SiteCrawler } from '@sitegrep/crawl';
import type { Page } from '@sitegrep/site';
import { NO_PAGE_FACTS } from '@sitegrep/site/test/facts';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openLoopbackCrawler, serveLoopback, type Answer, type Loopback } from './loopback.ts';
import { openPutBatch } from '../src/put-batch.ts';
import { createSiteProcessor, type SiteQueueParts, type SiteQueueSettings } from '../src/site-queue.ts';
import { emptyIndex, openEmptyStorage } from '../../../packages/intake/test/empty-storage.ts';
import { WatchedIndex } from './watched-index.ts';
import type { Storage } from '@sitegrep/storage';

const SETTINGS: SiteQueueSettings = {
  maxSiteBytes: 10_000,
  honourNoindex: true,
  honourNofollow: true,
  conditionalRequests: true,
  siteDeadlineMs: 60_000,
  storageRetryMs: 5,
};

/** Analyses a page as far as these tests need it: links are `href`s, `noindex` and `nofollow` stand in its text. */
function analyze(page: Page): Analysis {
  const source = new TextDecoder().decode(page.body);
  if (source.includes('CRASH')) return { kind: 'crashed', reason: 'page needed more than 512 MB' };
  const { url, fetchedAt, truncated } = page;
  return {
    kind: 'page',
    record: { url, fetchedAt, charset: 'utf-8', truncated, source, facts: NO_PAGE_FACTS },
    links: [...source.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => new URL(href, url).href),
    nofollowLinks: [...source.matchAll(/unfollowed="([^"]+)"/g)].map(
      ([, href = '']) => new URL(href, url).href,
    ),
    ownerLinks: [],
    firstLinks: [],
    framesetLinks: [],
    icon: null,
    refresh: null,
    robots: {
      noindex: source.includes('noindex'),
      nofollow: source.includes('nofollow'),
      expires: false,
      maxSnippet: null,
    },
    shell: false,
    partial: null,
    timing: { extractMs: 1, detectMs: 1 },
  };
}

export const page = (html: string): Answer => ({ html });

/** Differences from the default of a test. */
interface Given {
  readonly settings?: Partial<SiteQueueSettings>;
  readonly crawler?: Pick<SiteCrawler, 'crawl'>;
  readonly domains?: SiteQueueParts['domains'];
  /** Gets an entry when the storage goes away and comes back. */
  readonly events?: string[];
}

/** Opens a crawler and a storage for the tests of a file; the index is empty before each of them. */
export function prepareSites() {
  let crawler: SiteCrawler;
  let storage: Storage;
  let remove: () => Promise<void>;
  const served: Loopback[] = [];
  beforeAll(async () => {
    crawler = openLoopbackCrawler();
    ({ storage, remove } = await openEmptyStorage());
  });
  afterAll(() => Promise.all([crawler.close(0), remove()]));
  afterEach(async () => {
    for (const loopback of served.splice(0)) await loopback.close();
    await emptyIndex(storage.domains);
  });

  /** A crawl of `a.test` with these answers, and the functions that run its job. */
  async function site(answer: Parameters<typeof serveLoopback>[0], given: Given = {}) {
    const { events = [] } = given;
    const loopback = await serveLoopback(answer);
    served.push(loopback);
    // A copy, so that a test can make a call of it fail.
    const crawls = { ...storage.crawls };
    const domains = new WatchedIndex(storage.domains);
    const { id: crawlId } = await crawls.create({ maxPages: 5, maxDepth: 2, priority: 5 });
    await crawls.appendSites(crawlId, [{ domain: 'a.test', urls: [loopback.url('a.test')] }]);
    await crawls.seal(crawlId, { count: 0, reasons: {}, samples: [] });
    const processor = createSiteProcessor({
      crawls,
      domains: given.domains ?? storage.domains,
      documents: openPutBatch(domains, { maxCharacters: 1, maxDelayMs: 0, maxWriting: 1 }),
      crawler: given.crawler ?? crawler,
      analysis: {
        factsVersion: '1',
        analyze: async (page) => analyze(page),
        analyzeAgain: () =>
          Promise.reject(new Error('a stored page is analysed again, although its facts are of today')),
        readIcon: () => Promise.reject(new Error('an icon came, although none is wanted')),
      },
      settings: { ...SETTINGS, ...given.settings },
      onStorageAway: (error) => events.push(`away: ${error.message}`),
    });
    const payload = { crawlId, domain: 'a.test' };
    const run = (signal: AbortSignal = new AbortController().signal, begun = 1): Promise<void> =>
      processor.process(payload, { signal, attempt: 1, begun, scheduledAt: null });
    const result = async () => (await crawls.site(crawlId, 'a.test'))?.result;
    const pages = async () => (await storage.domains.get('a.test'))?.pages.map(({ url }) => url) ?? [];
    return { loopback, crawls, domains, processor, payload, run, result, pages };
  }

  return {
    site,
    get storage() {
      return storage;
    },
    get crawler() {
      return crawler;
    },
  };
}
