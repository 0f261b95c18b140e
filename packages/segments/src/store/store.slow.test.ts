import { describe, expect, it } from 'vitest';
import { checkSteps } from '../../test/check-steps.ts';

describe('a store', () => {
  it('answers as a plain scan does after every step, whatever the order of steps', async () => {
    expect(await checkSteps(100)).toBe(100);
  }, 300_000);
});
