import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomSearches } from '../../test/random-search.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import {
  documentOf,
  queryOf,
  randomLetters,
  scan,
  Workbench,
  type Document,
  type Query,
} from '../../test/workbench.ts';
import { SegmentBuilder } from '../build/build-segment.ts';
import type { Segment } from '../segment/segment.ts';
import { CursorPool } from './search-context.ts';
import { searchSegment } from './search-segment.ts';
import { termOf } from './term.ts';

/** Each asks 35 questions. */
const RUNS = 300;

/** A builder takes more memory once it needs it, so it goes over the text often only while it is new. */
const RUNS_A_BUILDER = 10;

/** Documents in groups of neighbours, each ended by one with these numbers. */
function cutAt(documents: readonly Document[], numbers: readonly number[]): Document[][] {
  const ends = new Set(numbers.map((number) => number % documents.length));
  const groups: Document[][] = [[]];
  for (const [index, document] of documents.entries()) {
    if (ends.has(index)) groups.push([]);
    groups.at(-1)?.push(document);
  }
  return groups.filter((group) => group.length > 0);
}

test('every search finds what a plain scan finds: in one segment, in several, merged, and merged again', () => {
  const bench = new Workbench();
  let little = new SegmentBuilder({ positionBytes: 64 });
  let [runs, cases] = [0, 0];
  let found = 0;
  const law = fc.property(
    randomSearches,
    fc.array(fc.nat(), { maxLength: 4 }),
    fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 20 }),
    fc.nat({ max: 10 }),
    ({ documents, queries }, cuts, moods, deadly) => {
      const isDead = (document: Document, at: number): boolean =>
        (moods[at % moods.length] ?? 0) < deadly - 1 && document !== documents.at(-1);
      const dead = new Set(documents.filter(isDead).map(({ id }) => id));
      const isLive = (id: number): boolean => !dead.has(id);
      const live = documents.filter(({ id }) => isLive(id));

      if (++runs % RUNS_A_BUILDER === 0) little = new SegmentBuilder({ positionBytes: 64 });
      const whole = bench.build(documents);
      const inRounds = bench.build(documents, little);
      expect(readFileSync(inRounds.path).equals(readFileSync(whole.path))).toBe(true);
      const several = cutAt(documents, cuts).map((group) => bench.build(group));
      const rid = bench.merge(several, isLive);
      const [first, ...others] = several;
      const begun = first?.ids.some(isLive) === true ? [bench.merge([first], isLive)] : [];
      const again = bench.merge([...begun, ...others], isLive);

      const ask = (segments: readonly Segment[], queryOf: Query, only: typeof isLive | null): number[] =>
        segments.flatMap((segment) => bench.search(segment, queryOf, only));
      for (const queryOf of queries) {
        const expected = scan(documents, queryOf);
        const alive = expected.filter(isLive);
        expect(ask([inRounds], queryOf, null)).toEqual(expected);
        expect(ask([inRounds], queryOf, isLive)).toEqual(alive);
        expect(ask(several, queryOf, null)).toEqual(expected);
        expect(ask([rid], queryOf, null)).toEqual(alive);
        expect(ask([again], queryOf, null)).toEqual(alive);
        cases++;
        if (alive.length > 0 && alive.length < live.length) found++;
      }
      bench.clear();
    },
  );
  fc.assert(law, { numRuns: RUNS });
  expect(cases).toBeGreaterThanOrEqual(10_000);
  // Not all of them were about nothing, or about everything.
  expect(found).toBeGreaterThan(1_000);
});

test('a search may be given up while it looks at documents and positions, and the next one is right', () => {
  const bench = new Workbench();
  const random = seededRandom(8);
  // Of the letters of the term, all trigrams stand everywhere.
  const term = randomLetters(random, 'ab', 30);
  const documents = Array.from({ length: 30 }, (_, index) =>
    documentOf(index + 1, randomLetters(random, 'ab', 2_000), 'x', index === 17 ? `x${term}` : ''),
  );
  const segment = bench.build(documents);
  const query = queryOf([term, 'x'], ['bx']);
  const pool = new CursorPool(bench.cache);
  let calls = 0;
  const search = (most: number): Uint32Array => {
    calls = 0;
    const checkpoint = (): void => {
      if (++calls > most) throw new Error('enough');
    };
    const [terms, excluded] = [query.terms.map(termOf), query.excluded.map(termOf)];
    return searchSegment({ segment, terms, excluded, isLive: null, pool, checkpoint });
  };
  expect([...search(Infinity)]).toEqual([17]);
  const all = calls;
  expect(all).toBeGreaterThan(3);
  for (let most = 0; most < all; most++) {
    expect(() => search(most)).toThrow('enough');
    expect([...search(Infinity)]).toEqual([17]);
  }
});

test('a search without terms finds nothing, and a term of more bytes than any text does neither', () => {
  const bench = new Workbench();
  const segment = bench.build([documentOf(1, 'a'.repeat(100)), documentOf(2, 'b')]);
  expect(bench.search(segment, queryOf([]))).toEqual([]);
  expect(bench.search(segment, queryOf([], ['b']))).toEqual([]);
  expect(bench.search(segment, queryOf(['a'.repeat(100)]))).toEqual([1]);
  for (const length of [101, 102, 199, 200, 201, 1_000, 100_000])
    expect(bench.search(segment, queryOf(['a'.repeat(length)]))).toEqual([]);
});

test('of a term with more trigrams than seek on together, each counts', () => {
  const bench = new Workbench();
  const random = seededRandom(31);
  // Of few letters, so that all trigrams stand everywhere.
  const term = randomLetters(random, 'ab', 90);
  const other = (at: number): string =>
    `${term.slice(0, at)}${term[at] === 'a' ? 'b' : 'a'}${term.slice(at + 1)}`;
  const documents = Array.from({ length: 90 }, (_, at) =>
    documentOf(at, `${randomLetters(random, 'ab', 200)}${at % 2 === 0 ? 'a' : ''}${other(at)}b`, 'b'),
  );
  const holding = [100, 101].map((id) => documentOf(id, `${'x'.repeat(id)}${term}`));
  const segment = bench.build([...documents, ...holding]);
  expect(scan([...documents, ...holding], queryOf([term]))).toEqual([100, 101]);
  expect(bench.search(segment, queryOf([term]))).toEqual([100, 101]);
  expect(bench.search(segment, queryOf([other(70)]))).toEqual([70]);
});

test('a match does not go from a part into the next one, nor from a document', () => {
  const bench = new Workbench();
  const segment = bench.build([
    documentOf(1, 'one', 'two'),
    documentOf(2, 'three'),
    documentOf(3, 'even', 'odd', ''),
  ]);
  for (const term of ['onetwo', 'etwo', 'et', 'net', 'twothree', 'oth', 'evenodd', 'no', 'nod', 'enod'])
    expect(bench.search(segment, queryOf([term])), `term ${term}`).toEqual([]);
  expect(bench.search(segment, queryOf(['odd', 'even']))).toEqual([3]);
  expect(bench.search(segment, queryOf(['o'], ['even']))).toEqual([1]);
});

test('at an open end, other trigrams are asked in each of many documents', () => {
  const bench = new Workbench();
  const random = seededRandom(29);
  let found = 0;
  for (const alphabet of ['abc', 'abcd', 'abcde', 'aé😀']) {
    // Some have a few of these letters among others, so that what is frequent elsewhere is rare there.
    const snippets = Array.from({ length: 16 }, () => randomLetters(random, alphabet, 9));
    const documents = Array.from({ length: 400 }, (_, index) =>
      documentOf(
        3 * index,
        `${randomLetters(random, 'klmnopqrstuvw', random(2))}${snippets[index - 20] ?? ''}`,
        snippets[index - 20] === undefined ? randomLetters(random, alphabet, 10 + random(150)) : '',
      ),
    );
    const whole = bench.build(documents);
    const merged = bench.merge(
      [documents.slice(0, 20), documents.slice(20, 36), documents.slice(36)].map((part) => bench.build(part)),
    );
    for (let query = 0; query < 150; query++) {
      const letters = query % 3 === 0 ? (snippets[random(16)] ?? '') : randomLetters(random, alphabet, 9);
      const from = random(3);
      const text = Array.from(letters)
        .slice(from, from + 4 + random(4))
        .join('');
      const term = queryOf([text], query % 5 === 0 ? ['abca'] : []);
      const expected = scan(documents, term);
      expect(bench.search(whole, term), `term ${text}`).toEqual(expected);
      expect(bench.search(merged, term), `term ${text}`).toEqual(expected);
      found += expected.length;
    }
    bench.clear();
  }
  expect(found).toBeGreaterThan(3_000);
});
