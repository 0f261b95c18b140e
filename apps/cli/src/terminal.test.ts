import { expect, test } from 'vitest';
import { formatBytes, formatSeconds, jsonLine } from './terminal.ts';

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

test('a line of JSON holds no control character but its end, and says the same', () => {
  const text = '\u0000\u001b[2J\u007f\u0080\u009b31m\u009f\u00a0\n"\\';
  const line = jsonLine({ [text]: text });
  expect(line).toMatch(/^\P{Cc}+\n$/u);
  expect(JSON.parse(line)).toEqual({ [text]: text });
});
