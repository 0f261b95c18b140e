import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SegmentBuilder } from '../build/build-segment.ts';
import { scan, Workbench, type Document, type Question } from '../segment/segment.fixture.ts';
import type { Segment } from '../segment/segment.ts';
import { randomSearches } from './random-search.fixture.ts';

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
    ({ documents, questions }, cuts, moods, deadly) => {
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
      const all = bench.merge(several);
      const rid = bench.merge(several, isLive);
      const [first, ...others] = several;
      const begun = first?.ids.some(isLive) === true ? [bench.merge([first], isLive)] : [];
      const again = bench.merge([...begun, ...others], isLive);

      const ask = (segments: readonly Segment[], question: Question, only: typeof isLive | null): number[] =>
        segments.flatMap((segment) => bench.search(segment, question, only));
      for (const question of questions) {
        const expected = scan(documents, question);
        const alive = expected.filter(isLive);
        expect(ask([inRounds], question, null)).toEqual(expected);
        expect(ask([inRounds], question, isLive)).toEqual(alive);
        expect(ask(several, question, null)).toEqual(expected);
        expect(ask([all], question, null)).toEqual(expected);
        expect(ask([all], question, isLive)).toEqual(alive);
        expect(ask([rid], question, null)).toEqual(alive);
        expect(ask([again], question, null)).toEqual(alive);
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
}, 120_000);
