import { describe, expect, test } from 'vitest';
import { foldCase, foldUtf8 } from './fold.ts';

function foldedBy(fold: (text: string) => Uint8Array, text: string): string {
  return Buffer.from(fold(text)).toString('hex');
}

test('every code point has the fold that it has as text', () => {
  const wrong: number[] = [];
  for (let code = 0; code < 0x110000; code += code < 0x20000 ? 1 : 977) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const text = String.fromCodePoint(code);
    if (foldUtf8(Buffer.from(text)).toString() !== foldCase(text)) wrong.push(code);
  }
  expect(wrong).toEqual([]);
});

describe('wherever a character stands, it is folded', () => {
  // Of one, two, three and four bytes; the last three have folds of fewer and of more bytes.
  const letters = ['A', 'Z', '@', '[', 'ß', 'É', 'Σ', '中', 'Ⴀ', '𐐀', '😀', '\u212a', 'ſ', 'Ⱥ'];
  test.each(letters)('%s', (letter) => {
    for (let before = 0; before < 9; before++) {
      for (let behind = 0; behind < 5; behind++) {
        const text = `${'xY'.repeat(5).slice(0, before)}${letter}${'Ö€Qq'.slice(0, behind)}`;
        expect(foldedBy((some) => foldUtf8(Buffer.from(some)), text)).toBe(
          foldedBy((some) => Buffer.from(foldCase(some)), text),
        );
      }
    }
  });
});

test('by hand: capitals become small letters, what stands beside them in ASCII stays', () => {
  expect(foldUtf8(Buffer.from('@AZ[`az{ ÄÖÜ ΣΔ ЖЯ İı')).toString()).toBe('@az[`az{ äöü σδ жя İı');
});

test('the text that is given stays as it was, in memory that is shared too', () => {
  const text = Buffer.from(new SharedArrayBuffer(9), 2, 6);
  text.write('ÉAb É', 0);
  const folded = foldUtf8(text.subarray(0, 5));
  expect(text.toString()).toMatch(/^ÉAb /);
  expect(folded.toString()).toBe('éab ');
  expect(folded.buffer).not.toBe(text.buffer);
});

test('nothing folds to nothing', () => {
  expect(foldUtf8(new Uint8Array()).length).toBe(0);
});
