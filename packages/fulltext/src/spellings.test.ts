import { expect, test } from 'vitest';
import { compounds, countedParts, otherSpellings, rowsOf } from './spellings.ts';

test.each([
  ['de', 'Bauerhütte', { bauerhutte: ['bauerhuette'] }],
  ['de', 'Koeln', { koeln: ['koln'] }],
  ['de', 'Huetten Goethe', { huetten: ['hutten', 'huettengoethe'], goethe: ['huettengoethe', 'gothe'] }],
  ['de', 'Bauer Quelle', { bauer: ['bauerquelle'], quelle: ['bauerquelle'] }],
  ['de', 'Uebergroesse', { uebergroesse: ['ubergroesse', 'uebergrosse', 'ubergrosse'] }],
  ['da', 'Århus', { arhus: ['aarhus'] }],
  ['da', 'Aarhus', { aarhus: ['arhus'] }],
  ['en', 'Koeln', {}],
  ['en', 'e-mail', { e: ['email'], mail: ['email'] }],
  ['en', 'one two three', { one: ['onetwo'], two: ['onetwo', 'twothree'], three: ['twothree'] }],
  ['ja', '京都 大学', {}],
  ['en', '', {}],
] as const)('in %s, %s', (language, text, expected) => {
  expect(Object.fromEntries(otherSpellings(text, language))).toEqual(expected);
});

test('long words that few pages have are compounds', () => {
  const counts = {
    pages: 10_000,
    byWord: new Map([
      ['frequent', 51],
      ['seldom', 50],
    ]),
  };
  expect(
    compounds(['frequent', 'seldom', 'unknown', 'four', 'a1b2c3', '京都大学京都', 'x'.repeat(33)], counts),
  ).toEqual(['seldom', 'unknown']);
});

test('at most four words of a keyword are', () => {
  const words = ['lighthouse', 'riverbank', 'sunflower', 'waterfall', 'blackbird'];
  expect(compounds(words, { pages: 10, byWord: new Map() })).toEqual(words.slice(0, 4));
});

test('a word is taken apart where both parts are words, those first whose rarer one has the most pages', () => {
  expect(countedParts(['abcde'])).toEqual(['a', 'bcde', 'ab', 'cde']);
  expect(countedParts(['abc'])).toEqual([]);
  const byWord = new Map([
    ['kultur', 9],
    ['technik', 7],
    ['kul', 2],
    ['turtechnik', 2],
    ['k', 900],
    ['ulturtechnik', 1],
    ['kulturt', 5],
  ]);
  expect(rowsOf('kulturtechnik', { pages: 1_000, byWord })).toEqual([
    ['kultur', 'technik'],
    ['kul', 'turtechnik'],
  ]);
});
