import { describe, expect, it } from 'vitest';
import { CALLS, checkFailures, checkPowerLosses } from '../../test/check-failures.ts';

describe('a store', () => {
  it('has everything that was acknowledged after a loss of power at any moment', async () => {
    expect(await checkPowerLosses(1)).toBeGreaterThan(300);
  }, 300_000);

  it.each(CALLS)(
    'has everything that was acknowledged, and goes on, whichever %s fails',
    async (call) => {
      expect(await checkFailures(call, 1)).toBeGreaterThan(3);
    },
    300_000,
  );
});
