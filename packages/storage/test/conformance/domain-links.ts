import * as fc from 'fast-check';
import type { DomainDocument } from '@sitegrep/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import { BY_DOMAIN, byCodePoint, documentOf, put, queryOf } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { ranksOf } from './oracle.ts';

const SITES = [
  'a.test',
  'x.a.test',
  'y.a.test',
  'b.test',
  'z.b.test',
  'c.co.uk',
  'd.github.io',
  'e.github.io',
];
const ELSEWHERE = ['never.test', 'w.never.test', 'x.d.github.io'];

const site = fc.constantFrom(...SITES);
const links = fc.subarray([...SITES, ...ELSEWHERE]);
type Change =
  | { readonly kind: 'put'; readonly domain: string; readonly pages: readonly (readonly string[])[] }
  | { readonly kind: 'delete'; readonly domain: string }
  | { readonly kind: 'rank'; readonly domain: string; readonly rank: number };

const change = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      domain: site,
      pages: fc.array(links, { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), domain: site }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rank' as const),
      domain: fc.constantFrom(...SITES, 'never.test'),
      rank: fc.constantFrom(0, 0, 1, 60, 1_000),
    }),
  },
);

function linking(domain: string, pages: readonly (readonly string[])[]): DomainDocument {
  const document = documentOf(
    domain,
    pages.map((_, page) => `linking page ${page}`),
  );
  return {
    ...document,
    pages: document.pages.map((page, index) => ({
      ...page,
      facts: { ...page.facts, linkedDomains: pages[index] ?? [] },
    })),
  };
}

export function describeDomainLinks(emptyStore: EmptyStore<DomainIndex>): void {
  describe('ranks by links', () => {
    let index: DomainIndex;
    let reopen: () => Promise<DomainIndex>;
    beforeAll(async () => {
      reopen = await emptyStore();
      index = await reopen();
    });
    afterAll(() => index.close());

    async function apply(
      one: Change,
      stored: Map<string, DomainDocument>,
      listed: Map<string, number>,
    ): Promise<void> {
      if (one.kind === 'put') {
        const document = linking(one.domain, one.pages);
        stored.set(one.domain, document);
        await put(index, document);
      } else if (one.kind === 'delete') {
        stored.delete(one.domain);
        await index.delete(one.domain);
      } else {
        listed.set(one.domain, one.rank);
        await index.setRanks([{ domain: one.domain, rank: one.rank }]);
      }
    }

    const rankOf = async (domain: string): Promise<number | undefined> => {
      await index.updateRanks();
      return (await index.get(domain))?.rank;
    };

    it('count registrable domains, in any order of puts, until they link no more', async () => {
      await put(
        index,
        linking('one.test', [['to.test']]),
        linking('www1.one.test', [['sub.to.test'], ['to.test']]),
      );
      await put(index, linking('to.test', [['one.test', 'to.test', 'sub.to.test']]));
      // 125 · log10(2) and, of three referrers, of 4.
      expect(await rankOf('to.test')).toBe(38);
      expect(await rankOf('one.test')).toBe(38);
      expect(await rankOf('www1.one.test')).toBe(0);
      await put(index, linking('two.test', [['sub.to.test']]), linking('me.github.io', [['to.test']]));
      expect(await rankOf('to.test')).toBe(75);
      await put(index, linking('sub.to.test', [[]]));
      expect(await rankOf('sub.to.test')).toBe(60);
      await index.delete('one.test');
      expect(await rankOf('to.test')).toBe(75);
      await put(index, linking('www1.one.test', [[]]));
      expect(await rankOf('to.test')).toBe(60);
      await index.delete('two.test');
      await index.delete('me.github.io');
      expect(await rankOf('to.test')).toBe(0);
    });

    it('are replaced by the rank of a list, and return without it', async () => {
      await put(index, linking('three.test', [['listed.test', 'unlisted.test']]));
      await index.setRanks([{ domain: 'listed.test', rank: 7 }]);
      await put(index, linking('listed.test', [[]]));
      expect(await rankOf('listed.test')).toBe(7);
      await put(index, linking('four.test', [['listed.test']]));
      expect(await rankOf('listed.test')).toBe(7);
      const ranked = (await Array.fromAsync(index.ranks())).map(({ domain }) => domain);
      expect(ranked).toContain('listed.test');
      expect(ranked).not.toContain('unlisted.test');
      await index.setRanks([{ domain: 'listed.test', rank: 0 }]);
      expect(await rankOf('listed.test')).toBe(60);
      expect((await Array.fromAsync(index.ranks())).map(({ domain }) => domain)).not.toContain('listed.test');
    });

    it('are those of a plain count, through puts, replacements, deletions and lists', async () => {
      await Promise.all((await Array.fromAsync(index.scan())).map(({ domain }) => index.delete(domain)));
      const stored = new Map<string, DomainDocument>();
      const listed = new Map<string, number>();
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
          await Promise.all(
            inOrder(changes).map(async (some) => {
              for (const one of some) await apply(one, stored, listed);
            }),
          );
          if (++round % 20 === 0) {
            await index.close();
            index = await reopen();
          }
          await index.updateRanks();
          const rank = ranksOf([...stored.values()], listed);
          const expected = [...stored.keys()]
            .map((domain) => ({ domain, rank: rank(domain) }))
            .toSorted((a, b) => b.rank - a.rank || byCodePoint(a.domain, b.domain));
          const order = [{ field: 'rank', direction: 'desc' }, ...BY_DOMAIN] as const;
          const { hits } = await index.search(queryOf(['linking'], { order }));
          expect(hits.map(({ domain, rank: shown }) => ({ domain, rank: shown }))).toEqual(expected);
          const told = await Array.fromAsync(index.ranks());
          expect(told.filter(({ domain }) => listed.has(domain))).toEqual(
            [...listed]
              .filter(([, one]) => one > 0)
              .map(([domain, one]) => ({ domain, rank: one }))
              .toSorted((a, b) => byCodePoint(a.domain, b.domain)),
          );
          expect(await index.updateRanks()).toBe(0);
        }),
        { numRuns: 40 },
      );
    });
  });
}

/** Changes that may be made at the same time: those of a domain follow each other. */
function inOrder(changes: readonly Change[]): readonly (readonly Change[])[] {
  return [...Map.groupBy(changes, ({ domain }) => domain).values()];
}
