import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { SegmentBuilder } from '../src/build/build-segment.ts';
import type { Segment } from '../src/segment/segment.ts';
import { randomSearches } from './random-search.ts';
import { scan, Workbench, type Document, type Query } from './workbench.ts';

/**
 * Runs after which there is a new builder: a builder retains its memory, so only a new one goes over a text several
 * times.
 */
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

/**
 * Checks that searches find what a plain scan finds: in one segment, in several, merged, and merged again.
 *
 * @param numRuns sets of documents, with 35 queries each
 * @returns how many were tried
 */
export function checkSearches(numRuns: number): number {
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

      const search = (segments: readonly Segment[], query: Query, only: typeof isLive | null): number[] =>
        segments.flatMap((segment) => bench.search(segment, query, only));
      for (const query of queries) {
        const expected = scan(documents, query);
        const alive = expected.filter(isLive);
        expect(search([inRounds], query, null)).toEqual(expected);
        expect(search([inRounds], query, isLive)).toEqual(alive);
        expect(search(several, query, null)).toEqual(expected);
        expect(search([rid], query, null)).toEqual(alive);
        expect(search([again], query, null)).toEqual(alive);
        cases++;
        if (alive.length > 0 && alive.length < live.length) found++;
      }
      bench.clear();
    },
  );
  fc.assert(law, { numRuns });
  expect(cases).toBeGreaterThanOrEqual(33 * numRuns);
  // Not all of them were about nothing, or about everything.
  expect(found).toBeGreaterThan(3 * numRuns);
  return numRuns;
}
