import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldUtf8 } from './fold.ts';
import { Utf8Offsets } from './utf8-offsets.ts';
import { anyText } from '../../site/test/any-text.ts';

/** Byte offset by folding all that stands before a position. */
const foldedLength = (before: string): number => foldUtf8(Buffer.from(before)).length;

test('by hand: positions after characters of one to four bytes, and after folds of other lengths', () => {
  // One byte, two, three, four; the Kelvin sign folds to k, the long s to s, and Ⱥ from two bytes to three.
  const offsets = new Utf8Offsets('Aé€😀\u212aſȺz');
  expect([...offsets.ofAll(Uint32Array.of(0, 1, 2, 3, 5, 6, 7, 8, 9))]).toEqual([
    0, 1, 3, 6, 10, 11, 12, 15, 16,
  ]);
  expect([...offsets.ofAll(Uint32Array.of(0, 0, 5, 9, 9))]).toEqual([0, 0, 10, 16, 16]);
  expect([...offsets.ofAll(Uint32Array.of(7))]).toEqual([12]);
});

test('after every character that can be stored the offset is that of the fold', () => {
  const wrong: string[] = [];
  for (let code = 0; code < 0x110000; code += code < 0x20000 ? 1 : 977) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const character = String.fromCodePoint(code);
    const [bytes] = new Utf8Offsets(`${character}é`).ofAll(Uint32Array.of(character.length));
    if (bytes !== foldedLength(character)) wrong.push(character);
  }
  expect(wrong).toEqual([]);
});

test('each position of any text has the bytes before it, folded', () => {
  const letter = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('a', 'B', '<', ' ') },
    { weight: 2, arbitrary: fc.constantFrom('é', 'Ж', '中', '😀', '\u212a', 'ſ', 'Ⱥ', 'ẞ', '𐐀') },
    { weight: 1, arbitrary: anyText({ minLength: 1, maxLength: 1 }) },
  );
  fc.assert(
    fc.property(fc.array(letter, { maxLength: 300 }), (letters) => {
      const offsets = new Utf8Offsets(letters.join(''));
      const positions = [0, ...letters.keys().map((index) => index + 1)].map((count) =>
        letters.slice(0, count).join(''),
      );
      expect([...offsets.ofAll(Uint32Array.from(positions, ({ length }) => length))]).toEqual(
        positions.map(foldedLength),
      );
    }),
    { numRuns: 200 },
  );
});

test('a text of ASCII, and one without anything, have a byte for each unit', () => {
  const positions = Uint32Array.of(0, 70, 500);
  expect(new Utf8Offsets('Ab<'.repeat(200)).ofAll(positions)).toBe(positions);
  expect([...new Utf8Offsets('').ofAll(Uint32Array.of(0))]).toEqual([0]);
});
