import { expect, test } from 'vitest';
import { foldSpace, markedParts, plainText, plainTextOrNull } from './plain-text.ts';

test.each([
  ['<b>Otters</b> &amp; lakes', 'Otters & lakes'],
  ['one<br/>two', 'one two'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  // Decoded once: an entity in the text itself stays.
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['&lt;b&gt;', '<b>'],
  ['  a\n\t b  ', 'a b'],
  ['a<!-- <b>c</b> -->d', 'ad'],
  ['<a href="x>y">z</a>', 'y">z'],
])('plainText of %s', (html, expected) => {
  expect(plainText(html)).toBe(expected);
});

test.each([
  ['', ''],
  [' ', ''],
  ['a b', 'a b'],
  [' a', 'a'],
  ['a ', 'a'],
  ['a  b', 'a b'],
  ['a\tb', 'a b'],
  ['a\u00a0b', 'a b'],
  ['a \u3000 b', 'a b'],
  ['\ufeffa', 'a'],
  ['東京 の', '東京 の'],
])('foldSpace of %j', (text, expected) => {
  expect(foldSpace(text)).toBe(expected);
});

test('nothing left is null', () => {
  expect(plainTextOrNull('<b> </b>')).toBeNull();
  expect(plainTextOrNull(null)).toBeNull();
});

test('markedParts are what is set off, in order', () => {
  expect(markedParts('river ott<b>er</b> <em class="x">l&#97;ke</em> <b></b><i>no</i>')).toEqual([
    'er',
    'lake',
  ]);
});
