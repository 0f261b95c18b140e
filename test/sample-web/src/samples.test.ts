import { expect, test } from 'vitest';
import { capturedSamples, sampleDomains } from './samples.ts';
import { received } from '../test/received.ts';
import { sampleSites } from './server.ts';

const NOW = Date.UTC(2026, 2, 1);
const bySite = new Map(sampleSites().map((site) => [site.domain, site]));

test('each sample site has the pages that a crawl would index, as they are sent, and a past before them', () => {
  const captured = capturedSamples(NOW);
  expect(captured.map(({ domain }) => domain)).toEqual(sampleDomains());
  for (const { domain, pages } of captured) {
    const site = bySite.get(domain);
    if (site === undefined) throw new Error(domain);
    const current = pages.filter(({ fetchedAt }) => fetchedAt === NOW);
    expect(current.map(({ url }) => url)).toEqual(site.expected.pages);
    for (const { url, headers, body } of current) {
      const sent = received(site, url);
      expect([headers, Buffer.compare(Buffer.from(body), Buffer.from(sent.body))]).toEqual([sent.headers, 0]);
    }
    for (const { url, fetchedAt } of pages.slice(0, pages.length - current.length)) {
      expect(fetchedAt).toBeLessThan(NOW);
      expect(site.expected.pages).toContain(url);
    }
  }
});

test('the past of a sample site differs from what it is now', () => {
  const [bakery] = capturedSamples(NOW);
  const texts = bakery?.pages.map(({ body }) => Buffer.from(body).toString()) ?? [];
  expect(texts.slice(0, 3).map((text) => /WordPress ([0-9.]+)/.exec(text)?.[1])).toEqual([
    '6.5.3',
    '6.6.2',
    '6.7.1',
  ]);
});
