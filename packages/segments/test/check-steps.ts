import * as fc from 'fast-check';
import { expect } from 'vitest';
import { StoreModel, type Step } from './store-model.ts';
import { temporaryFolder } from './temporary-folder.ts';

const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é'), maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 1, maxLength: 5 }), fc.nat(400))
      .map(([part, times]) => part.repeat(times)),
  },
);
const parts = fc.oneof(fc.array(text, { minLength: 1, maxLength: 1 }), fc.array(text, { maxLength: 3 }));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ kind: fc.constant('put' as const), parts, replaced: fc.option(fc.nat(1_000)) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), removed: fc.nat(1_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('roll back' as const), parts }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'seal' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'settle' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'merge all' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'rest' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const), leftOver: fc.option(parts) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'new reader' as const }) },
);
const term = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é'), minLength: 1, maxLength: 7 });
const terms = fc.record({
  all: fc.array(term, { minLength: 1, maxLength: 2 }),
  none: fc.array(term, { maxLength: 1 }),
  zone: fc.constantFrom(null, null, 0, 1, 2),
});

/**
 * Queries that are repeated, each after another number of steps: changes since then are added to the stored answers,
 * of the terms together or of each alone.
 */
const STANDING = [
  { every: 2, query: { all: ['a'], none: [], zone: null } },
  { every: 3, query: { all: [' '], none: [], zone: null } },
  { every: 4, query: { all: ['b'], none: [], zone: null } },
  { every: 5, query: { all: ['ab'], none: ['é'], zone: null } },
  { every: 6, query: { all: ['a', 'b'], none: [' '], zone: null } },
  { every: 7, query: { all: ['é'], none: [], zone: null } },
  { every: 9, query: { all: ['ab'], none: [], zone: null } },
  { every: 11, query: { all: ['b', ' '], none: [], zone: null } },
  { every: 4, query: { all: ['a'], none: [], zone: 0 } },
  { every: 5, query: { all: ['b'], none: [], zone: 0 } },
  { every: 6, query: { all: ['a', 'b'], none: [' '], zone: 0 } },
  { every: 7, query: { all: ['ab'], none: [], zone: 1 } },
];

/** Checks that a store answers as a plain scan does after every step of so many random sequences of steps. */
export async function checkSteps(numRuns: number): Promise<number> {
  let [merges, compared] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.array(terms, { minLength: 2, maxLength: 4 })), {
        minLength: 5,
        maxLength: 60,
      }),
      fc.constantFrom(1, 300, 3_000),
      // Merges that never wait for more to be written, and merges that wait until the store rests or is reopened.
      fc.constantFrom(0, 3_600_000),
      async (steps, logBytes, restMs) => {
        const model = new StoreModel(temporaryFolder(), { logBytes, segmentBytes: 5_000, restMs });
        for (const [at, [taken, queries]] of steps.entries()) {
          await model.take(taken);
          const again = STANDING.filter(({ every }) => at % every === 0).map(({ query }) => query);
          for (const query of [...queries, ...again]) {
            const { index, scan } = model.answers(query);
            expect(index).toEqual(scan);
            compared++;
          }
        }
        merges += model.store.manifest.generation;
        expect(model.problems).toEqual([]);
        await model.close();
      },
    ),
    { numRuns },
  );
  expect(compared).toBeGreaterThan(20 * numRuns);
  expect(merges).toBeGreaterThan(2 * numRuns);
  return numRuns;
}
