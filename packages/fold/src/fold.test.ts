import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldCase } from './fold.ts';
import { anyText } from '../../site/test/any-text.ts';

const LAST_CODE_POINT = 0x10ffff;
const isSurrogate = (codePoint: number): boolean => codePoint >= 0xd800 && codePoint <= 0xdfff;

const isOneCodePoint = (text: string): boolean => /^.$/su.test(text);

/** All Unicode scalar values. */
function* allCharacters(): Generator<string> {
  for (let codePoint = 0; codePoint <= LAST_CODE_POINT; codePoint++) {
    if (!isSurrogate(codePoint)) yield String.fromCodePoint(codePoint);
  }
}

/** ECMAScript's `iu` compares by simple case folding: the engine's own tables, independent of ours. */
function equalIgnoringCase(a: string, b: string): boolean {
  const pattern = `^\\u{${(a.codePointAt(0) ?? 0).toString(16)}}$`;
  return new RegExp(pattern, 'iu').test(b);
}

describe('foldCase', () => {
  it.each([
    ['ABCxyz', 'abcxyz'],
    ['ΣΊΣΥΦΟΣ ΟΔΟΣ', 'σίσυφοσ οδοσ'],
    ['ς σ Σ', 'σ σ σ'],
    ['\u212a \u212b \u2126', 'k å ω'],
    ['Straße ẞ', 'straße ß'],
    ['İıIi', 'İıii'],
    ['ſ µ ͅ', 's μ ι'],
    ['\u13a0 \uab70 \u13f8 \u13f0', '\u13a0 \u13a0 \u13f0 \u13f0'],
    ['Ǆ ǅ ǆ', 'ǆ ǆ ǆ'],
    ['𐐀𐐨 😀', '𐐨𐐨 😀'],
    ['ŉ ﬀ ΐ ǰ', 'ŉ ﬀ ΐ ǰ'],
    ['A\ud800B\udc00C\0D', 'a\ud800b\udc00c\0d'],
    ['', ''],
  ])('folds %j to %j', (text, folded) => {
    expect(foldCase(text)).toBe(folded);
  });

  it('folds each code point to one that equals it when case is ignored, and leaves the caseless alone', () => {
    const wrong: string[] = [];
    for (const char of allCharacters()) {
      const fold = foldCase(char);
      const cased = /\p{Changes_When_Casefolded}|\p{Changes_When_Casemapped}/u.test(char);
      const right = fold === char || (cased && isOneCodePoint(fold) && equalIgnoringCase(fold, char));
      if (!right || foldCase(fold) !== fold) wrong.push(char);
    }
    expect(wrong).toEqual([]);
  });

  it('gives the same fold to two code points exactly when they are equal ignoring case', () => {
    const wrong: string[] = [];
    for (const char of allCharacters()) {
      for (const other of [char.toLowerCase(), char.toUpperCase(), char.toUpperCase().toLowerCase()]) {
        if (other === char || !isOneCodePoint(other)) continue;
        if ((foldCase(char) === foldCase(other)) !== equalIgnoringCase(char, other)) wrong.push(char + other);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('folds a text as it folds its parts, wherever it is cut between code points', () => {
    const awkward = fc.constantFrom(...Array.from('aAσςΣİıIßẞ\u212akµſǅ\u13a0\uab70😀𐐀.\u0307\u0345 '));
    fc.assert(
      fc.property(fc.array(fc.oneof(awkward, anyText({ maxLength: 1 }))), (chars) => {
        expect(foldCase(chars.join(''))).toBe(chars.map((char) => foldCase(char)).join(''));
      }),
    );
  });
});
