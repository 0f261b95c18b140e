import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTimestamp, parseTimestamp } from './timestamp.ts';

test('a time is written in UTC, to the second below', () => {
  expect(formatTimestamp(0)).toBe('1970-01-01 00:00:00 +00:00');
  expect(formatTimestamp(1_700_000_000_999)).toBe('2023-11-14 22:13:20 +00:00');
});

test('what was written is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
      expect(parseTimestamp(formatTimestamp(seconds * 1_000))).toBe(seconds * 1_000);
    }),
  );
});
