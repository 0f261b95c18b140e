import { ALL_VALUES, type PatternNeedle, type Query } from '@sitegrep/search';
import { expect, it } from 'vitest';
import { documentOf } from '../../../test/conformance/documents.ts';
import { pattern, text } from '../../../test/conformance/expressions.ts';
import { pageQuery, query } from '../../../test/conformance/query-walks.ts';
import { capturesOf } from '../../facets/captured-texts.ts';
import { KeptCaptures } from '../../facets/kept-captures.ts';
import { Look } from './look.ts';
import { pageRow, type PageRow, storableSources } from './page-rows.ts';
import type { DomainRow } from './rows.ts';

const NEEDLE = pattern('ver=([0-9]+)-([a-z]+)') as PatternNeedle;
const FACETS = [1, 2].map(
  (group) => ({ kind: 'captures', needles: [NEEDLE], group, ...ALL_VALUES }) as const,
);
const SNIPPETS = {
  sought: [{ term: 'ver', needle: text('ver') }],
  perNeedle: 1,
  around: 9,
  isComplete: false,
};

const ROW = { id: 5, revision: 7, domain: 'a.test' } as DomainRow;
/** Numbers of the pages. */
const ALL = [40, 41, 42];
const PAGES = documentOf('a.test', ['ver=1-a ver=2-b ver=1-b', 'none', 'ver=3-c']).pages.map((page, number) =>
  pageRow({ id: ALL[number] ?? 0, domain: ROW.id }, page, storableSources(page)),
);

/** A look at a document, which counts how often its pages are read. */
function lookAt(criteria: Query, captures = new KeptCaptures(), pages: readonly PageRow[] = PAGES) {
  let reads = 0;
  const rows = {
    *pages(_: unknown, numbers: Iterable<number> = ALL) {
      for (const number of numbers) {
        reads++;
        yield* pages.filter(({ id }) => id === number);
      }
    },
  };
  const look = new Look(criteria, { rows, captures, checkpoint: () => {} });
  const [first, second] = capturesOf(criteria.facets);
  return {
    look,
    see: (numbers: readonly number[]) => {
      const texts = pages.map((page) => look.textOf(page));
      for (const one of texts) expect(one.source).not.toBe('');
      for (const [index, { id }] of pages.entries()) {
        const text = texts[index];
        if (numbers.includes(id) && text !== undefined) look.at(id, text);
      }
      return texts;
    },
    capturedIn: (numbers: readonly number[]) =>
      [first, second].map((one) =>
        one === undefined ? [] : [...look.captured(one, ROW, numbers)].toSorted(),
      ),
    reads: () => reads,
  };
}

it('collects what groups capture in a match, for this search and the next ones', () => {
  const kept = new KeptCaptures();
  const one = lookAt(query(NEEDLE, { facets: FACETS }), kept);
  one.see(ALL);
  const all = [
    ['1', '2', '3'],
    ['a', 'b', 'c'],
  ];
  expect(one.capturedIn(ALL)).toEqual(all);
  const next = lookAt(query(NEEDLE, { facets: FACETS.toReversed() }), kept);
  expect(next.capturedIn(ALL)).toEqual(all.toReversed());
  expect([one.reads(), next.reads()]).toEqual([0, 0]);
});

it('collects it of the pages that match, and reads the others when they count', () => {
  const kept = new KeptCaptures();
  const one = lookAt(pageQuery(NEEDLE, { facets: FACETS }), kept);
  one.see([42]);
  expect(one.capturedIn([42])).toEqual([['3'], ['c']]);
  expect(one.reads()).toBe(0);
  const all = [
    ['1', '2', '3'],
    ['a', 'b', 'c'],
  ];
  expect(one.capturedIn([40, 42])).toEqual(all);
  // All groups are read in one look.
  expect(one.reads()).toBe(1);
  // A page is the same one at every level.
  const domains = lookAt(query(NEEDLE, { facets: FACETS }), kept);
  expect(domains.capturedIn(ALL)).toEqual(all);
  expect(domains.reads()).toBe(1);
});

it('holds the texts of matches until hits are read', () => {
  const { look, see } = lookAt(pageQuery(NEEDLE, { snippets: SNIPPETS }));
  const texts = see([40, 42]);
  expect(PAGES.map((page, number) => look.textOf(page) === texts[number])).toEqual([true, false, true]);
});

it('holds what was read for a hit, and no text without hits that show it', () => {
  const { look } = lookAt(query(NEEDLE, { snippets: SNIPPETS }));
  const texts = [...look.textsOf(PAGES)];
  for (const one of texts) expect(one.source).not.toBe('');
  expect([...look.textsOf(PAGES)]).toEqual(texts);
  const counting = lookAt(query(NEEDLE, { facets: FACETS }));
  const seen = counting.see(ALL);
  expect(PAGES.map((page, number) => counting.look.textOf(page) === seen[number])).toEqual([
    false,
    false,
    false,
  ]);
});

it('holds no more than fits into its memory', () => {
  // Of pages with five million characters each, one fits.
  const large = documentOf(
    'a.test',
    ['a', 'b', 'c'].map((letter) => letter.repeat(5_000_000)),
  );
  const rows = large.pages.map((page, number) =>
    pageRow({ id: ALL[number] ?? 0, domain: ROW.id }, page, storableSources(page)),
  );
  const { look, see } = lookAt(query(NEEDLE, { snippets: SNIPPETS }), new KeptCaptures(), rows);
  const texts = see(ALL);
  expect(rows.map((page, number) => look.textOf(page) === texts[number])).toEqual([true, false, false]);
});
