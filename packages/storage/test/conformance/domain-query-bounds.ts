import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import { SearchAborted } from '../../src/errors.ts';
import { QueryTooBroad } from '../../src/query-too-broad.ts';
import { documentOf, put } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { exact, pattern, text } from './expressions.ts';
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

    it('say so for pages too, where the text may be on any page of a candidate', async () => {
      const where = text('filling', { scope: 'comment' });
      await expect(index.search(pageQuery(where), { budgetMs: 1 })).rejects.toMatchObject({
        name: 'QueryTooBroad',
        candidates: COUNT,
      });
      expect((await index.search(pageQuery(where))).total).toBe(0);
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
