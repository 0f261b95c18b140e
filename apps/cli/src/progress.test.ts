import { expect, test } from 'vitest';
import { Eta } from './progress.ts';

test('the remaining time follows what was done in the last minute', () => {
  const eta = new Eta();
  expect(eta.estimate(0, 100, 0)).toBe('–');
  expect(eta.estimate(10, 100, 10_000)).toBe('1m 30s');
  expect(eta.estimate(50, 100, 20_000)).toBe('20s');
});

test('what was done before a resumption does not count', () => {
  const eta = new Eta();
  expect(eta.estimate(900, 1_000, 0)).toBe('–');
  expect(eta.estimate(910, 1_000, 10_000)).toBe('1m 30s');
});

test('there is no estimate while the last part hangs, and none at the end', () => {
  const eta = new Eta();
  eta.estimate(0, 10, 0);
  expect(eta.estimate(9, 10, 9_000)).toBe('1s');
  expect(eta.estimate(9, 10, 30_000)).toBe('–');
  expect(eta.estimate(10, 10, 31_000)).toBe('–');
});
