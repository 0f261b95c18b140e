import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import { documentOf, found, put, queryOf } from './documents.ts';
import { matches } from './oracle.ts';
import { describeDomainLinks } from './domain-links.ts';
import { describeDomainFacets } from './domain-facets.ts';
import { describeDomainFacts } from './domain-facts.ts';
import { describeDomainFilters } from './domain-filters.ts';
import { describeDomainBlocks } from './domain-blocks.ts';
import { describeDomainItems } from './domain-items.ts';
import { describeDomainOrder } from './domain-order.ts';
import { describeDomainLists } from './domain-lists.ts';
import { describeDomainQueries } from './domain-queries.ts';
import { describeQueryBounds } from './domain-query-bounds.ts';
import { describeQueryRuns } from './domain-query-runs.ts';
import { describeDomainReads } from './domain-reads.ts';
import { describeRendered } from './domain-rendered.ts';
import { describeDomainScreenshots } from './domain-screenshots.ts';
import { describeDomainSnippets } from './domain-snippets.ts';
import { describeDomainValues } from './domain-values.ts';
import { describeDomainWrites } from './domain-writes.ts';
import { describeFullText } from './full-text.ts';
import { describeHistories } from './histories.ts';
import { describeOwnerFacets } from './owner-facets.ts';
import { describeSavedSearches } from './saved-searches.ts';
import { describePagePuts } from './page-puts.ts';
import { describeTrends } from './trends.ts';
import type { EmptyStore } from './empty-store.ts';
import { anyText } from '@sitegrep/site/test/any-text';

/** Everything an index must do, whatever keeps it. */
const PARTS = {
  terms: (emptyStore: EmptyStore<DomainIndex>): void => {
    describeSearch(emptyStore);
    describeDomainOrder(emptyStore);
    describeDomainSnippets(emptyStore);
  },
  values: describeDomainValues,
  queries: (emptyStore: EmptyStore<DomainIndex>, runs: number): void => {
    describeDomainFilters(emptyStore);
    describeDomainQueries(emptyStore);
    describeQueryRuns(emptyStore, runs);
    describeQueryBounds(emptyStore);
  },
  counts: (emptyStore: EmptyStore<DomainIndex>, runs: number, historyRuns: number): void => {
    describeDomainFacets(emptyStore, runs);
    describeOwnerFacets(emptyStore);
    describeTrends(emptyStore, Math.ceil(historyRuns / 2));
  },
  changes: (emptyStore: EmptyStore<DomainIndex>): void => {
    describeDomainWrites(emptyStore);
    describePagePuts(emptyStore);
    describeRendered(emptyStore);
  },
  searches: (emptyStore: EmptyStore<DomainIndex>, runs: number): void => {
    describeSavedSearches(emptyStore, Math.ceil(runs / 10));
  },
  documents: (emptyStore: EmptyStore<DomainIndex>, _: number, historyRuns: number): void => {
    describeDomainFacts(emptyStore);
    describeDomainItems(emptyStore);
    describeDomainReads(emptyStore);
    describeDomainScreenshots(emptyStore);
    describeDomainLinks(emptyStore);
    describeDomainBlocks(emptyStore);
    describeDomainLists(emptyStore);
    describeFullText(emptyStore);
    describeHistories(emptyStore, historyRuns);
  },
};

export type Part = keyof typeof PARTS;

interface Extent {
  /** How often random queries, and counts of what they find, are compared with a plain scan. */
  readonly runs?: number;
  /** How often histories of random visits, some 15 each time, are compared with a model; trends, half as often. */
  readonly historyRuns?: number;
  /** Parts to describe; by default all of them. */
  readonly parts?: readonly Part[];
}

export function describeDomainIndex(
  name: string,
  emptyStore: EmptyStore<DomainIndex>,
  { runs = 100, historyRuns = 30, parts }: Extent = {},
): void {
  const described = parts === undefined ? Object.values(PARTS) : parts.map((part) => PARTS[part]);
  describe(`domain index: ${name}`, () => {
    for (const describePart of described) describePart(emptyStore, runs, historyRuns);
  });
}

/** Texts that indexes get wrong: their query syntax, folding that changes lengths, code points that they can't hold. */
const AWKWARD = Array.from(
  'aAbB "\'*^:(+-<\n0σςΣİIıißẞ\u212akKſs\ufffd\ufffe\uffff😀😁\u{1fffe}𐐀𐐨\u0307\ufeff\u13a0\uab70',
);
const UNSTORABLE = ['\0', '\ud83d', '\ude00'];

const term = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.string({ unit: fc.constantFrom('a', 'A', 'b', ' '), minLength: 1, maxLength: 6 }),
  },
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...AWKWARD), minLength: 1, maxLength: 4 }) },
);
/** Repeats itself for long, with something else around. */
const runs = fc
  .array(
    fc.tuple(
      fc.string({ unit: fc.constantFrom('a', 'b', '😀', '"'), minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 90 }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.map(([text, times]) => text.repeat(times)).join(''));
const source = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'A', 'b', ' '), maxLength: 14 }),
  fc.string({ unit: fc.constantFrom(...AWKWARD), maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...AWKWARD, ...UNSTORABLE), maxLength: 30 }),
  anyText({ maxLength: 20 }),
);
const domain = fc.integer({ min: 0, max: 7 }).map((number) => `d${number}.test`);

function describeSearch(emptyStore: EmptyStore<DomainIndex>): void {
  describe('search', () => {
    let index: DomainIndex;
    beforeAll(async () => {
      index = await (await emptyStore())();
    });
    afterAll(() => index.close());

    type Answers = readonly { readonly total: number; readonly domains: readonly string[] }[];

    /** Puts (without sources: deletes), then searches: what the index answers and what a scan finds. */
    async function searched(
      writes: readonly (readonly [domain: string, sources: readonly string[]])[],
      searches: readonly (readonly string[])[],
      known: Map<string, ReturnType<typeof documentOf>>,
    ): Promise<{ readonly index: Answers; readonly scan: Answers }> {
      for (const [name, sources] of writes) {
        if (sources.length === 0) {
          await index.delete(name);
          known.delete(name);
        } else {
          await put(index, documentOf(name, sources));
          known.set(name, documentOf(name, sources));
        }
      }
      const answers = await Promise.all(searches.map((terms) => index.search(queryOf(terms))));
      const scans = searches.map((terms) =>
        [...known.values()].filter((document) => matches(document, terms)),
      );
      return {
        index: answers.map(({ total, hits }) => ({ total, domains: hits.map(({ domain }) => domain) })),
        scan: scans.map((scan) => ({ total: scan.length, domains: scan.map(({ domain }) => domain).sort() })),
      };
    }

    it('finds what a plain scan of the sources finds, through puts, replacements and deletions', async () => {
      const known = new Map<string, ReturnType<typeof documentOf>>();
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(domain, fc.array(source, { maxLength: 5 })), { maxLength: 4 }),
          fc.array(fc.array(term, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 8 }),
          async (writes, searches) => {
            const answers = await searched(writes, searches, known);
            expect(answers.index).toEqual(answers.scan);
          },
        ),
        { numRuns: 150 },
      );
      for (const name of known.keys()) await index.delete(name);
    });

    it('finds a part of any page, wherever it begins and ends', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: fc.constantFrom(...AWKWARD), minLength: 1, maxLength: 60 }),
          fc.nat(),
          fc.nat(),
          async (text, start, length) => {
            const characters = Array.from(text);
            const from = start % characters.length;
            const part = characters.slice(from, from + 1 + (length % (characters.length - from)));
            await put(index, documentOf('part.test', ['other', text]));
            expect(await found(index, part.join(''))).toContain('part.test');
          },
        ),
        { numRuns: 60 },
      );
      await index.delete('part.test');
    });

    it('finds exactly the pages with a run that is long enough', async () => {
      const known = new Map<string, ReturnType<typeof documentOf>>();
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(domain, fc.array(runs, { maxLength: 2 })), { maxLength: 3 }),
          fc.array(fc.tuple(runs), { minLength: 3, maxLength: 5 }),
          async (writes, searches) => {
            const answers = await searched(writes, searches, known);
            expect(answers.index).toEqual(answers.scan);
          },
        ),
        { numRuns: 40 },
      );
      for (const name of known.keys()) await index.delete(name);
    });

    it('tells runs of one character apart by their length, up to a thousand', async () => {
      await put(
        index,
        documentOf('short.test', [`<${' '.repeat(998)}>`]),
        documentOf('long.test', [`<${' '.repeat(5000)}x>`]),
      );
      expect(await found(index, ' '.repeat(998))).toEqual(['long.test', 'short.test']);
      expect(await found(index, ' '.repeat(999))).toEqual(['long.test']);
      expect(await found(index, `${' '.repeat(999)}x`)).toEqual(['long.test']);
      expect(await found(index, `<${' '.repeat(998)}>`)).toEqual(['short.test']);
      expect(await found(index, `<${' '.repeat(499)}x>`)).toEqual([]);
      await index.delete('short.test');
      await index.delete('long.test');
    });

    it('finds terms of a thousand characters, and not their like', async () => {
      const text = Array.from({ length: 400 }, (_, number) => `<p id="${number}">`).join('\n');
      await put(index, documentOf('thousand.test', [text]));
      const term = text.slice(1_000, 2_000);
      expect(await found(index, term.toUpperCase())).toEqual(['thousand.test']);
      expect(await found(index, `${term.slice(0, 999)}?`)).toEqual([]);
      await index.delete('thousand.test');
    });

    it('finds the ends of a line of two megabytes', async () => {
      let line = '<!doctype html>';
      while (line.length < 2_000_000) line += `<i>${line.length}</i>`;
      await put(index, documentOf('line.test', [`${line}THE END`]));
      expect(await found(index, 'the end')).toEqual(['line.test']);
      expect(await found(index, '<!DOCTYPE')).toEqual(['line.test']);
      expect(await found(index, 'd')).toEqual(['line.test']);
      expect(await found(index, 'nd', '</I>the')).toEqual(['line.test']);
      expect(await found(index, 'the end ')).toEqual([]);
      await index.delete('line.test');
    });

    it('finds all terms anywhere in a domain, but each within one page', async () => {
      await put(index, documentOf('pages.test', ['alpha be', 'ta gamma']));
      expect(await found(index, 'alpha', 'gamma')).toEqual(['pages.test']);
      expect(await found(index, 'beta')).toEqual([]);
      expect(await found(index, 'eta')).toEqual([]);
      expect(await found(index, 'et')).toEqual([]);
      expect(await found(index, 'alpha', 'delta')).toEqual([]);
      await index.delete('pages.test');
    });

    it.each([
      ['"a" OR "b"', ['"a" or', 'r "b"', '"'], ['a or b']],
      [
        'x* NEAR(y z, 5) ^col:umn {a b}:',
        ['x*', 'near(', ', 5)', '^col:', '{a b}:', '*', '^c'],
        ['col*', 'near/'],
      ],
      ["100% _under 'single' \\back", ['0%', '% _', "'single'", '\\b'], ['1%', 'a_under', '\\\\']],
      ['tab\there\r\nnext', ['b\th', '\r\n', '\n', '\r\nn'], ['\n\r', ' h']],
      ['İstanbul ISPARTA ısı', ['İ', 'İst', 'isparta', 'ısı'], ['istan', 'i\u0307', 'Isı']],
      ['Straße GROẞ', ['straße', 'groß', 'ẞ', 'ße'], ['strasse', 'ss']],
      ['ΟΔΥΣΣΕΥΣ', ['οδυσσευς', 'ΣΣ', 'ς', 'υσ'], ['οο']],
      ['273 \u212a', ['273 k', 'K', '3 \u212a'], ['273k']],
      [
        '\ufffd\ufffe\uffff!',
        ['\ufffd\ufffe', '\ufffe\uffff!', '\uffff', '\ufffd'],
        ['\ufffd\ufffd', '\ufffe\ufffe', '\ufffe!', 'ab!', 'a'],
      ],
      ['😀😁', ['😀', '😁', '😀😁'], ['😁😀', '😂', '\ufffd']],
      ['a\0b\ud800c', ['ab', 'b\ufffdc', '\ufffd'], ['a\0b', 'b\ud800c', '\0', '\ud800', 'bc']],
    ])('takes every character for itself: %j', async (text, present, absent) => {
      await put(index, documentOf('literal.test', [text]));
      for (const term of present) expect([term, await found(index, term)]).toEqual([term, ['literal.test']]);
      for (const term of absent) expect([term, await found(index, term)]).toEqual([term, []]);
      await index.delete('literal.test');
    });

    it('finds nothing in an empty source, or in an empty index', async () => {
      expect(await found(index, 'a')).toEqual([]);
      await put(
        index,
        documentOf('empty.test', ['']),
        documentOf('one.test', ['é']),
        documentOf('two.test', ['éb']),
      );
      expect(await found(index, 'é')).toEqual(['one.test', 'two.test']);
      expect(await found(index, 'éb')).toEqual(['two.test']);
      expect(await found(index, 'ébc')).toEqual([]);
    });
  });
}
