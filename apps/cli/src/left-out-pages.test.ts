import type { CrawlSiteItem } from '@sitegrep/client';
import { leftOutReason } from '@sitegrep/site';
import { expect, test } from 'vitest';
import { LeftOutPages } from './left-out-pages.ts';

function lines(...reasons: readonly (string | null)[]): readonly string[] {
  const pages = new LeftOutPages();
  for (const [at, reason] of reasons.entries()) {
    pages.add({ domain: `${at}.test`, outcome: 'indexed', reason } as CrawlSiteItem);
  }
  return pages.lines();
}

test('a crawl that fetched all linked pages says nothing', () => {
  expect(lines(null, 'the site was not done within 300 s')).toEqual([]);
});

test('a crawl says how many linked pages of which sites it left out', () => {
  expect(lines(leftOutReason(59, 10), null, `unchanged; ${leftOutReason(1, 2)}`)).toEqual([
    '',
    '59 linked pages of 0.test were left out (limit 10)',
    '1 linked page of 2.test was left out (limit 2)',
    '--max-pages fetches more',
  ]);
});

test('further sites are counted', () => {
  expect(lines(...Array.from({ length: 5 }, () => leftOutReason(1_000, 10))).slice(3)).toEqual([
    '1,000 linked pages of 2.test were left out (limit 10)',
    '… and of 2 more sites: 5,000 linked pages in all',
    '--max-pages fetches more',
  ]);
});
