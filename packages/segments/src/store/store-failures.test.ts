import { describe, expect, it } from 'vitest';
import { CALLS, checkFailures, checkPowerLosses } from '../../test/check-failures.ts';

// store-failures.slow.test.ts fails at each single call.
describe('a store', () => {
  it('has everything that was acknowledged after a loss of power at any moment', async () => {
    expect(await checkPowerLosses(12)).toBeGreaterThan(20);
  });

  it.each(CALLS)('has everything that was acknowledged, and goes on, whichever %s fails', async (call) => {
    expect(await checkFailures(call, 5)).toBeGreaterThan(3);
  });
});
