import * as fc from 'fast-check';
import type { OrderRule, Query, SortField } from '@sitegrep/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex, SearchPage } from '../../src/domains.ts';
import { Walk } from '../../src/walk.ts';
import { BY_DOMAIN } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { exact, expressions, pieces, text } from './expressions.ts';
import { putLists } from './listed-domains.ts';
import { compareBy } from './oracle.ts';
import {
  comparePages,
  foundPages,
  isFound,
  piecedDocument,
  type FoundPage,
  type Site,
} from './query-oracle.ts';
import { BY_URL, clear, fill, pageQuery, query, walk, walkPages } from './query-walks.ts';

/** @param runs how often queries are compared with a plain scan */
export function describeQueryRuns(emptyStore: EmptyStore<DomainIndex>, runs: number): void {
  describe('queries while documents change', () => {
    let index: DomainIndex;
    beforeAll(async () => {
      index = await (await emptyStore())();
      await putLists(index);
    });
    afterAll(() => index.close());

    it('find what a plain scan finds, in order and page by page, while documents change', async () => {
      const known = new Map<string, Site>();
      const site = fc.record({
        number: fc.nat(6),
        pages: fc.array(pieces, { maxLength: 3 }),
        rank: fc.constantFrom(1, 500, 501),
        countryIsoCode: fc.constantFrom('AT', 'DE', null),
        title: fc.constantFrom('aB! ', 'A', null),
        technologies: fc.constantFrom({}, { a: { b: ['jQuery'] } }),
      });
      const directions = fc.constantFrom('asc', 'desc');
      const order = fc.record({
        fields: fc.shuffledSubarray(['rank', 'country', 'domain'] as const),
        pageFields: fc.shuffledSubarray(['url', 'fetched_at', 'country', 'domain'] as const),
        direction: directions,
      });
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(site, { minLength: 1, maxLength: 3, selector: ({ number }) => number }),
          fc.array(fc.tuple(expressions, order, fc.integer({ min: 1, max: 5 })), {
            minLength: 2,
            maxLength: 2,
          }),
          async (writes, searches) => {
            const changed = writes.map(({ number, pages, rank, ...facts }): Site => ({
              ...piecedDocument(`d${number}.test`, pages, { description: null, metaKeywords: [], ...facts }),
              rank,
            }));
            const [gone, stored] = [true, false].map((isGone) =>
              changed.filter(({ pages }) => (pages.length === 0) === isGone),
            );
            await clear(index, gone ?? []);
            await fill(index, stored ?? []);
            for (const one of gone ?? []) known.delete(one.document.domain);
            for (const one of stored ?? []) known.set(one.document.domain, one);
            for (const [where, { fields, pageFields, direction }, limit] of searches) {
              const rules: readonly OrderRule[] = withLast(
                fields.map((field) => ({ field, direction })),
                BY_DOMAIN,
              );
              const domains = [...known.values()]
                .filter((one) => isFound(one, where))
                .toSorted(compareBy(rules))
                .map(({ document }) => document.domain);
              const whole = await index.search(query(where, { order: rules }));
              expect([whole.total, whole.hits.map(({ domain }) => domain)]).toEqual([
                domains.length,
                domains,
              ]);
              const wish = query(where, { order: rules, limit });
              expect(await walk(index, wish)).toEqual(domains);
              const passing = new Walk();
              expect(await walk(index, wish, { walk: passing })).toEqual(domains);
              await passing.close();
              const pageRules = withLast<OrderRule<SortField<'page'>>>(
                pageFields.map((field) => ({ field, direction })),
                BY_URL,
              );
              const urls = [...known.values()]
                .flatMap((one) => foundPages(one, where).map((record): FoundPage => ({ site: one, record })))
                .toSorted(comparePages(pageRules))
                .map(({ record }) => record.url);
              const pages = await index.search(pageQuery(where, { order: pageRules }));
              expect([pages.total, pages.hits.map(({ url }) => url)]).toEqual([urls.length, urls]);
              expect(await walkPages(index, pageQuery(where, { order: pageRules, limit }))).toEqual(urls);
            }
          },
        ),
        { numRuns: runs },
      );
      await clear(index, [...known.values()]);
    }, 600_000);

    it.each<readonly [name: string, order: Query<'page'>['order']]>([
      ['domain', BY_URL],
      ['second of the fetch', [{ field: 'fetched_at', direction: 'asc' }, ...BY_URL]],
    ])(
      'give each page that stays once in a walk by %s, while documents come, go and are replaced',
      async (_, order) => {
        const sites = Array.from({ length: 9 }, (_, number): Site => ({
          ...piecedDocument(`walk${number}.test`, [
            [['text', 'Stays']],
            [['text', 'stays']],
            [['comment', 'Stays']],
          ]),
          rank: 1,
        }));
        await fill(index, sites);
        const where = text('Stays', exact);
        const staying = sites
          .flatMap((site) => foundPages(site, where).map((record): FoundPage => ({ site, record })))
          .toSorted(comparePages(order))
          .map(({ record }) => record.url);
        expect(staying).toHaveLength(18);
        const seen: string[] = [];
        let guests: readonly Site[] = [];
        let step = 0;
        for (let from: Query['from'] = { kind: 'offset', offset: 0 }; ; step++) {
          const { hits, next }: SearchPage<'page'> = await index.search(
            pageQuery(where, { order, limit: 3, from }),
          );
          seen.push(...hits.map(({ url }) => url));
          if (next === null) break;
          from = { kind: 'after', cursor: next };
          await clear(index, guests);
          guests = [
            { ...piecedDocument(`walk${(step * 4) % 9}-guest.test`, [[['text', 'Stays']]]), rank: 1 },
          ];
          const moved = sites[(step * 5) % 9];
          // The same pages, and one more that does not match.
          const more =
            moved === undefined
              ? []
              : [{ ...piecedDocument(moved.document.domain, [...moved.pages, [['text', 'x']]]), rank: 1 }];
          await fill(index, [...guests, ...more]);
        }
        expect(seen.filter((url) => staying.includes(url))).toEqual(staying);
        expect(new Set(seen).size).toBe(seen.length);
        await clear(index, [...sites, ...guests]);
      },
    );
  });
}

/** Rules with those behind that make the order a total one, each field once. */
function withLast<Rule extends OrderRule<SortField<'page'>>>(
  rules: readonly Rule[],
  last: readonly Rule[],
): readonly Rule[] {
  return [...rules, ...last.filter(({ field }) => !rules.some((rule) => rule.field === field))];
}
