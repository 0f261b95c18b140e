import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { WordWriter } from './word-writer.ts';
import { wordsOf } from './words.ts';
import { anyText } from '@sitegrep/site/test/any-text';

const writer = new WordWriter();

interface Written {
  readonly text: string;
  readonly words: number;
  readonly terms: readonly string[];
  readonly mostFrequent: number;
}

function written(texts: readonly string[], maxWords = Infinity): Written {
  writer.beginPage();
  const { start, end } = writer.write(texts, maxWords);
  const { terms, words, mostFrequent } = writer;
  return {
    text: Buffer.from(writer.bytes.subarray(start, end)).toString(),
    words,
    terms: Array.from({ length: terms.size }, (_, number) => terms.text(number)),
    mostFrequent,
  };
}

/** Words that come as strings, as they should be written. */
function expected(words: readonly string[]): Written {
  const terms = [...new Set(words)];
  const counts = terms.map((term) => words.filter((word) => word === term).length);
  return { text: words.join(' '), words: words.length, terms, mostFrequent: Math.max(0, ...counts) };
}

/** Characters that words treat in a way of their own, among plain ones. */
const UGLY = [
  Array.from('abz09 _.,-+#(/\n\té'),
  ['ß', 'İ', 'ı', 'ﬁ', 'ﷺ', 'ǆ', '½', '\u037a', 'Σ', 'ς', 'й', 'Й', 'и', 'ى', 'م', 'מ'],
  ['\u00ad', '\u200b', '\u200d', '\ufe0f', '\u0301', '\u0306', '\u064e', '\u05b8', '\u00a0', '\u2028', '’'],
  ['京', '都', 'ー', 'カ', 'ガ', '\u3099', 'ﾞ', 'ｶ', '한', '\u1100', '\u1161', 'ส', 'วั', '၊'],
  ['🍕', '❤', '©', '👨', '𝒜', '𠮷', '\ud800', '\ue004', 'x'.repeat(40)],
].flat();

test('words are written as `wordsOf` gives them', () => {
  const texts = fc.array(
    fc.oneof(
      anyText(),
      fc.array(fc.constantFrom(...UGLY), { maxLength: 14 }).map((characters) => characters.join('')),
    ),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(texts, (some) => {
      expect(written(some)).toEqual(expected(some.flatMap((text) => wordsOf(text))));
    }),
    { numRuns: 1_000 },
  );
});

test('every character is written as `wordsOf` gives it, by itself and beside others', () => {
  const wrong: string[] = [];
  // Other planes have neither letters nor marks.
  for (let row = 0; row < 0x3_4200 / 8; row++) {
    const first = row * 8 < 0x3_4000 ? row * 8 : row * 8 + 0xe_0000 - 0x3_4000;
    const characters = Array.from({ length: 8 }, (_, next) => String.fromCodePoint(first + next));
    const text = characters.map((one) => `a${one}b ${one}${one} ${one}\u0301`).join(' ');
    if (written([text]).text !== wordsOf(text).join(' ')) wrong.push(text);
  }
  expect(wrong).toEqual([]);
});

test('long texts, and words after the last that counts', () => {
  const long = 'Größe 京都 c++ ﷺ '.repeat(3_000);
  expect(written([long]).text).toBe(wordsOf(long).join(' '));
  expect(written(['eins zwei', 'zwei drei vier'], 4)).toEqual({
    text: 'eins zwei zwei drei',
    words: 4,
    terms: ['eins', 'zwei', 'drei'],
    mostFrequent: 2,
  });
});
