import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { gramTokens } from './grams.ts';

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
          fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
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
