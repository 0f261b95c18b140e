import { expect, test } from 'vitest';
import { Slices } from './slices.ts';

test('a scan has a short slice first, then longer ones, which double only while nothing more is decided', () => {
  const slices = new Slices();
  expect([slices.ms, slices.isContinued]).toEqual([100, false]);
  const lengths = [0, 0, 0, 40, 80, 80, 81].map((decided) => {
    slices.next(decided);
    return slices.ms;
  });
  expect(lengths).toEqual([250, 500, 1_000, 1_000, 1_000, 2_000, 2_000]);
  expect(slices.isContinued).toBe(true);
});
