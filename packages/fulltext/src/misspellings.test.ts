import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearWords } from './misspellings.ts';

test('every misspelling of a word leads back to it', () => {
  const letters = fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz'));
  const word = fc.string({ unit: letters, minLength: 5, maxLength: 12 });
  fc.assert(
    fc.property(word, fc.nat(), letters, (right, seed, letter) => {
      const at = seed % right.length;
      const misspellings = [
        right.slice(0, at) + right.slice(at + 1),
        right.slice(0, at) + letter + right.slice(at),
        right.slice(0, at) + letter + right.slice(at + 1),
      ].filter((misspelling) => misspelling !== right);
      for (const misspelling of misspellings) expect(nearWords(misspelling)).toContain(right);
    }),
  );
});

test('short words and those of scripts without an alphabet have none', () => {
  expect(nearWords('abc')).toEqual([]);
  expect(nearWords('京都大学')).toEqual([]);
  expect(nearWords('x'.repeat(33))).toEqual([]);
  expect(nearWords('книга')).toContain('книги');
});
