// Random searches that are saved while random documents are put, changed, deleted and taken down.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import type { EmptyStore } from './empty-store.ts';
import { putLists } from './listed-domains.ts';
import { beginRun } from './saved-search-run.ts';
import { DOMAINS, drawnSearch, SEARCHES, step } from './saved-search-steps.ts';

/** @param runs how often random searches are compared with the model */
export function describeSearchRuns(emptyStore: EmptyStore<DomainIndex>, runs: number): void {
  describe('random saved searches', () => {
    let index: DomainIndex;
    beforeAll(async () => {
      index = await (await emptyStore())();
      await putLists(index);
    });
    afterAll(() => index.close());

    it('find what ordinary searches find, and tell of each difference that a put makes', async () => {
      let [told, found] = [0, 0];
      const kinds = new Set<string>();
      await fc.assert(
        fc.asyncProperty(
          fc.array(drawnSearch, { minLength: SEARCHES, maxLength: SEARCHES }),
          fc.array(step, { minLength: 15, maxLength: 15 }),
          async (drawn, steps) => {
            for (const name of DOMAINS) await index.delete(name);
            const run = await beginRun(index, drawn);
            for (const one of steps) {
              await run.take(one);
              await run.expectSearches();
            }
            await index.searches.fill();
            await run.expectSearches();
            told += run.told.length;
            found += run.found();
            for (const event of run.told) kinds.add(`${event.kind} ${event.by}`);
            await run.end();
          },
        ),
        { numRuns: runs },
      );
      expect(told).toBeGreaterThan(4 * runs);
      expect(found).toBeGreaterThan(20 * runs);
      expect([...kinds].toSorted()).toEqual([
        'appeared visit',
        'changed visit',
        'disappeared deletion',
        'disappeared visit',
      ]);
    }, 1_800_000);
  });
}
