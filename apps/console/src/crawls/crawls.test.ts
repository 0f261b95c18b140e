import type { CrawlItem, CrawlSiteItem } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { figuresOf } from './crawl-figures.ts';
import { type CrawlNews, positionBefore, withEvent } from './crawl-news.ts';
import { crawlOptionsIn, nameIn } from './crawl-options.ts';
import { formatOf, isEmptyList } from './list-format.ts';
import { kindOf, outcomeName, sortedOutcomes } from './outcome-kinds.ts';
import { mayHaveLine, pagesOverTime } from './pages-over-time.ts';
import { sitesNow } from './shown-sites.ts';

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
  expect(sortedOutcomes({ indexed: 2, tls_failed: 7, robots_disallowed: 1 })).toEqual({
    entries: [
      ['tls_failed', 7],
      ['indexed', 2],
      ['robots_disallowed', 1],
    ],
    done: [['indexed', 2]],
    failed: [
      ['tls_failed', 7],
      ['robots_disallowed', 1],
    ],
    retried: 7,
  });
  expect([outcomeName('dns_failed'), outcomeName('of_a_later_version')]).toEqual([
    'Name not found',
    'of_a_later_version',
  ]);
  expect(['indexed', 'cancelled', 'tls_failed'].map(kindOf)).toEqual(['good', 'between', 'bad']);
});

test('events of a crawl change it, and the sites that ended last come first', () => {
  const site = (domain: string) => ({ type: 'site', id: null, data: { domain } as CrawlSiteItem }) as const;
  let news: CrawlNews = { last: [], change: {} };
  for (let at = 0; at < 32; at++) news = withEvent(news, site(`${at}.example`));
  expect(news.last.map(({ domain }) => domain)).toEqual(
    Array.from({ length: 30 }, (_, at) => `${31 - at}.example`),
  );
  const progress = { type: 'progress', data: { pages: 3 } } as Parameters<typeof withEvent>[1];
  const end = { type: 'end', data: { state: 'completed' } } as Parameters<typeof withEvent>[1];
  expect(withEvent(withEvent(news, progress), end).change).toEqual({ pages: 3, state: 'completed' });
});

test('events are wanted from a little before the end of what was counted', () => {
  const after = (finished: number) => positionBefore({ sites: { finished } } as CrawlItem);
  expect([after(0), after(30), after(45)]).toEqual([{}, {}, { after: '15' }]);
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

test('a crawl gets the name that was written, or that of its file', () => {
  const file = new File(['a'], 'domains.txt');
  expect([
    nameIn(form({ name: ' Bakeries ' }), file),
    nameIn(form({ name: ' ' }), file),
    nameIn(form({ name: '' }), 'a.example'),
  ]).toEqual([{ name: 'Bakeries' }, { name: 'domains.txt' }, {}]);
  const nameOf = (name: string) => nameIn(form({ name: '' }), new File(['a'], name));
  expect([nameOf('a\u202eb.txt'), nameOf(`${'x'.repeat(199)}😀`), nameOf('\u200b')]).toEqual([
    { name: 'ab.txt' },
    { name: 'x'.repeat(199) },
    {},
  ]);
});

test('each site of the moment stands once: those in flight first, then those that ended last', () => {
  const site = (domain: string) => ({ domain }) as CrawlSiteItem;
  const rows = sitesNow([site('a.example'), site('b.example')], [site('b.example'), site('c.example')]);
  expect(rows.map(({ domain }) => domain)).toEqual(['a.example', 'b.example', 'c.example']);
});

test('pages over time are pages a minute, without the interval that goes on', () => {
  const timeline = { from: '2026-03-01 09:00:00 +00:00', interval_seconds: 20, pages: [10, 0, 7, 4] };
  const start = Date.UTC(2026, 2, 1, 9);
  const line = pagesOverTime(timeline, start + 79_999);
  expect(line?.values).toEqual([30, 0, 21]);
  expect(line?.ticks).toHaveLength(3);
  expect(pagesOverTime(timeline, start + 80_000)?.values).toEqual([30, 0, 21, 12]);
  expect(pagesOverTime(timeline, start + 59_999)).toBeNull();
  expect(pagesOverTime({ from: null, interval_seconds: 10, pages: [] }, start)).toBeNull();
});

test('room for a line is kept for a crawl that went on for half a minute and has ended sites', () => {
  const at = Date.UTC(2026, 2, 1, 9, 0, 30);
  const ended = { ...CRAWL, sites: { ...CRAWL.sites, finished: 1 } };
  expect(mayHaveLine(ended, at)).toBe(true);
  expect(mayHaveLine(ended, at - 1)).toBe(false);
  expect(mayHaveLine({ ...ended, sites: { ...CRAWL.sites, finished: 0 } }, at)).toBe(false);
});
