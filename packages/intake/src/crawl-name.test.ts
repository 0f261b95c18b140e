import { expect, test } from 'vitest';
import { nameOfCrawl, nameOfRetry } from './crawl-name.ts';

const SPEC = { maxPages: 1, maxDepth: 1, priority: 5 };

function crawl(total: number, firstEntries: readonly string[], spec: object = {}) {
  return { spec: { ...SPEC, ...spec }, firstEntries, sites: { total } };
}

test.each([
  [crawl(1, ['shop.example']), 'shop.example'],
  [crawl(2, ['https://shop.example:8080/a?b']), 'shop.example and 1 more'],
  [crawl(12_346, ['shop.example', 'lakes.example']), 'shop.example and 12,345 more'],
  [crawl(3, ['shop.example'], { name: 'Bakeries' }), 'Bakeries'],
  [crawl(3, ['shop.example'], { scheduleId: 'weekly', source: { kind: 'index' } }), 'weekly'],
  [crawl(3, ['shop.example'], { source: { kind: 'listed', list: 'suppliers' } }), 'suppliers'],
  [crawl(3, ['shop.example'], { source: { kind: 'index' } }), 'the whole index'],
  [crawl(0, []), 'a list'],
])('a crawl is named by what was submitted: %j', (of, name) => expect(nameOfCrawl(of)).toBe(name));

test('a crawl of failed sites says so once, however often it is repeated', () => {
  const first = nameOfRetry(crawl(2, ['shop.example']));
  expect(first).toBe('Failed sites of shop.example and 1 more');
  expect(nameOfRetry(crawl(1, ['shop.example'], { name: first }))).toBe(first);
  expect(nameOfRetry(crawl(1, ['a.example'], { name: 'x'.repeat(200) }))).toHaveLength(200);
  const cut = nameOfRetry(crawl(1, ['a.example'], { name: `${'x'.repeat(183)}😀` }));
  expect(cut).toBe(`Failed sites of ${'x'.repeat(183)}`);
});
