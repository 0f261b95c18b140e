import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cursor, OrderRule, Query } from '@sitegrep/search';
import { ORDER_FIELDS } from '@sitegrep/site';
import type { DomainIndex, SearchOptions, SearchPage } from '../../src/domains.ts';
import { Walk } from '../../src/walk.ts';
import type { EmptyStore } from './empty-store.ts';
import { BY_DOMAIN, documentOf, drawOrderedFacts, put, queryOf } from './documents.ts';
import { compareBy, valueOf, type Known } from './oracle.ts';

const rules = fc
  .tuple(
    fc.subarray([...ORDER_FIELDS], { minLength: 1, maxLength: 3 }),
    fc.infiniteStream(fc.constantFrom('asc', 'desc')),
  )
  .chain(([fields, directions]) =>
    fc.shuffledSubarray(fields, { minLength: fields.length }).map((shuffled): readonly OrderRule[] => {
      const rules = shuffled.map((field): OrderRule => ({
        field,
        direction: directions.next().value ?? 'asc',
      }));
      return shuffled.includes('domain') ? rules : [...rules, ...BY_DOMAIN];
    }),
  );

/** Values that facts have, some of them unknown. */
const VALUES = {
  text: ['de', 'DE', 'AT', 'el'],
  integer: [0, 1, 500, 1000],
  time: [0, 999, 1_000, 1_999, 1_700_000_000_000, 1_700_000_000_500],
};
const STEPS = [3, 5, 7, 2, 9];

export function describeDomainOrder(emptyStore: EmptyStore<DomainIndex>): void {
  describe('order and paging', () => {
    let index: DomainIndex;
    /** 120 domains with few different values and many unknown ones; a third of them hold `rare`. */
    const known = Array.from({ length: 120 }, (_, number): Known => {
      const pick = <T>(step: number, values: readonly T[]): T | null => values[(number * step) % 11] ?? null;
      const document = documentOf(
        `n${(number * 37) % 120}.test`,
        [number % 3 === 0 ? 'common rare' : 'common'],
        drawOrderedFacts(VALUES, (values, field) => pick(STEPS[field % STEPS.length] ?? 1, values)),
      );
      return { document, rank: pick(4, [1000, 1, 500]) ?? 0 };
    });
    beforeAll(async () => {
      index = await (await emptyStore())();
      await put(index, ...known.map(({ document }) => document));
      await index.setRanks(known.map(({ document: { domain }, rank }) => ({ domain, rank })));
    });
    afterAll(() => index.close());

    const expected = (term: string, order: readonly OrderRule[]): readonly Known[] =>
      known
        .filter(({ document }) => document.pages[0]?.source.includes(term) === true)
        .toSorted(compareBy(order));

    /** All pages of a walk by cursors. @param options those of each search */
    async function walk(query: Query<'domain'>, options: SearchOptions = {}): Promise<readonly string[]> {
      const domains: string[] = [];
      for (let from = query.from; ;) {
        const { hits, next, offset } = await index.search({ ...query, from }, options);
        expect(offset).toBe(domains.length);
        domains.push(...hits.map(({ domain }) => domain));
        if (next === null) return domains;
        expect(hits).toHaveLength(query.limit);
        expect(next.offset).toBe(domains.length);
        from = { kind: 'after', cursor: next };
      }
    }

    it('orders by any fields and directions, unknown values last, and pages of any size give the same list', async () => {
      await fc.assert(
        fc.asyncProperty(
          rules,
          fc.constantFrom('common', 'rare', 'co'),
          fc.integer({ min: 1, max: 130 }),
          async (order, term, limit) => {
            const domains = expected(term, order).map(({ document }) => document.domain);
            const whole = await index.search(queryOf([term], { order }));
            expect(whole.hits.map(({ domain }) => domain)).toEqual(domains);
            expect(whole.total).toBe(domains.length);
            expect(await walk(queryOf([term], { order, limit }))).toEqual(domains);
            const passing = new Walk();
            expect(await walk(queryOf([term], { order, limit }), { walk: passing })).toEqual(domains);
            await passing.close();
          },
        ),
        { numRuns: 60 },
      );
    });

    it.each(ORDER_FIELDS.flatMap((field) => [[field, 'asc'] as const, [field, 'desc'] as const]))(
      'orders by %s %s, item by item',
      async (field, direction) => {
        const order: readonly OrderRule[] =
          field === 'domain' ? [{ field, direction }] : [{ field, direction }, ...BY_DOMAIN];
        const domains = expected('rare', order).map(({ document }) => document.domain);
        expect(await walk(queryOf(['rare'], { order, limit: 1 }))).toEqual(domains);
      },
    );

    it('skips as many hits as the offset, also past the end', async () => {
      const domains = expected('common', BY_DOMAIN).map(({ document }) => document.domain);
      for (const offset of [0, 1, 59, 119, 120, 9_999]) {
        const page = await index.search(queryOf(['common'], { limit: 60, from: { kind: 'offset', offset } }));
        expect(page.hits.map(({ domain }) => domain)).toEqual(domains.slice(offset, offset + 60));
        expect(page.offset).toBe(offset);
        expect(page.total).toBe(120);
        expect(page.next === null).toBe(offset + 60 >= 120);
      }
    });

    it("gives a cursor the last item's values for the rules, times in whole seconds", async () => {
      const order: readonly OrderRule[] = [{ field: 'visited', direction: 'desc' }, ...BY_DOMAIN];
      const { next } = await index.search(queryOf(['common'], { order, limit: 5 }));
      const fifth = expected('common', order)[4];
      const cursor: Cursor = {
        values: fifth === undefined ? [] : order.map((rule) => valueOf(fifth, rule)),
        offset: 5,
      };
      expect(next).toEqual(cursor);
    });

    it('continues after an item that is gone', async () => {
      await put(
        index,
        documentOf('n5x.test', ['gone']),
        documentOf('n5y.test', ['gone']),
        documentOf('n5z.test', ['gone']),
      );
      const { next } = await index.search(queryOf(['gone'], { limit: 2 }));
      await index.delete('n5y.test');
      const rest = await index.search(
        queryOf(['gone'], { from: { kind: 'after', cursor: next ?? { values: [], offset: 0 } } }),
      );
      expect(rest.hits.map(({ domain }) => domain)).toEqual(['n5z.test']);
      expect(rest).toMatchObject({ total: 2, offset: 2, next: null });
      await index.delete('n5x.test');
      await index.delete('n5z.test');
    });

    it('gives each domain that stays once, while others come, go and are replaced', async () => {
      const staying = expected('rare', BY_DOMAIN).map(({ document }) => document.domain);
      const seen: string[] = [];
      let step = 0;
      for (let from: Query['from'] = { kind: 'offset', offset: 0 }; ; step++) {
        const { hits, next }: SearchPage<'domain'> = await index.search(
          queryOf(['rare'], { limit: 3, from }),
        );
        seen.push(...hits.map(({ domain }) => domain));
        if (next === null) break;
        from = { kind: 'after', cursor: next };
        await put(index, documentOf(`n${step % 10}-guest${step}.test`, ['rare']));
        if (step % 2 === 1) await index.delete(`n${(step - 1) % 10}-guest${step - 1}.test`);
        const moved = known.find(({ document }) => document.domain === staying[(step * 5) % staying.length]);
        // Replaced by itself with more pages: its content does not change.
        if (moved !== undefined)
          await put(index, {
            ...documentOf(moved.document.domain, ['x', 'rare', 'common']),
            facts: moved.document.facts,
          });
      }
      expect(seen.filter((domain) => staying.includes(domain))).toEqual(staying);
      expect(new Set(seen).size).toBe(seen.length);
    });
  });
}
