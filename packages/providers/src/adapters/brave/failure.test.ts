import { expect, test } from 'vitest';
import { windowReset } from './failure.ts';

test.each([
  ['the second is used up', '50, 15000', '0, 200', '1, 1200000', 1_000],
  ['both are', '50, 15000', '0, 0', '1, 3600', 3_600_000],
  ['the month is, for longer than a day', '50, 15000', '3, 0', '1, 1200000', 86_400_000],
  ['a month without a limit', '50, 0', '0, 0', '1, 1200000', 1_000],
  ['none is', '50, 15000', '3, 200', '1, 1200000', null],
  ['one window only', '20', '0', '2', 2_000],
  ['resets that are missing', '50, 15000', '0, 200', '', null],
  ['resets that are no numbers', '50', '0', 'soon', null],
  ['nothing', '', '', '', null],
])('windowReset: %s', (_what, limit, remaining, reset, expected) => {
  const headers = new Map([
    ['x-ratelimit-limit', limit],
    ['x-ratelimit-remaining', remaining],
    ['x-ratelimit-reset', reset],
  ]);
  expect(windowReset(headers)).toBe(expected);
});
