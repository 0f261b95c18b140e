import { openSiteCrawler } from '@sitegrep/crawl';
import { extractPage } from '@sitegrep/facts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleSites, type SampleWeb, serveSampleWeb } from './server.ts';
import { SAMPLE_CRAWL } from './site.ts';

type Crawler = ReturnType<typeof openSiteCrawler>;

let web: SampleWeb;
let crawler: Crawler;

beforeAll(async () => {
  web = await serveSampleWeb();
  crawler = openSiteCrawler({
    proxyUrl: web.proxyUrl,
    proxyGuards: true,
    crawlDelayMs: 0,
    maxRetries: 1,
    retryDelayMs: 10,
    requestTimeoutMs: 3_000,
  });
});

afterAll(async () => {
  await crawler.close();
  await web.close();
});

describe('a crawl of the sample web through its proxy', () => {
  test.concurrent.each(sampleSites())('$domain: $shows', async ({ domain, expected }) => {
    const pages: string[] = [];
    const result = await crawler.crawl({ domain, urls: [], ...SAMPLE_CRAWL }, (page) => {
      const { links, robots } = extractPage(page);
      if (!robots.noindex) pages.push(page.url);
      return Promise.resolve({ links, indexed: !robots.noindex, problem: null });
    });
    expect(result).toMatchObject({ outcome: expected.outcome, pages: expected.pages.length });
    expect(result.reason ?? '').toMatch(expected.reason ?? /^/);
    expect(pages.toSorted()).toEqual(expected.pages.toSorted());
  });
});
