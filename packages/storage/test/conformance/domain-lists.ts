import * as fc from 'fast-check';
import type { Expression } from '@sitegrep/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import { type DomainList, ListRefused, MAX_LIST_DOMAINS, UnknownList } from '../../src/lists/domain-lists.ts';
import { documentOf, put } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { and, not, or, text } from './expressions.ts';
import { pageQuery, query } from './query-walks.ts';

const AT = Date.UTC(2026, 10, 29, 9);

function inList(...values: readonly string[]): Expression {
  return { kind: 'condition', condition: { kind: 'in_list', field: 'list', values, negated: false } };
}

/** Names that sort otherwise by number than by code point. */
function nameOf(number: number): string {
  return `n${number}${number % 2 === 0 ? '.test' : '-x.test'}`;
}

export function describeDomainLists(emptyStore: EmptyStore<DomainIndex>): void {
  describe('lists of domains', () => {
    let index: DomainIndex;
    let reopen: () => Promise<DomainIndex>;
    beforeAll(async () => {
      reopen = await emptyStore();
      index = await reopen();
      await put(index, ...Array.from({ length: 30 }, (_, number) => documentOf(nameOf(number), ['stored'])));
    });
    afterAll(() => index.close());

    async function found(where: Expression): Promise<readonly string[]> {
      const { hits, total } = await index.search(query(where));
      expect(total).toBe(hits.length);
      return hits.map(({ domain }) => domain);
    }

    async function namesOf(id: string, limit = 1_000): Promise<readonly string[] | null> {
      const names: string[] = [];
      for (let after: string | undefined; ;) {
        const page = await index.lists.names(id, { limit, ...(after === undefined ? {} : { after }) });
        if (page === null) return null;
        names.push(...page.items);
        if (page.next === null) return names;
        after = page.next;
      }
    }

    it('holds each name once, in order, and says how many there are and how many are stored', async () => {
      const names = [nameOf(3), 'zz.test', nameOf(12), nameOf(3), 'aa.test', '192.0.2.7', nameOf(4)];
      const written = await index.lists.put({ id: 'mine', at: AT }, [names.slice(0, 3), [], names.slice(3)]);
      const expected: DomainList = { id: 'mine', domains: 6, createdAt: AT, changedAt: AT };
      expect(written).toEqual(expected);
      expect(await index.lists.get('mine')).toEqual(expected);
      expect(await index.lists.countStored('mine')).toBe(3);
      const sorted = ['192.0.2.7', 'aa.test', 'n12.test', 'n3-x.test', 'n4.test', 'zz.test'];
      expect(await namesOf('mine')).toEqual(sorted);
      expect(await namesOf('mine', 1)).toEqual(sorted);
      expect(await namesOf('mine', 6)).toEqual(sorted);
      expect(await index.lists.get('mine2')).toBeNull();
      expect(await index.lists.countStored('mine2')).toBeNull();
      expect(await namesOf('mine2')).toBeNull();
    });

    it('is a condition at each level', async () => {
      const { lists } = index;
      await lists.put({ id: 'a', at: AT }, [[nameOf(1), nameOf(2), 'never.test']]);
      await lists.put({ id: 'b', at: AT }, [[nameOf(2), nameOf(5)]]);
      expect(await found(inList('a'))).toEqual(['n1-x.test', 'n2.test']);
      expect(await found(inList('a', 'b'))).toEqual(['n1-x.test', 'n2.test', 'n5-x.test']);
      expect(await found(and(inList('a'), inList('b')))).toEqual(['n2.test']);
      expect(await found(and(inList('b'), not(inList('a')), text('STORED')))).toEqual(['n5-x.test']);
      expect(await found(not(or(inList('a'), inList('b'))))).toHaveLength(27);
      const { hits } = await index.search(pageQuery(and(inList('a'), text('stored'))));
      expect(hits.map(({ domain }) => domain)).toEqual(['n1-x.test', 'n2.test']);
      const { facets } = await index.search(
        query(inList('a', 'b'), { facets: [{ kind: 'label', label: 'tld', limit: 10, offset: 0, min: 1 }] }),
      );
      expect(facets?.[0]?.values).toEqual([{ value: 'test', domains: 3 }]);
      const ends = [Date.UTC(2000, 0, 1) / 1_000, Date.UTC(2100, 0, 1) / 1_000];
      expect((await index.trend(query(inList('a', 'b')), ends)).domains.at(-1)).toBe(3);
    });

    it('follows what is put and deleted', async () => {
      await index.lists.put({ id: 'follows', at: AT }, [['comes.test', nameOf(7), 'goes.test']]);
      expect(await found(inList('follows'))).toEqual(['n7-x.test']);
      await put(
        index,
        documentOf('comes.test', ['x']),
        documentOf('goes.test', ['x']),
        documentOf('not.test', ['x']),
      );
      expect(await found(inList('follows'))).toEqual(['comes.test', 'goes.test', 'n7-x.test']);
      await put(index, documentOf('comes.test', ['y']));
      await index.delete('goes.test');
      await index.delete('not.test');
      expect(await found(inList('follows'))).toEqual(['comes.test', 'n7-x.test']);
      expect(await found(and(inList('follows'), text('y')))).toEqual(['comes.test']);
      await index.delete('comes.test');
    });

    it('is replaced as a whole, and keeps the time at which it was made', async () => {
      await index.lists.put({ id: 'again', at: AT }, [[nameOf(1), nameOf(2)]]);
      expect(await found(inList('again'))).toEqual(['n1-x.test', 'n2.test']);
      const written = await index.lists.put({ id: 'again', at: AT + 5 }, [[nameOf(2), nameOf(3)]]);
      expect(written).toEqual({ id: 'again', domains: 2, createdAt: AT, changedAt: AT + 5 });
      expect(await namesOf('again')).toEqual(['n2.test', 'n3-x.test']);
      expect(await found(inList('again'))).toEqual(['n2.test', 'n3-x.test']);
    });

    it('takes names and gives them up', async () => {
      const { lists } = index;
      await lists.put({ id: 'changed', at: AT }, [[nameOf(1), nameOf(2)]]);
      const change = {
        add: [[nameOf(4), nameOf(2)], ['a.test']],
        remove: [[nameOf(1), 'a.test', 'absent.test']],
      };
      expect(await lists.change({ id: 'changed', at: AT + 1 }, change)).toEqual({
        id: 'changed',
        domains: 3,
        createdAt: AT,
        changedAt: AT + 1,
      });
      expect(await namesOf('changed')).toEqual(['a.test', 'n2.test', 'n4.test']);
      expect(await lists.change({ id: 'absent', at: AT }, change)).toBeNull();
      expect(await lists.get('absent')).toBeNull();
      const made = { id: 'made', domains: 3, createdAt: AT, changedAt: AT };
      expect(await lists.change({ id: 'made', at: AT }, { ...change, isMade: true })).toEqual(made);
      expect(await namesOf('made')).toEqual(['a.test', 'n2.test', 'n4.test']);
      const more = { add: [[nameOf(6)]], remove: [], isMade: true };
      expect(await lists.change({ id: 'made', at: AT + 1 }, more)).toEqual({
        ...made,
        domains: 4,
        changedAt: AT + 1,
      });
      const nothing = lists.change({ id: 'none', at: AT }, { add: [], remove: [['a.test']], isMade: true });
      await expect(nothing).rejects.toThrow(new ListRefused('empty'));
      const emptied = lists.change(
        { id: 'changed', at: AT },
        { add: [], remove: [['a.test', nameOf(2), nameOf(4)]] },
      );
      await expect(emptied).rejects.toThrow(ListRefused);
      expect(await namesOf('changed')).toHaveLength(3);
    });

    it('holds what a plain set holds, whatever is put, added and removed', async () => {
      const name = fc.nat(40).map(nameOf);
      const names = fc.array(name, { maxLength: 12 });
      const known = new Map<string, Set<string>>();
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('set-1', 'set-2'),
          fc.oneof(
            names.map((put) => ({ put })),
            fc.record({ add: names, remove: names }),
          ),
          async (id, act) => {
            const own = known.get(id);
            const next =
              'put' in act
                ? new Set(act.put)
                : new Set([...[...(own ?? [])].filter((one) => !act.remove.includes(one)), ...act.add]);
            const done =
              'put' in act
                ? index.lists.put({ id, at: AT }, [act.put])
                : index.lists.change({ id, at: AT }, { add: [act.add], remove: [act.remove] });
            const outcome = await done.then(
              (list) => (list === null ? 'absent' : list.domains),
              (error: unknown) => (error instanceof ListRefused ? error.reason : error),
            );
            const isAbsent = own === undefined && !('put' in act);
            expect(outcome).toBe(isAbsent ? 'absent' : next.size === 0 ? 'empty' : next.size);
            if (!isAbsent && next.size > 0) known.set(id, next);
            for (const [list, set] of known) {
              expect(await namesOf(list, 7)).toEqual([...set].sort());
              const stored = [...set].filter((one) => Number(/\d+/.exec(one)?.[0]) < 30).sort();
              expect(await found(inList(list))).toEqual(stored);
              expect(await index.lists.countStored(list)).toBe(stored.length);
            }
          },
        ),
        { numRuns: 40 },
      );
    });

    it('refuses to be empty, and to have more than a million names', async () => {
      const { lists } = index;
      await expect(lists.put({ id: 'empty', at: AT }, [])).rejects.toThrow(ListRefused);
      await expect(lists.put({ id: 'empty', at: AT }, [[], []])).rejects.toThrow(ListRefused);
      expect(await lists.get('empty')).toBeNull();
      function* tooMany(): Generator<readonly string[]> {
        for (let from = 0; from <= MAX_LIST_DOMAINS; from += 10_000)
          yield Array.from({ length: 10_000 }, (_, number) => `${from + number}.test`);
      }
      await expect(lists.put({ id: 'long', at: AT }, tooMany())).rejects.toThrow(ListRefused);
      expect(await lists.get('long')).toBeNull();
    }, 120_000);

    it('is named where a search names it and it does not exist, also after it was deleted', async () => {
      const { lists } = index;
      await lists.put({ id: 'there', at: AT }, [[nameOf(1)]]);
      const refusal = async (where: Expression): Promise<unknown> => {
        const error: unknown = await index.search(query(where)).catch((thrown: unknown) => thrown);
        return error instanceof UnknownList ? [error.list, error.known.includes('there')] : error;
      };
      expect(await refusal(inList('their'))).toEqual(['their', true]);
      // Whatever the rest of the query finds.
      expect(await refusal(and(text('absent everywhere'), inList('their')))).toEqual(['their', true]);
      expect(await refusal(or(text('stored'), not(inList('there', 'their'))))).toEqual(['their', true]);
      await expect(index.trend(query(inList('their')), [1])).rejects.toThrow(UnknownList);
      expect(await lists.delete('there')).toBe(true);
      expect(await lists.delete('there')).toBe(false);
      expect(await refusal(inList('there'))).toEqual(['there', false]);
    });

    it('shows all names of one put or all of another while it is put again and again', async () => {
      const { lists } = index;
      const [even, odd] = [0, 1].map((rest) =>
        Array.from({ length: 15 }, (_, number) => nameOf(2 * number + rest)),
      );
      await lists.put({ id: 'raced', at: AT }, [even ?? []]);
      const race = { isOver: false };
      const puts = [0, 1].map(async (writer) => {
        for (let round = 0; round < 15; round++)
          await lists.put({ id: 'raced', at: AT }, [((round + writer) % 2 === 0 ? even : odd) ?? []]);
      });
      const writing = Promise.all(puts).finally(() => {
        race.isOver = true;
      });
      const seen = new Set<string>();
      while (!race.isOver) {
        const names = await found(inList('raced'));
        seen.add(JSON.stringify(names));
      }
      await writing;
      const allowed = new Set([even, odd].map((names) => JSON.stringify(names?.toSorted())));
      expect([...seen].filter((one) => !allowed.has(one))).toEqual([]);
      expect(seen.size).toBeGreaterThan(0);
    });

    it('adds what several add at the same time', async () => {
      const { lists } = index;
      await lists.put({ id: 'shared', at: AT }, [['first.test']]);
      const adds = Array.from({ length: 8 }, (_, number) =>
        lists.change({ id: 'shared', at: AT }, { add: [[nameOf(number)]], remove: [] }),
      );
      await Promise.all(adds);
      expect(await namesOf('shared')).toEqual(
        ['first.test', ...Array.from({ length: 8 }, (_, number) => nameOf(number))].sort(),
      );
    });

    it('lists all lists by their names, a page at a time, and holds them when it is opened again', async () => {
      const read = async (limit: number): Promise<readonly DomainList[]> => {
        const all: DomainList[] = [];
        for (let after: string | null = ''; after !== null;) {
          const page = await index.lists.list({ limit, ...(after === '' ? {} : { after }) });
          all.push(...page.items);
          after = page.next;
        }
        return all;
      };
      const all = await read(1_000);
      const ids = all.map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted());
      expect(ids).toContain('mine');
      expect(ids).not.toContain('there');
      expect(await read(1)).toEqual(all);
      await index.close();
      index = await reopen();
      expect(await read(4)).toEqual(all);
      expect(await found(inList('a'))).toEqual(['n1-x.test', 'n2.test']);
    });
  });
}
