import { describe, it } from 'vitest';
import { checkSteps } from '../../test/check-steps.ts';

describe('a store', () => {
  it('answers as a plain scan does after every step, whatever the order of steps', async () => {
    await checkSteps(300);
  }, 300_000);
});
