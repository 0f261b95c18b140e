import { expect, test } from 'vitest';
import { checkMerges } from '../../test/check-merges.ts';

test(
  'a merged segment has the lists of one that is built of the live documents',
  { timeout: 600_000 },
  () => {
    expect(checkMerges(20)).toBe(20);
  },
);
