import { describe, expect, it } from 'vitest';
import { checkSteps } from '../../test/check-steps.ts';

describe('a store', () => {
  it('answers as a plain scan does after every step, whatever the order of steps', async () => {
    // store.slow.test.ts tries many more.
    expect(await checkSteps(30)).toBe(30);
  });
});
