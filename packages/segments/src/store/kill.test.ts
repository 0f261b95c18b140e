import { expect, it } from 'vitest';
import { killAndCheck } from '../../test/kill-and-check.ts';

// kill.slow.test.ts kills it at many more moments.
it('has everything that was acknowledged, and nothing else, after its process was killed', async () => {
  expect(await killAndCheck(4)).toHaveLength(4);
});
