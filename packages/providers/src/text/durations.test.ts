import { describe, expect, test } from 'vitest';
import { clockSeconds, clockText, isoSeconds } from './durations.ts';

describe('durations', () => {
  test.each([
    ['12:34', 754],
    ['1:02:03', 3_723],
    ['0:00', 0],
    ['100:00:00', 360_000],
    ['1.02.03', 3_723],
  ])('clockSeconds of %s', (text, expected) => {
    expect(clockSeconds(text)).toBe(expected);
  });

  test.each(['', 'LIVE', '12', '1:2', '12:345', ':30'])('"%s" is none on a clock', (text) => {
    expect(clockSeconds(text)).toBeNull();
  });

  test.each([
    ['PT3M21S', 201],
    ['P1DT2H', 93_600],
    ['PT0S', 0],
    ['P1W', 604_800],
    ['PT1.5S', 1],
  ])('isoSeconds of %s', (text, expected) => {
    expect(isoSeconds(text)).toBe(expected);
  });

  test.each(['', 'P', 'PT', 'P1Y', 'P1M', '3:21'])('"%s" is none of ISO 8601', (text) => {
    expect(isoSeconds(text)).toBeNull();
  });

  test.each([
    [0, '0:00'],
    [5, '0:05'],
    [65.9, '1:05'],
    [3_599, '59:59'],
    [3_600, '1:00:00'],
    [360_000, '100:00:00'],
  ])('clockText of %d', (seconds, expected) => {
    expect(clockText(seconds)).toBe(expected);
  });
});
