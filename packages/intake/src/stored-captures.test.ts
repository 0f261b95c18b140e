import { pageDigest, type Page } from '@sitegrep/site';
import type { ListedPage, PageList } from '@sitegrep/storage';
import { NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { expect, test } from 'vitest';
import { StoredCaptures } from './stored-captures.ts';

const FACTS = 'release 1';

function pageAt(url: string): Page {
  return { url, status: 200, headers: [], body: Buffer.from(url), truncated: false, fetchedAt: 5 };
}

function listed(page: Page): ListedPage {
  const version = {
    etag: null,
    lastModified: null,
    digest: pageDigest(page),
    certificate: null,
  };
  const { url, fetchedAt, truncated } = page;
  const sizes = { sourceBytes: 1, renderedBytes: null, screenshotBytes: null };
  return { url, fetchedAt, truncated, charset: 'utf-8', title: null, version, factsVersion: FACTS, ...sizes };
}

/** Domains with so many stored pages each, and what was read: single pages, or all of a domain. */
function storedDomains(count: number) {
  const reads: string[] = [];
  const pages = async (domain: string, urls?: readonly string[]): Promise<PageList> => {
    reads.push(urls === undefined ? domain : urls.join(' '));
    const all = Array.from({ length: count }, (_, at) => listed(pageAt(`http://${domain}/${at}`)));
    const wanted = all.filter(({ url }) => urls?.includes(url) ?? true);
    return { domain, facts: NO_SITE_FACTS, revision: 1, rank: 0, pages: wanted };
  };
  return { reads, pages };
}

test('the first three pages of a domain are read by themselves, then all, once, however many it has', async () => {
  const domains = storedDomains(25_000);
  const captures = new StoredCaptures(domains, FACTS);
  for (const at of [0, 1, 2, 3, 24_999]) {
    expect(await captures.has(pageAt(`http://a.example/${at}`), 'a.example')).toBe(true);
  }
  expect(await captures.has(pageAt('http://a.example/other'), 'a.example')).toBe(false);
  expect(domains.reads).toEqual([...[0, 1, 2].map((at) => `http://a.example/${at}`), 'a.example']);
});

test('a page that is not stored is looked for by itself', async () => {
  const captures = new StoredCaptures(storedDomains(2), FACTS);
  expect(await captures.has(pageAt('http://a.example/other'), 'a.example')).toBe(false);
});

test('domains are forgotten once too many pages are known, and after a write', async () => {
  const domains = storedDomains(9_000);
  const captures = new StoredCaptures(domains, FACTS);
  const look = (domain: string) => captures.has(pageAt(`http://${domain}/1`), domain);
  for (const domain of ['a.example', 'b.example', 'c.example']) {
    for (let time = 0; time < 3; time++) await look(domain);
  }
  domains.reads.length = 0;
  for (const domain of ['a.example', 'b.example', 'a.example', 'c.example', 'b.example']) {
    expect(await look(domain)).toBe(true);
  }
  expect(domains.reads).toEqual(['a.example', 'b.example', 'c.example', 'b.example']);
  captures.forget();
  expect(await look('a.example')).toBe(true);
  expect(domains.reads.slice(4)).toEqual(['http://a.example/1']);
});
