// Random searches of changes that are saved while sites are visited again and again.
import { type Expression, partsOf, simplify } from '@sitegrep/search';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import type { SearchEvent } from '../../src/searches/saved-searches.ts';
import { onBoth } from './change-expressions.ts';
import { ChangeModel } from './change-model.ts';
import { holds } from './change-oracle.ts';
import type { EmptyStore } from './empty-store.ts';
import { and } from './expressions.ts';
import { putLists } from './listed-domains.ts';

const ADDED: Expression = {
  kind: 'change_label',
  side: 'added',
  condition: { kind: 'any', field: 'tech' },
};

/** An expression that is not refused: it names what a change added or removed if it has texts. */
function narrowed(where: Expression): Expression {
  const kinds = new Set([...partsOf(where)].map(({ kind }) => kind));
  const hasTexts = kinds.has('text') || kinds.has('pattern');
  return hasTexts && !kinds.has('change_label') ? and(ADDED, where) : where;
}

/** @param count number of the searches */
export function describeSavedChanges(emptyStore: EmptyStore<DomainIndex>, count: number): void {
  describe('saved searches of changes', () => {
    let index: DomainIndex;
    beforeAll(async () => {
      index = await (await emptyStore())();
      await putLists(index);
    });
    afterAll(() => index.close());

    async function events(): Promise<readonly SearchEvent[]> {
      const all: SearchEvent[] = [];
      for (;;) {
        const after = all.at(-1)?.number ?? 0;
        const some = await index.searches.events({ after, limit: 1_000 });
        if (some.length === 0) return all;
        all.push(...some);
      }
    }

    it('tell of each record that fulfils them when it is written, and of no other', async () => {
      const searches = fc.sample(onBoth, count).map(narrowed);
      for (const [number, where] of searches.entries()) {
        const canonical = simplify(where, 'change');
        await index.searches.put({
          id: `c${number}`,
          level: 'change',
          where: canonical,
          definition: null,
          at: 0,
        });
      }
      const model = new ChangeModel();
      await model.fill(index);
      const expected = searches.flatMap((where, number) => {
        const isAny = [...partsOf(where)].some(({ kind }) => kind === 'change_by');
        return model.written
          .filter(({ record, site }) => (isAny || record.by === 'visit') && holds(where, record, site))
          .map(({ record }) => `c${number} ${record.domain}`);
      });
      const told = await events();
      expect(told.map(({ search, domain }) => `${search} ${domain}`).toSorted()).toEqual(expected.toSorted());
      expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['appeared']));
      expect(told.length).toBeGreaterThan(20 * count);
      expect(new Set(told.map(({ search }) => search)).size).toBeGreaterThan(count / 2);
    }, 600_000);
  });
}
