import { expect, test } from 'vitest';
import { isPlainLine, visibleText } from './plain-text.ts';

test.each(['', ' ', '\u00a0'])('%j is blank', (text) => {
  expect(isPlainLine(text)).toBe(false);
});

test.each([
  ['a control', 'a\u0007b'],
  ['a line break', 'a\nb'],
  ['a soft hyphen', 'a\u00adb'],
  ['a zero-width space', 'a\u200bb'],
  ['a mark that reorders text', 'a\u202eb'],
  ['a tag', 'a\u{e0041}b'],
  ['a separator of lines', 'a\u2028b'],
  ['a separator of paragraphs', 'a\u2029b'],
  ['half of a surrogate pair', 'a\ud800b'],
])('%s is refused', (_, text) => {
  expect(isPlainLine(text)).toBe(false);
});

test.each(['x', ' a b ', 'Zoë', 'e\u0301', '日本語', '😀', 'a/b "c" <d>'])('%j is taken', (text) => {
  expect(isPlainLine(text)).toBe(true);
});

test.each([
  ['a\u0007b\u202ec', String.raw`a\u0007b\u202ec`],
  ['a\u{e0041}b\ud800c', String.raw`a\udb40\udc41b\ud800c`],
  ['Zoë 😀 日本', 'Zoë 😀 日本'],
])('%j is %s with its hidden characters escaped', (text, visible) => {
  expect(visibleText(text)).toBe(visible);
});
