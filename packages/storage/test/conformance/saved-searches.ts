// Saved searches, compared with ordinary searches and with a plain look at documents while these change.
import { ALL_VALUES, type Expression, type Query, simplify } from '@sitegrep/search';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import { UnknownList } from '../../src/lists/domain-lists.ts';
import {
  type NewSearch,
  type SavedSearch,
  SearchRefused,
  UnfitSavedSearch,
  UnknownSavedSearch,
} from '../../src/searches/saved-searches.ts';
import { documentOf, put } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { and, not, or, pattern, samePage, text } from './expressions.ts';
import { pageQuery, query } from './query-walks.ts';
import { describeSearchEvents } from './saved-search-events.ts';
import { ALL_OF_THEM, AT, newSearch, saved, searchReads } from './saved-search-reads.ts';
import { describeSavedChanges } from './saved-change-runs.ts';
import { describeSearchRuns } from './saved-search-runs.ts';

function listed(...values: readonly string[]): Expression {
  return { kind: 'condition', condition: { kind: 'in_list', field: 'list', values, negated: false } };
}

/** @param runs how often random searches are compared with a plain look while random documents change */
export function describeSavedSearches(emptyStore: EmptyStore<DomainIndex>, runs: number): void {
  describe('saved searches', () => {
    let index: DomainIndex;
    let reopen: () => Promise<DomainIndex>;
    beforeAll(async () => {
      reopen = await emptyStore();
      index = await reopen();
      await put(
        index,
        documentOf('a.test', ['otter and newt', 'otter', 'vole']),
        documentOf('b.test', ['otter', 'newt']),
        documentOf('c.test', ['heron']),
      );
    });
    afterAll(() => index.close());
    afterEach(async () => {
      for (const { id } of await all(1_000)) await index.searches.delete(id);
    });

    const { domainsOf, pagesOf, save, all, eventsAfter, lastEvent } = searchReads(() => index);

    it('are kept with what their users say of them, and replaced under the same name', async () => {
      const { searches } = index;
      const first = newSearch('kept', 'domain', text('otter'));
      expect(await searches.get('kept')).toBeNull();
      const definition = { q: 'otter', notify: [{ to: 'ä' }, null, 1.5], owner: null };
      expect(await searches.put({ ...first, definition })).toEqual({
        id: 'kept',
        level: 'domain',
        where: first.where,
        definition,
        createdAt: AT,
        changedAt: AT,
        generation: 1,
        filled: false,
      });
      await searches.fill();
      expect(await domainsOf(saved('kept'))).toEqual(['a.test', 'b.test']);
      // What its users say of it is nothing that is to be decided.
      expect(await searches.put({ ...first, definition: 'other', at: AT + 5 })).toMatchObject({
        definition: 'other',
        createdAt: AT,
        changedAt: AT + 5,
        generation: 1,
        filled: true,
      });
      expect(await searches.put({ ...newSearch('kept', 'domain', text('heron')), at: AT + 6 })).toMatchObject(
        {
          createdAt: AT,
          generation: 2,
          filled: false,
        },
      );
      await searches.fill();
      expect(await domainsOf(saved('kept'))).toEqual(['c.test']);
      expect(await searches.count('kept')).toBe(1);
      expect(await searches.put(newSearch('kept', 'page', text('heron')))).toMatchObject({ generation: 3 });
      expect(await searches.delete('kept')).toBe(true);
      expect(await searches.delete('kept')).toBe(false);
      expect([await searches.get('kept'), await searches.count('kept')]).toEqual([null, null]);
      // What one of the same name finds later has nothing of it.
      expect(await searches.put(newSearch('kept', 'domain', text('vole')))).toMatchObject({ generation: 1 });
      await searches.fill();
      expect(await domainsOf(saved('kept'))).toEqual(['a.test']);
      await searches.delete('kept');
    });

    it('are listed by their names, some at a time, and are there when the index is opened again', async () => {
      const ids = Array.from({ length: 7 }, (_, number) => `l${number}`);
      for (const id of ids.toReversed())
        await index.searches.put(newSearch(id, 'domain', text(`listed ${id}`)));
      const found = await all(1_000);
      expect(found.map(({ id }) => id)).toEqual(ids);
      expect(await all(2)).toEqual(found);
      await index.close();
      index = await reopen();
      expect(await all(3)).toEqual(found);
      for (const id of ids) await index.searches.delete(id);
      expect(await all(10)).toEqual([]);
    });

    it('find as conditions at every level, those of pages on the pages themselves', async () => {
      await save(
        newSearch('newts', 'page', text('newt')),
        newSearch('otters', 'domain', text('otter')),
        newSearch('none', 'page', text('absent')),
      );
      const [a, b] = ['https://a.test/', 'https://b.test/'];
      expect(await domainsOf(saved('newts'))).toEqual(['a.test', 'b.test']);
      expect(await domainsOf(saved('none'))).toEqual([]);
      expect(await domainsOf(not(saved('newts')))).toEqual(['c.test']);
      expect(await domainsOf(and(saved('newts'), text('vole')))).toEqual(['a.test']);
      expect(await pagesOf(saved('newts'))).toEqual([`${a}000000`, `${b}000001`]);
      expect(await pagesOf(and(saved('otters'), text('newt')))).toEqual([`${a}000000`, `${b}000001`]);
      expect(await pagesOf(and(saved('newts'), text('otter')))).toEqual([`${a}000000`]);
      expect(await pagesOf(and(not(saved('newts')), text('otter')))).toEqual([`${a}000001`, `${b}000000`]);
      expect(await pagesOf(or(saved('newts', 'none'), text('heron')))).toHaveLength(3);
      expect(await pagesOf(saved('otters'))).toHaveLength(5);
      // Where a query is for domains, they are conditions on these alone.
      expect(await domainsOf(samePage(and(saved('newts'), text('otter'))))).toEqual(['a.test', 'b.test']);
      const versions: Query<'version'> = {
        ...pageQuery(ALL_OF_THEM),
        level: 'version',
        where: simplify(and(saved('newts'), text('otter')), 'version'),
        order: (['domain', 'url', 'first_seen', 'id'] as const).map((field) => ({ field, direction: 'asc' })),
      };
      expect((await index.search(versions)).hits.map(({ url }) => url)).toEqual([`${a}000000`]);
    });

    it('are counted by the domains that fulfil them', async () => {
      await save(newSearch('newts', 'page', text('newt')), newSearch('a-vole', 'domain', text('vole')));
      const facetOf = async (where: Expression, names: readonly string[] | null): Promise<unknown> => {
        const { facets } = await index.search(
          query(where, { facets: [{ kind: 'saved', names, ...ALL_VALUES }] }),
        );
        return facets?.map(({ values, without }) => [
          ...values.map(({ value, domains }) => `${value} ${domains}`),
          without,
        ]);
      };
      expect(await facetOf(ALL_OF_THEM, null)).toEqual([['newts 2', 'a-vole 1', 1]]);
      expect(await facetOf(ALL_OF_THEM, ['a-vole', 'absent'])).toEqual([['a-vole 1', 2]]);
      expect(await facetOf(text('heron'), null)).toEqual([[1]]);
      expect(await facetOf(text('vole'), null)).toEqual([['a-vole 1', 'newts 1', 0]]);
    });

    it('replace only what they were said to replace: of several first ones at a time, one is there', async () => {
      const { searches } = index;
      const owners = Array.from({ length: 5 }, (_, number) => `k${number}`);
      const put = async (owner: string, over: SavedSearch | null): Promise<SavedSearch | string> =>
        await searches
          .put({ ...newSearch('mine', 'domain', text('heron')), definition: { owner } }, over)
          .catch((error: unknown) => (error instanceof SearchRefused ? error.reason : String(error)));
      const all = await Promise.all(owners.map((owner) => put(owner, null)));
      const [first, ...others] = all.filter((one) => typeof one === 'object');
      if (first === undefined) throw new Error('none of them was put');
      expect([others, all.filter((one) => typeof one === 'string')]).toEqual([
        [],
        owners.slice(1).map(() => 'changed'),
      ]);
      await searches.fill();
      expect(await searches.get('mine')).toEqual({ ...first, filled: true });
      // That it was filled meanwhile is no other one.
      const second = await put('second', first);
      expect(second).toMatchObject({ definition: { owner: 'second' } });
      expect(await put('third', first)).toBe('changed');
      expect(await put('third', null)).toBe('changed');
      await searches.delete('mine');
      expect(await put('third', first)).toBe('changed');
      expect(await searches.get('mine')).toBeNull();
      expect(await put('third', null)).toMatchObject({ generation: 1 });
    });

    it('are refused if they cannot be decided at every put, and leave what was there', async () => {
      const { searches } = index;
      await save(newSearch('there', 'domain', text('heron')));
      const refusal = async (where: Expression, level: NewSearch['level'] = 'domain'): Promise<unknown> => {
        const error: unknown = await searches
          .put(newSearch('there', level, where))
          .catch((one: unknown) => one);
        return error instanceof SearchRefused ? `${error.reason}: ${error.problem}; ${error.remedy}` : error;
      };
      expect(await refusal(text('ab'))).toMatch(
        /^too broad: would read all pages of every site.*at least 3 characters/,
      );
      expect(await refusal(pattern('[0-9]+'), 'page')).toMatch(
        /^too broad: would read all pages of every site/,
      );
      expect(await refusal(saved('there'))).toMatch(
        /^names another: names the saved search there; write what/,
      );
      const unknown: unknown = await refusal(and(text('otter'), listed('absent')));
      expect(unknown).toBeInstanceOf(UnknownList);
      expect(await searches.get('there')).toMatchObject({ generation: 1, filled: true });
      expect(await domainsOf(saved('there'))).toEqual(['c.test']);
    });

    it('are named where a query names one that is not there, or one of changes', async () => {
      await save(
        newSearch('there', 'domain', text('heron')),
        newSearch('changes', 'change', {
          kind: 'change_label',
          side: 'added',
          condition: { kind: 'any', field: 'tech' },
        }),
      );
      const refused = async (where: Expression): Promise<unknown> =>
        await index.search(query(where)).catch((error: unknown) => error);
      const unknown = await refused(or(text('heron'), saved('their')));
      expect(unknown).toBeInstanceOf(UnknownSavedSearch);
      expect(unknown).toMatchObject({ search: 'their', known: ['changes', 'there'] });
      await expect(index.trend(query(saved('their')), [1])).rejects.toThrow(UnknownSavedSearch);
      const unfit = await refused(not(saved('changes')));
      expect(unfit).toBeInstanceOf(UnfitSavedSearch);
      expect(unfit).toMatchObject({ search: 'changes' });
      expect(await index.searches.get('changes')).toMatchObject({ filled: true });
    });

    it('follow the lists that they name, without events', async () => {
      await index.lists.put({ id: 'some', at: AT }, [['a.test']]);
      await save(newSearch('listed', 'domain', and(listed('some'), text('otter'))));
      expect(await domainsOf(saved('listed'))).toEqual(['a.test']);
      const last = await lastEvent();
      await index.lists.put({ id: 'some', at: AT }, [['b.test', 'd.test']]);
      expect(await index.searches.get('listed')).toMatchObject({ generation: 1, filled: false });
      await index.searches.fill();
      expect(await domainsOf(saved('listed'))).toEqual(['b.test']);
      expect(await eventsAfter(last)).toEqual([]);
      await put(index, documentOf('d.test', ['an otter']), documentOf('e.test', ['an otter']));
      expect((await eventsAfter(last)).map(({ domain, kind }) => `${domain} ${kind}`)).toEqual([
        'd.test appeared',
      ]);
      await index.lists.delete('some');
      await index.searches.fill();
      expect(await domainsOf(saved('listed'))).toEqual([]);
      expect(await eventsAfter(last)).toHaveLength(1);
      for (const domain of ['d.test', 'e.test']) await index.delete(domain);
    });

    it('follow ranks that are set, and those that follow from links, without events', async () => {
      const ranked: Expression = {
        kind: 'condition',
        condition: { kind: 'range', field: 'rank', op: '>', value: 30 },
      };
      await save(newSearch('ranked', 'domain', and(ranked, text('heron'))));
      const last = await lastEvent();
      expect(await domainsOf(saved('ranked'))).toEqual([]);
      const [page] = documentOf('links.test', ['-']).pages;
      if (page === undefined) throw new TypeError('a document has no page');
      const linking = {
        ...documentOf('links.test', ['-']),
        pages: [{ ...page, facts: { ...page.facts, linkedDomains: ['c.test'] } }],
      };
      await put(index, linking);
      await index.updateRanks();
      await index.searches.fill();
      expect(await domainsOf(and(ranked, text('heron')))).toEqual(['c.test']);
      expect(await domainsOf(saved('ranked'))).toEqual(['c.test']);
      await index.setRanks([{ domain: 'c.test', rank: 5 }]);
      await index.searches.fill();
      expect(await domainsOf(saved('ranked'))).toEqual([]);
      await index.setRanks([{ domain: 'c.test', rank: 0 }]);
      await index.delete('links.test');
      expect(await eventsAfter(last)).toEqual([]);
    });
  });
  describeSearchEvents(emptyStore);
  describeSearchRuns(emptyStore, runs);
  describeSavedChanges(emptyStore, 5 * runs);
}
