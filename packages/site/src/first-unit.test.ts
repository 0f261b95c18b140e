import { expect, test } from 'vitest';
import { firstUnit } from './first-unit.ts';

test.each([
  ['{"a": 1}', '{'],
  ['\n\t\f\v\r  [1]', '['],
  ['\ufeff{', '{'],
  [' \u2028\u00a0 <a>', '<'],
  ['\u00e9', '\u00e9'],
  ['\u0001{', '\u0001'],
])('the first character of %j is %j', (text, character) => {
  expect(firstUnit(text)).toBe(character.charCodeAt(0));
});

test.each(['', ' \n', ' \u00a0 '])('%j has none', (text) => {
  expect(firstUnit(text)).toBeNaN();
});
