// Events of saved searches, and how these are filled.
import type { Expression } from '@sitegrep/search';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import {
  MAX_RECENT_EVENTS,
  type SearchEvent,
  type SearchStanding,
} from '../../src/searches/saved-searches.ts';
import { crawlOf } from '../visited-sites.ts';
import { documentOf, put } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { and, text } from './expressions.ts';
import { ALL_OF_THEM, AT, newSearch, saved, searchReads } from './saved-search-reads.ts';

export function describeSearchEvents(emptyStore: EmptyStore<DomainIndex>): void {
  describe('saved searches over time', () => {
    let index: DomainIndex;
    beforeAll(async () => {
      index = await (await emptyStore())();
    });
    afterAll(() => index.close());
    afterEach(async () => {
      for (const { id } of await all(1_000)) await index.searches.delete(id);
    });
    const { domainsOf, save, all, eventsAfter, lastEvent } = searchReads(() => index);

    it('tell of each record that a visit writes which fulfils them', async () => {
      const added = (name: string): Expression => ({
        kind: 'change_label',
        side: 'added',
        condition: { kind: 'any_of', field: 'tech', values: [name] },
      });
      await save(
        newSearch('added', 'change', added('X')),
        newSearch('added-here', 'change', and(added('X'), text('crawled at 3'))),
        newSearch('changed', 'domain', and({ kind: 'same_change', of: added('X') }, text('crawled'))),
      );
      const last = await lastEvent();
      const told = async (): Promise<readonly string[]> =>
        (await eventsAfter(last)).map(({ search: id, domain, kind }) => `${id} ${domain} ${kind}`).toSorted();
      await index.put([crawlOf('v.test', 1, ['Y'])]);
      expect(await told()).toEqual([]);
      await index.put([crawlOf('v.test', 200_000, ['X', 'Y'])]);
      expect(await told()).toEqual(['added v.test appeared', 'changed v.test appeared']);
      await index.put([crawlOf('w.test', 1, ['Y'])]);
      await index.put([crawlOf('w.test', 300_000, ['X'])]);
      expect(await told()).toEqual([
        'added v.test appeared',
        'added w.test appeared',
        'added-here w.test appeared',
        'changed v.test appeared',
        'changed w.test appeared',
      ]);
      expect(await domainsOf(saved('changed'))).toEqual(['v.test', 'w.test']);
      const revisions = await eventsAfter(last);
      const w = await index.get('w.test');
      expect(revisions.find(({ search: id }) => id === 'added-here')).toMatchObject({
        revision: w?.revision,
        pages: [],
        total: 0,
        by: 'visit',
      });
      for (const domain of ['v.test', 'w.test']) await index.delete(domain);
    });

    it('have events that are read from either end, of one search or of all', async () => {
      await save(newSearch('odd', 'domain', text('odd one')), newSearch('every', 'domain', text(' one')));
      const last = await lastEvent();
      for (let number = 0; number < 8; number++)
        await put(index, documentOf(`n${number}.test`, [number % 2 === 1 ? 'odd one' : 'even one']));
      const every = await eventsAfter(last);
      expect(every.map(({ number }) => number)).toEqual(
        every.map(({ number }) => number).toSorted((a, b) => a - b),
      );
      expect(every).toHaveLength(12);
      const { searches } = index;
      const odd = every.filter((event) => event.search === 'odd');
      expect(odd).toHaveLength(4);
      expect(await searches.events({ after: last, limit: 3, search: 'odd' })).toEqual(odd.slice(0, 3));
      expect(await searches.events({ after: last, limit: 3, search: 'odd', newestFirst: true })).toEqual(
        odd.slice(1).toReversed(),
      );
      const { number: before = 0 } = odd[2] ?? {};
      expect(await searches.events({ after: last, before, limit: 100, newestFirst: true })).toEqual(
        every.filter(({ number }) => number < before).toReversed(),
      );
      expect(await searches.events({ after: last, limit: 10, search: 'absent' })).toEqual([]);
      const { at: since = 0 } = odd[2] ?? {};
      await save(newSearch('quiet', 'page', text('odd one')));
      const standings = await searches.standings(['odd', 'absent', 'every', 'quiet'], since);
      const recent = ({ at }: SearchEvent): boolean => at >= since;
      expect(standings).toEqual(
        new Map<string, SearchStanding>([
          [
            'every',
            {
              domains: 8,
              last: every.findLast((event) => event.search === 'every') ?? null,
              recent: every.filter((event) => event.search === 'every' && recent(event)).length,
            },
          ],
          ['odd', { domains: 4, last: odd.at(-1) ?? null, recent: odd.filter(recent).length }],
          ['quiet', { domains: 4, last: null, recent: 0 }],
        ]),
      );
      expect((await searches.standings(['odd'], Date.now() + 60_000)).get('odd')).toMatchObject({
        recent: 0,
      });
      await searches.delete('quiet');
      await searches.delete('every');
      expect(await eventsAfter(last)).toEqual(odd);
      // A deletion removes what was told of a domain, and says so.
      await index.blocks.takeDown({ domain: 'n3.test', reason: null, at: AT });
      expect((await eventsAfter(last)).map(({ domain, kind, by }) => `${domain} ${kind} ${by}`)).toEqual([
        'n1.test appeared visit',
        'n5.test appeared visit',
        'n7.test appeared visit',
        'n3.test disappeared deletion',
      ]);
      await searches.delete('odd');
      expect(await eventsAfter(last)).toEqual([]);
      for (let number = 0; number < 8; number++) await index.delete(`n${number}.test`);
    });

    it('stand as their last events say, of which many are not counted to the end', async () => {
      await save(newSearch('many', 'domain', text('many of')), newSearch('added', 'change', ALL_OF_THEM));
      const domains = Array.from({ length: MAX_RECENT_EVENTS + 3 }, (_, number) => `m${number}.test`);
      await put(index, ...domains.map((domain) => documentOf(domain, ['many of them'])));
      const { searches } = index;
      const [last] = await searches.events({ after: 0, limit: 1, search: 'many', newestFirst: true });
      const standings = await searches.standings(['many', 'added'], 0);
      expect(standings.get('many')).toEqual({ domains: domains.length, last, recent: MAX_RECENT_EVENTS });
      expect(standings.get('added')).toEqual({ domains: 0, last: null, recent: 0 });
      expect([...(await searches.standings([], 0))]).toEqual([]);
      for (const domain of domains) await index.delete(domain);
    });

    it('are filled in steps, whichever of these is the last one before a fill is stopped', async () => {
      const domains = Array.from({ length: 1_300 }, (_, number) => `f${number}.test`);
      for (let from = 0; from < domains.length; from += 100)
        await put(
          index,
          ...domains.slice(from, from + 100).map((domain) => documentOf(domain, [`filled ${domain}`])),
        );
      const last = await lastEvent();
      await index.searches.put(newSearch('every', 'domain', text('filled f')));
      let stops = 0;
      while ((await index.searches.get('every'))?.filled === false) {
        // A storage may look at it a few times before it has done a step.
        const options = { signal: stoppingAt(4 + 4 * stops) };
        // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- it fills no array
        const stopped = await index.searches.fill(options).then(
          () => null,
          (error: unknown) => error,
        );
        if (stopped === null) break;
        expect(stopped).toBe(STOPPED);
        stops++;
        // One that is put in the middle of it is decided by its put.
        const domain = domains[(stops * 97) % domains.length] ?? '';
        await put(index, documentOf(domain, [stops % 2 === 0 ? 'filled f again' : 'no more']));
      }
      expect(stops).toBeGreaterThan(0);
      expect(await index.searches.get('every')).toMatchObject({ filled: true });
      expect(await domainsOf(saved('every'))).toEqual(await domainsOf(text('filled f')));
      const gone = Math.ceil(stops / 2);
      expect(await index.searches.count('every')).toBe(domains.length - gone);
      expect((await eventsAfter(last)).map(({ kind }) => kind)).toEqual(
        Array.from({ length: gone }, () => 'disappeared'),
      );
      await Promise.all(domains.map((domain) => index.delete(domain)));
    }, 300_000);

    it('may be filled by several at the same time', async () => {
      await put(index, documentOf('a.test', ['otter']), documentOf('b.test', ['newt', 'otter']));
      await index.searches.put(newSearch('otters', 'page', text('otter')));
      await index.searches.put(
        newSearch('all', 'domain', {
          kind: 'condition',
          condition: { kind: 'any_of', field: 'country', values: ['ZZ'], negated: true },
        }),
      );
      await Promise.all(Array.from({ length: 4 }, () => index.searches.fill()));
      expect(await domainsOf(saved('otters'))).toEqual(['a.test', 'b.test']);
      expect(await domainsOf(saved('all'))).toEqual(await domainsOf(ALL_OF_THEM));
    });
  });
}

const STOPPED = new Error('stopped');

/** A signal that is aborted when it is looked at so often. */
function stoppingAt(look: number): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  let looks = 0;
  const isStopped = (): boolean => {
    if (++looks >= look) controller.abort(STOPPED);
    return looks >= look;
  };
  Object.defineProperty(signal, 'aborted', { get: isStopped });
  signal.throwIfAborted = () => {
    if (isStopped()) throw STOPPED;
  };
  return signal;
}
