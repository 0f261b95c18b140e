// Set-up of the files that `npm run test:fuzz` runs: each property draws new cases, a hundred times as many as in the
// other runs. The error of a property that fails has the seed and the path of its case.
import type * as FastCheck from 'fast-check';
import { vi } from 'vitest';

const TIMES = 100;
/** Cases of fast-check if a property does not say how many. */
const USUAL_CASES = 100;
/** Time after which a property draws no more cases, in milliseconds. */
const ENOUGH_MS = 60_000;

vi.mock('fast-check', async (original) => {
  const fc = await original<typeof FastCheck>();
  const assert = <Ts>(
    property: FastCheck.IRawProperty<Ts>,
    { numRuns = USUAL_CASES, ...parameters }: FastCheck.Parameters<Ts> = {},
  ): unknown =>
    fc.assert(property, { ...parameters, numRuns: TIMES * numRuns, interruptAfterTimeLimit: ENOUGH_MS });
  return { ...fc, assert };
});
