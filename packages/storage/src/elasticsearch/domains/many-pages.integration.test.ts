import type { Expression, Query } from '@sitegrep/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentOf, put, queryOf } from '../../../test/conformance/documents.ts';
import {
  and,
  exact,
  keyword,
  not,
  or,
  pattern,
  samePage,
  text,
} from '../../../test/conformance/expressions.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import type { DomainIndex } from '../../domains.ts';
import { openDomainIndex } from './domain-index.ts';

const PAGES = 10_500;
/** Characters of the longest page. */
const MILLION = 1_000_000;

const indexes = await openTestIndexes();
let opened: DomainIndex | null = null;
const index = (): DomainIndex => {
  if (opened === null) throw new Error('the index is not open');
  return opened;
};
afterAll(async () => {
  await opened?.close();
  await indexes.close();
});

function pageOf(number: number): string {
  return `<p>page of otter${number} ${number % 2 === 0 ? 'Even' : 'odd'}`;
}

/** More pages than Elasticsearch takes as nested documents by itself, and than it lists as inner hits. */
describe('a site of many pages beside one with a long page', () => {
  beforeAll(async () => {
    const options = { shards: 2, refreshInterval: '-1', bulkBytes: 8 << 20, bulkConcurrency: 2 };
    opened = await openDomainIndex(indexes.client, { ...indexes.options(), ...options });
    await put(
      index(),
      documentOf(
        'many.test',
        Array.from({ length: PAGES }, (_, number) => pageOf(number)),
      ),
    );
    const long = `${'x '.repeat(MILLION / 2)}the end of otter7 Even`;
    await put(index(), documentOf('long.test', ['<p>short', long], { title: 'Burrow' }));
  });

  it('has full text of all pages', async () => {
    const request = { keyword: 'otter10499', language: 'en', country: null, limit: 10, now: 0 };
    const found = await index().fullText.search(request);
    expect(found.map(({ url }) => url)).toEqual(['https://many.test/010499']);
  });

  it.each<readonly [name: string, where: Expression, total: number, last: string]>([
    ['a text that all have', text('page of'), PAGES, 'many.test/010499'],
    ['a text that half of them have', text('even'), PAGES / 2 + 1, 'many.test/010498'],
    ['a text in its case', text('Even', exact), PAGES / 2 + 1, 'many.test/010498'],
    ['a pattern', pattern('otter[0-9]*7 '), PAGES / 10 + 1, 'many.test/010497'],
    ['two texts', and(text('even'), text('otter104')), 56, 'many.test/010498'],
    ['a text without another', and(text('otter'), not(text('even'))), PAGES / 2, 'many.test/010499'],
    ['a text that is far behind', text('the end of'), 1, 'long.test/000001'],
    ['the condition of one of two domains', and(keyword('burrow'), text('even')), 1, 'long.test/000001'],
    [
      'a condition or a text beside a text',
      and(text('otter'), or(keyword('burrow'), text('odd'))),
      PAGES / 2 + 1,
      'many.test/010499',
    ],
  ])('finds every page with %s', async (_, where, total, last) => {
    const order = [
      { field: 'domain', direction: 'asc' },
      { field: 'url', direction: 'asc' },
    ] as const;
    const query: Query<'page'> = { ...queryOf([]), level: 'page', where, order, limit: 10 };
    const first = await index().search(query);
    expect(first.total).toBe(total);
    const offset = Math.min(10_000, Math.max(0, total - 10));
    const end = await index().search({ ...query, from: { kind: 'offset', offset }, limit: 1_000 });
    expect(end.total).toBe(total);
    expect(end.hits).toHaveLength(total - offset);
    expect(end.hits.at(-1)?.url).toBe(`https://${last}`);
    expect(end.next).toBeNull();
  });

  it.each<readonly [name: string, where: Expression, domains: readonly string[]]>([
    ['on any pages', and(text('otter1 '), text('otter10498')), ['many.test']],
    ['on one page', samePage(and(text('otter7'), text('the end of'))), ['long.test']],
    ['on one page in its case', samePage(and(text('otter7 '), text('Even', exact))), ['long.test']],
    ['on no page', samePage(and(text('short'), text('the end of'))), []],
    ['on all pages', not(samePage(not(text('otter')))), ['many.test']],
    [
      'on one page, where a condition on the domain may take the place of one',
      samePage(and(text('otter7 '), or(keyword('burrow'), text('odd')))),
      ['long.test', 'many.test'],
    ],
  ])('finds the domains with texts %s', async (_, where, domains) => {
    const found = await index().search({ ...queryOf([]), where });
    expect(found.hits.map(({ domain }) => domain).toSorted()).toEqual(domains);
    expect(found.total).toBe(domains.length);
  });
});
