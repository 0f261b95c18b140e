import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Expression, readTree, simplify } from '@sitegrep/search';
import { documentOf } from '../../storage/test/conformance/documents.ts';
import { type Piece, piecedDocument } from '../../storage/test/conformance/query-oracle.ts';
import { siteOf } from '../test/documents.ts';
import { searchesOf } from '../test/searches.ts';
import { wordExpressions, wordPieces } from '../test/words.ts';
import {
  compileSearches,
  type DecidedPage,
  type DecidedSite,
  type Decision,
  type PageHits,
  type SavedSearch,
} from './index.ts';

/** A page that stays as it is stored: it says when one of its texts is read. */
function stored(page: DecidedPage, hits: PageHits | null | undefined, onRead: () => void): DecidedPage {
  return {
    url: page.url,
    facts: page.facts,
    ...(hits === null || hits === undefined ? {} : { hits }),
    get source() {
      onRead();
      return page.source;
    },
    get rendered() {
      onRead();
      return page.rendered;
    },
    get answers() {
      onRead();
      return page.answers;
    },
  };
}

function told({ fulfilled, undecided }: Decision): unknown {
  expect(undecided).toEqual([]);
  return fulfilled.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

type Step =
  | { readonly kind: 'pages'; readonly pages: readonly (readonly Piece[] | null)[] }
  | { readonly kind: 'add'; readonly name: number; readonly where: Expression }
  | { readonly kind: 'remove'; readonly name: number }
  | { readonly kind: 'start anew' };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pages' as const),
      // Null: the page stays as it is.
      pages: fc.array(fc.option(wordPieces, { freq: 1 }), { minLength: 4, maxLength: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      name: fc.nat({ max: 5 }),
      where: wordExpressions,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), name: fc.nat({ max: 5 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'start anew' as const }) },
);

test('what is known of stored pages gives what all of their texts give, whatever comes, goes and stays', () => {
  let [unread, found] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(wordPieces, { minLength: 4, maxLength: 4 }),
      fc.array(steps, { minLength: 4, maxLength: 16 }),
      (first, rest) => {
        let pieces = first;
        let hits: readonly (PageHits | null)[] = [];
        let number = 0;
        const searches = new Map<string, SavedSearch>();
        // Two processes that decide in turns, of which one starts anew now and then.
        let [one, other] = [compileSearches([]), compileSearches([])];
        for (const step of [{ kind: 'pages', pages: [null, null, null, null] } as const, ...rest]) {
          if (step.kind === 'start anew') one = compileSearches(searches.values());
          if (step.kind === 'add')
            for (const search of searchesOf(step.where, step.name)) {
              const numbered = { ...search, number: ++number };
              searches.set(search.id, numbered);
              for (const decider of [one, other]) decider.add(numbered);
            }
          if (step.kind === 'remove')
            for (const level of ['domain', 'page']) {
              const id = `${step.name} ${level}`;
              for (const decider of [one, other]) decider.remove(id);
              searches.delete(id);
            }
          const changed = step.kind === 'pages' ? step.pages : [];
          pieces = pieces.map((before, at) => changed[at] ?? before);
          const { document } = piecedDocument('d.test', pieces, { technologies: TECHNOLOGIES });
          const whole = siteOf(document, 1);
          const read = new Set<number>();
          const site: DecidedSite = {
            ...whole,
            pages: whole.pages.map((page, at) =>
              changed[at] === undefined || changed[at] === null
                ? stored(page, hits[at], () => read.add(at))
                : page,
            ),
          };
          const decision = one.decide(site);
          const expected = told(compileSearches(searches.values()).decide(whole));
          expect(told(decision)).toEqual(expected);
          found += decision.fulfilled.length;
          unread += whole.pages.length - read.size;
          hits = decision.hits;
          [one, other] = [other, one];
        }
      },
    ),
    { numRuns: 80 },
  );
  // So that neither of them is tested in vain.
  expect(found).toBeGreaterThan(150);
  expect(unread).toBeGreaterThan(300);
}, 300_000);

const TECHNOLOGIES = { a: { b: ['jQuery'] } };

function search(id: string, tree: unknown, level: 'domain' | 'page' = 'domain'): SavedSearch {
  const read = readTree(tree);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return { id, level, where: simplify(read.value, level) };
}

/** Decides about pages, the first of which are stored, with what is known of them. @returns the searches, and the pages that are read */
function decided(
  decider: ReturnType<typeof compileSearches>,
  sources: readonly string[],
  hits: readonly (PageHits | null)[],
): { readonly ids: readonly string[]; readonly read: readonly number[]; readonly decision: Decision } {
  const read = new Set<number>();
  const site = siteOf(documentOf('shop.test', sources, { countryIsoCode: 'DE' }), 500);
  const pages = site.pages.map((page, at) =>
    at < hits.length ? stored(page, hits[at], () => read.add(at)) : page,
  );
  const decision = decider.decide({ ...site, pages });
  return { ids: decision.fulfilled.map(({ id }) => id).sort(), read: [...read], decision };
}

test('stored pages are read where a pattern has its text, and nowhere else', () => {
  const decider = compileSearches([
    search('text', { text: 'needle' }),
    search('pattern', { pattern: 'thread[0-9]+' }),
    search('absent', { and: [{ text: 'comes' }, { not: { text: 'needle' } }] }),
    search('pages', { and: [{ text: 'word' }, { not: { text: 'needle' } }] }, 'page'),
  ]);
  const sources = ['a needle, a word', 'thread7, a word', 'nothing', 'thread, alas'];
  const first = decided(decider, sources, []);
  expect(first.ids).toEqual(['pages', 'pattern', 'text']);
  const second = decided(decider, [...sources, 'it comes'], first.decision.hits);
  expect(second.ids).toEqual(['pages', 'pattern', 'text']);
  expect(second.read).toEqual([1]);
  expect(second.decision.hits.slice(0, 4)).toEqual(first.decision.hits);
  for (const [at, hits] of first.decision.hits.entries()) expect(second.decision.hits[at]).toBe(hits);
  const fulfilled = second.decision.fulfilled.find(({ id }) => id === 'pages');
  expect(fulfilled?.pages).toEqual(['https://shop.test/000001']);
});

test('stored pages are looked at once more for a search that came later, when a site may fulfil it', () => {
  const decider = compileSearches([search('old', { text: 'needle' })]);
  const sources = ['a needle', 'other'];
  const first = decided(decider, sources, []);
  decider.add(search('labels', { filter: ['tech', '=', 'Drupal'] }));
  decider.add(search('not here', { and: [{ filter: ['tech', '=', 'Drupal'] }, { text: 'other' }] }));
  const second = decided(decider, sources, first.decision.hits);
  expect([second.ids, second.read]).toEqual([['old'], []]);
  decider.add(search('new', { text: 'other' }));
  const third = decided(decider, sources, second.decision.hits);
  expect([third.ids, third.read]).toEqual([
    ['new', 'old'],
    [0, 1],
  ]);
  const fourth = decided(decider, sources, third.decision.hits);
  expect([fourth.ids, fourth.read]).toEqual([['new', 'old'], []]);
});

test('with searches of labels alone, no text is read and nothing of pages is known', () => {
  const decider = compileSearches([search('country', { filter: ['country', '=', 'DE'] })]);
  const { ids, read, decision } = decided(decider, ['one', 'two'], [null, null]);
  expect([ids, read, decision.hits]).toEqual([['country'], [], [null, null]]);
});

test('a look that ends for the work it is tells of the pages that it came to', () => {
  const searches = [search('text', { text: 'needle' })];
  const sources = ['a needle', 'a needle'];
  // Reading a page takes 20 units.
  const { decision } = decided(compileSearches(searches, { maxWork: 30 }), sources, []);
  expect([decision.undecided, decision.hits.map((hits) => hits !== null)]).toEqual([['text'], [true, false]]);
  const again = decided(compileSearches(searches, { maxWork: 30 }), sources, decision.hits);
  expect([again.ids, again.read]).toEqual([['text'], [1]]);
});
