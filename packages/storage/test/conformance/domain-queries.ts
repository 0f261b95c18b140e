import type { Query, Snippets } from '@sitegrep/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import { Walk } from '../../src/walk.ts';
import { BY_DOMAIN } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { exact, not, or, pattern, text } from './expressions.ts';
import { compareBy } from './oracle.ts';
import { ALL, CASES, SITES } from './query-cases.ts';
import { foundPages, isFound, matchesOn } from './query-oracle.ts';
import { BY_URL, fill, pageQuery, query, walkPages } from './query-walks.ts';

export function describeDomainQueries(emptyStore: EmptyStore<DomainIndex>): void {
  describe('queries', () => {
    let index: DomainIndex;
    beforeAll(async () => {
      index = await (await emptyStore())();
      await fill(index, SITES);
    });
    afterAll(() => index.close());

    it.each(CASES)('find %s', async (_, where, domains, pages) => {
      const names = domains
        .split(' ')
        .filter((name) => name !== '')
        .map((name) => `${name}.test`);
      const urls = pages
        .split(' ')
        .filter((name) => name !== '')
        .map((name) => `https://${name.replace('/', '.test/00000')}`);
      const byName = SITES.toSorted(compareBy(BY_DOMAIN));
      expect(byName.filter((site) => isFound(site, where)).map(({ document }) => document.domain)).toEqual(
        names,
      );
      expect(byName.flatMap((site) => foundPages(site, where)).map(({ url }) => url)).toEqual(urls);
      const ofDomains = await index.search(query(where));
      expect(ofDomains.hits.map(({ domain }) => domain)).toEqual(names);
      expect(ofDomains).toMatchObject({ total: names.length, offset: 0, next: null });
      const ofPages = await index.search(pageQuery(where));
      expect(ofPages.hits.map(({ url }) => url)).toEqual(urls);
      expect(ofPages).toMatchObject({ total: urls.length, offset: 0, next: null });
    });

    it('answer with what is stored of a page', async () => {
      const { hits } = await index.search(pageQuery(text('beta'), { limit: 1 }));
      expect(hits).toEqual([
        {
          domain: 'one.test',
          rank: 900,
          url: 'https://one.test/000001',
          fetchedAt: 1_700_000_000_701,
          charset: 'utf-8',
          truncated: true,
          title: 'Title',
          sortValues: ['one.test', 'https://one.test/000001'],
        },
      ]);
    });

    it('show where a pattern matches, with what its groups hold', async () => {
      const needle = pattern(String.raw`ua-(\d+)-(\d)( then)?`);
      const snippets: Snippets = {
        sought: [{ term: 'ids', needle }],
        perNeedle: 2,
        around: 3,
        isComplete: true,
      };
      const { hits } = await index.search(query(needle, { snippets }));
      expect(hits.map(({ domain, matches }) => [domain, matches])).toEqual([
        [
          'one.test',
          [
            {
              term: 'ids',
              scope: 'body',
              url: 'https://one.test/000001',
              offset: 31,
              line: 1,
              column: 32,
              before: 'g("',
              match: 'UA-1234-5',
              after: '")<',
              captures: ['1234', '5', null],
              names: {},
            },
          ],
        ],
        [
          'six.test',
          [
            {
              term: 'ids',
              scope: 'body',
              url: 'https://six.test/000001',
              offset: 3,
              line: 1,
              column: 4,
              before: '<p>',
              match: 'UA-99-1 then',
              after: ' ua',
              captures: ['99', '1', ' then'],
              names: {},
            },
            {
              term: 'ids',
              scope: 'body',
              url: 'https://six.test/000001',
              offset: 16,
              line: 1,
              column: 17,
              before: 'en ',
              match: 'ua-77-2',
              after: '</p',
              captures: ['77', '2', null],
              names: {},
            },
          ],
        ],
      ]);
    });

    it.each([{ around: 5 }, { around: 400, lines: 1 }, { around: 5, lines: 0 }])(
      'show of each page what is on that page: %o',
      async (reach) => {
        const sought = [
          text('alpha'),
          pattern('be?t(a)'),
          text('A', { scope: 'title', ...exact }),
          text('/0', { scope: 'url' }),
        ].map((needle, number) => ({ term: `term ${number}`, needle }));
        const snippets: Snippets = { sought, perNeedle: 3, ...reach, isComplete: false };
        const where = or(...sought.map(({ needle }) => needle));
        const { hits } = await index.search(pageQuery(where, { snippets }));
        const expected = SITES.toSorted(compareBy(BY_DOMAIN)).flatMap((site) =>
          site.document.pages.map((record) => matchesOn(site, record, snippets)),
        );
        expect(expected.flat()).toHaveLength(14);
        expect(hits.map(({ matches }) => matches)).toEqual(expected);
      },
    );

    it.each<readonly [name: string, order: Query<'page'>['order'], urls: string]>([
      ['address', [{ field: 'url', direction: 'desc' }, ...BY_DOMAIN], 'two/1 two/0 six/1 six/0 one/1 one/0'],
      [
        'second of the fetch',
        [{ field: 'fetched_at', direction: 'desc' }, ...BY_URL],
        'one/0 one/1 six/0 six/1 two/0 two/1',
      ],
      [
        'rank, then address',
        [{ field: 'rank', direction: 'asc' }, { field: 'url', direction: 'desc' }, ...BY_DOMAIN],
        'six/1 six/0 two/1 two/0 one/1 one/0',
      ],
      [
        'country, unknown ones last',
        [{ field: 'country', direction: 'desc' }, ...BY_URL],
        'one/0 one/1 two/0 two/1 six/0 six/1',
      ],
      [
        'domain, then address',
        [
          { field: 'domain', direction: 'desc' },
          { field: 'url', direction: 'asc' },
        ],
        'two/0 two/1 six/0 six/1 one/0 one/1',
      ],
    ])('come by %s', async (_, order, expected) => {
      const urls = expected.split(' ').map((name) => `https://${name.replace('/', '.test/00000')}`);
      for (const where of [ALL, not(text('Nobody', exact))]) {
        for (const limit of [1, 4, 10]) {
          expect([limit, await walkPages(index, pageQuery(where, { order, limit }))]).toEqual([limit, urls]);
          const passing = new Walk();
          const walked = await walkPages(index, pageQuery(where, { order, limit }), { walk: passing });
          await passing.close();
          expect([limit, walked]).toEqual([limit, urls]);
        }
        for (const offset of [0, 1, 3, 5, 6, 9_999]) {
          const wish = pageQuery(where, { order, limit: 2, from: { kind: 'offset', offset } });
          const { hits, total, next } = await index.search(wish);
          expect(hits.map(({ url }) => url)).toEqual(urls.slice(offset, offset + 2));
          expect([total, next === null]).toEqual([6, offset >= 4]);
        }
      }
    });
  });
}
