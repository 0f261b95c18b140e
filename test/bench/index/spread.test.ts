import { expect, test } from 'vitest';
import { quantile, spreadOf } from './spread.ts';

test('a share of the values is not above its quantile', () => {
  const values = Array.from({ length: 20 }, (_, n) => 20 - n);
  expect(spreadOf(values)).toEqual({ median: 10, p95: 19, max: 20 });
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, p95: 3, max: 3 });
  expect(spreadOf([7])).toEqual({ median: 7, p95: 7, max: 7 });
  expect(quantile(values, 0)).toBe(1);
});
