import { ALL_VALUES, type PatternNeedle, type Query } from '@sitegrep/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import { SearchAborted } from '../../src/errors.ts';
import { QueryTooBroad } from '../../src/query-too-broad.ts';
import { SearchProgress } from '../../src/search-progress.ts';
import { type WorkPart, WorkTooLarge } from '@sitegrep/texts';
import { documentOf, put } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { and, exact, near, pattern, text } from './expressions.ts';
import { pageQuery, query } from './query-walks.ts';

/** Number of documents, each of 200 KB: looking at one of them takes some tenths of a millisecond. */
const COUNT = 60;
const FILLING = '<p>filling '.repeat(20_000);

export function describeQueryBounds(emptyStore: EmptyStore<DomainIndex>): void {
  describe('queries of many candidates', () => {
    let index: DomainIndex;
    beforeAll(async () => {
      index = await (await emptyStore())();
      const documents = Array.from({ length: COUNT }, (_, number) =>
        documentOf(`many${number}.test`, [`${FILLING}${number % 2 === 0 ? 'Needle' : 'needle'} ${number}`]),
      );
      await put(index, ...documents);
    });
    afterAll(() => index.close());

    it('say how many there are when time is up, and end when they are asked again with more of it', async () => {
      const needle = text('Needle', exact);
      const refused: QueryTooBroad[] = [];
      let total: number | null = null;
      for (let budgetMs = 1; total === null; budgetMs *= 2) {
        try {
          ({ total } = await index.search(query(needle), { budgetMs }));
        } catch (error) {
          if (!(error instanceof QueryTooBroad)) throw error;
          refused.push(error);
        }
      }
      expect(total).toBe(COUNT / 2);
      expect(refused.length).toBeGreaterThan(0);
      for (const { candidates, decided } of refused) {
        expect(candidates).toBe(COUNT);
        expect(decided).toBeLessThan(COUNT);
      }
      // Nothing is left to look at.
      expect((await index.search(query(needle, { limit: 1 }), { budgetMs: 0 })).total).toBe(COUNT / 2);
    });

    it('tell how many candidates there are and how many were looked at, also after they were given up', async () => {
      const needle = text('neeDLE', exact);
      const progress = new SearchProgress();
      expect([progress.decided, progress.candidates]).toEqual([0, 0]);
      const given = index.search(query(needle), { budgetMs: 1, progress });
      await expect(given).rejects.toMatchObject({ name: 'QueryTooBroad' });
      const before = progress.decided;
      expect(before).toBeLessThan(COUNT);
      expect(progress.candidates).toBe(COUNT);
      expect((await index.search(query(needle), { progress })).total).toBe(0);
      expect([progress.decided, progress.candidates]).toEqual([COUNT, COUNT]);
      // Where the index decides, nothing is looked at.
      const decided = new SearchProgress();
      expect((await index.search(query(text('needle')), { progress: decided })).total).toBe(COUNT);
      expect(decided.candidates).toBe(0);
    });

    it('end in slices too, whose hits take no part of them', async () => {
      const where = text('nEEDLE', exact);
      let answer = null;
      for (let sliceMs = 1; answer === null; sliceMs *= 2) {
        try {
          answer = await index.search(query(where, { limit: COUNT }), { sliceMs });
        } catch (error) {
          if (!(error instanceof QueryTooBroad)) throw error;
        }
      }
      expect(answer).toEqual(await index.search(query(where, { limit: COUNT })));
      // A slice bounds the reading of candidates, of which there are none here, and not that of hits.
      const shown = query(text('needle'), {
        limit: COUNT,
        snippets: { sought: [], perNeedle: 1, around: 0, isComplete: false },
      });
      expect((await index.search(shown, { sliceMs: 0 })).hits).toHaveLength(COUNT);
    });

    it('say so for pages too, where the text may be on a candidate in another case', async () => {
      const where = text('Filling', exact);
      await expect(index.search(pageQuery(where), { budgetMs: 1 })).rejects.toMatchObject({
        name: 'QueryTooBroad',
        candidates: COUNT,
      });
      expect((await index.search(pageQuery(where))).total).toBe(0);
    });

    // Reading the sources of an item is 20 units of work, a text 1, a pattern 10, a value 20.
    const capture = pattern('needle ([0-9]+)') as PatternNeedle;
    const captures = { kind: 'captures', needles: [capture], group: 1, ...ALL_VALUES } as const;
    const extract = [{ kind: 'selector', as: 'p', select: 'p', attribute: null, all: false }] as const;
    const sought = [{ term: 'needle', needle: text('needle') }];
    const snippets = { sought, perNeedle: 1, around: 0, isComplete: false };
    it.each<{ readonly what: string; readonly criteria: Query; readonly parts: readonly WorkPart[] }>([
      {
        what: 'a text in its case',
        criteria: query(text('NeedLE', exact)),
        parts: [{ part: 'candidates', items: 60, sought: 1, work: 60 * 21 }],
      },
      {
        what: 'two texts and a pattern, of pages',
        criteria: pageQuery(
          and(near(text('needle', exact), text('filling', exact), 50), pattern('needle [0-9]{2}')),
        ),
        parts: [{ part: 'candidates', items: 60, sought: 3, work: 60 * 32 }],
      },
      {
        what: 'snippets and values of ten items',
        criteria: query(text('needle'), { limit: 10, snippets, extract }),
        parts: [
          { part: 'snippets', items: 10, sought: 1, work: 10 * 21 },
          { part: 'values', items: 10, sought: 1, work: 10 * 40 },
        ],
      },
      {
        what: 'two facets of captures',
        criteria: query(text('needle'), { limit: 1, facets: [captures, { ...captures, group: 0 }] }),
        parts: [{ part: 'captures', items: 60, sought: 2, work: 60 * 40 }],
      },
    ])('bound the work of $what by its parts, before it begins', async ({ criteria, parts }) => {
      const work = parts.reduce((sum, one) => sum + one.work, 0);
      const refused = index.search(criteria, { maxWork: work - 1 });
      await expect(refused).rejects.toMatchObject({ name: 'WorkTooLarge', parts, maxWork: work - 1 });
      const answer = await index.search(criteria, { maxWork: work });
      expect(answer).toEqual(await index.search(criteria));
    });

    it('count nothing of what is decided already', async () => {
      const where = text('NEEDle', exact);
      await expect(index.search(query(where), { maxWork: 0 })).rejects.toThrow(WorkTooLarge);
      const { total } = await index.search(query(where));
      expect((await index.search(query(where, { limit: 1 }), { maxWork: 0 })).total).toBe(total);
    });

    it('end with their signal, whenever it comes, and leave nothing undone for the next', async () => {
      const gone = new AbortController();
      const searching = index.search(query(text('NEEDLE', exact)), { signal: gone.signal });
      gone.abort();
      await expect(searching).rejects.toThrow(SearchAborted);
      const others: unknown[] = [];
      for (const [number, delay] of [0, 2, 8, 20, 50].entries()) {
        const later = new AbortController();
        const timer = setTimeout(() => later.abort(), delay);
        const where = pattern(`needle [0-9]*${number}$`);
        try {
          await index.search(pageQuery(where), { signal: later.signal });
        } catch (error) {
          if (!(error instanceof SearchAborted)) others.push(error);
        }
        clearTimeout(timer);
        // Of the numbers below sixty, six end with this digit.
        expect((await index.search(pageQuery(where))).total).toBe(6);
      }
      expect(others).toEqual([]);
    });
  });
}
