import type { CrawlItem, CrawlSiteItem } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { figuresOf } from './crawl-figures.ts';
import { type CrawlNews, positionBefore, withEvent } from './crawl-news.ts';
import { crawlOptionsIn } from './crawl-options.ts';
import { formatOf, isEmptyList } from './list-format.ts';
import { kindOf, sortedOutcomes } from './outcome-kinds.ts';

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

test('options that are left empty are not sent, and neither is rendering that is not wanted', () => {
  expect(crawlOptionsIn(form({ max_pages: ' ', render: 'never' }))).toEqual({});
  expect(crawlOptionsIn(form({ max_pages: '0', priority: '3', render: 'if_empty', other: '1' }))).toEqual({
    max_pages: 0,
    priority: 3,
    render: 'if_empty',
  });
  expect(crawlOptionsIn(form({ render: 'sometimes' }))).toEqual({});
});

test.each([
  ['sites.CSV', 'text/csv', false],
  ['sites.ndjson.gz', 'application/x-ndjson', true],
  ['sites.jsonl', 'application/x-ndjson', false],
  ['csv', 'text/plain', false],
])('a list %s is sent as %s', (name, type, gzip) =>
  expect(formatOf(new File(['a'], name))).toEqual({ type, gzip }),
);

test('a list is empty without anything in it', () => {
  expect(['', ' \n', new File([], 'a'), 'a', new File(['a'], 'a')].map(isEmptyList)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(formatOf('typed')).toEqual({});
});

test('outcomes are sorted by their counts, and each is good, bad or between', () => {
  expect(sortedOutcomes({ indexed: 2, tls_failed: 7 })).toEqual({
    entries: [
      ['tls_failed', 7],
      ['indexed', 2],
    ],
    all: 9,
  });
  expect(['indexed', 'cancelled', 'tls_failed'].map(kindOf)).toEqual(['good', 'between', 'bad']);
});

test('events of a crawl change it, and the sites that ended last come first', () => {
  const site = (domain: string) => ({ type: 'site', id: null, data: { domain } as CrawlSiteItem }) as const;
  let news: CrawlNews = { last: [], change: {} };
  for (let at = 0; at < 12; at++) news = withEvent(news, site(`${at}.example`));
  expect(news.last.map(({ domain }) => domain)).toEqual(
    Array.from({ length: 10 }, (_, at) => `${11 - at}.example`),
  );
  const progress = { type: 'progress', data: { pages: 3 } } as Parameters<typeof withEvent>[1];
  const end = { type: 'end', data: { state: 'completed' } } as Parameters<typeof withEvent>[1];
  expect(withEvent(withEvent(news, progress), end).change).toEqual({ pages: 3, state: 'completed' });
});

test('events are wanted from a little before the end of what was counted', () => {
  const after = (finished: number) => positionBefore({ sites: { finished } } as CrawlItem);
  expect([after(0), after(10), after(25)]).toEqual([{}, {}, { after: '15' }]);
});

const CRAWL = {
  state: 'running',
  sites: { finished: 1_000, total: 2_000 },
  pages: 5,
  bytes: 2_048,
  pages_per_second: 1.25,
  eta_seconds: 3_840,
  started_at: '2026-03-01 09:00:00 +00:00',
  finished_at: null,
} as CrawlItem;

test('a crawl that goes on has a rate and an end in sight, one that has ended a duration', () => {
  expect(figuresOf(CRAWL, true)).toEqual([
    ['State', 'running · live'],
    ['Sites', '1,000 / 2,000'],
    ['Pages', '5 · 2.0 KiB'],
    ['Rate', '1.3 pages/s'],
    ['Time left', '1 h 4 min'],
  ]);
  const ended = { ...CRAWL, pages_per_second: null, finished_at: '2026-03-01 09:00:30 +00:00' };
  expect(figuresOf(ended, false).slice(3)).toEqual([['Took', '30 s']]);
});
