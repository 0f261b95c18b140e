import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from '@sitegrep/site/test/any-text';
import { gramTokens, longRuns, runToken, runTokens } from './grams.ts';

it('names the characters and pairs of a text, each once', () => {
  expect(gramTokens('abab').split(' ').sort()).toEqual(['61', '61x62', '62', '62x61']);
  expect(gramTokens('é😀').split(' ').sort()).toEqual(['1f600', 'e9', 'e9x1f600']);
  expect(gramTokens('a')).toBe('61');
  expect(gramTokens('')).toBe('');
});

it('misses none and invents none, whatever the characters', () => {
  const hex = (char: string): string => (char.codePointAt(0) ?? 0).toString(16);
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.oneof(
          fc.constantFrom('a', 'b', '\x7f', '\x80', '\ud7ff', '\ue000', '😀'),
          anyText({ minLength: 1, maxLength: 1 }),
        ),
      }),
      (text) => {
        const characters = Array.from(text, hex);
        const pairs = characters.slice(1).map((char, index) => `${characters[index]}x${char}`);
        expect(new Set(gramTokens(text).split(' '))).toEqual(
          new Set([...characters, ...pairs].concat(text === '' ? [''] : [])),
        );
      },
    ),
  );
});

it('finds the longest run of each code point', () => {
  const text = `${' '.repeat(40)}a${' '.repeat(35)}${'😀'.repeat(33)}${'b'.repeat(31)}\n${'-'.repeat(32)}`;
  expect(longRuns(text)).toEqual([
    { codePoint: 0x20, length: 40 },
    { codePoint: 0x1f600, length: 33 },
    { codePoint: 0x2d, length: 32 },
  ]);
  expect(longRuns('')).toEqual([]);
});

it('makes a token for each length of a run, up to a thousand', () => {
  expect(runTokens(`x${' '.repeat(34)}`)).toEqual(['20r32', '20r33', '20r34']);
  expect(runTokens(' '.repeat(31))).toEqual([]);
  const tokens = runTokens('\t'.repeat(5_000));
  expect([tokens.length, tokens.at(-1)]).toEqual([969, '9r1000']);
  expect(runToken({ codePoint: 9, length: 4_000 })).toBe('9r1000');
});
