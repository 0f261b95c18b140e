import { expect, it } from 'vitest';
import { longRuns, runToken, runTokens } from './runs.ts';

it('knows the longest run of each character, by code points', () => {
  const text = `${' '.repeat(40)}a${' '.repeat(35)}${'😀'.repeat(33)}${'b'.repeat(31)}\n${'-'.repeat(32)}`;
  expect(longRuns(text)).toEqual([
    { codePoint: 0x20, length: 40 },
    { codePoint: 0x1f600, length: 33 },
    { codePoint: 0x2d, length: 32 },
  ]);
  expect(longRuns('')).toEqual([]);
});

it('has a token for every length of a run, up to a thousand', () => {
  expect(runTokens(`x${' '.repeat(34)}`)).toEqual(['20r32', '20r33', '20r34']);
  expect(runTokens(' '.repeat(31))).toEqual([]);
  const tokens = runTokens('\t'.repeat(5_000));
  expect([tokens.length, tokens.at(-1)]).toEqual([969, '9r1000']);
  expect(runToken({ codePoint: 9, length: 4_000 })).toBe('9r1000');
});
