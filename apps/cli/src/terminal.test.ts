import { expect, test } from 'vitest';
import { formatBytes, formatSeconds } from './terminal.ts';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [314_572_800, '300.0 MiB'],
  [5 * 2 ** 40, '5.0 TiB'],
])('%i bytes read as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [-1, '0s'],
  [59.4, '59s'],
  [61, '1m 01s'],
  [3599, '59m 59s'],
  [90_000, '25h 00m'],
])('%d seconds read as %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text));
