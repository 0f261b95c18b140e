import { expect, test } from 'vitest';
import { wrappedTo } from './wrapped.ts';

test('lines are broken at spaces, and further lines are indented as the first', () => {
  expect(wrappedTo('one two three\n  four five six', 10)).toBe('one two\nthree\n  four\n  five six');
});

test('a line that fits stays as it is, with its spaces', () => {
  expect(wrappedTo('a   b', 5)).toBe('a   b');
  expect(wrappedTo('a   b'.repeat(100), Infinity)).toBe('a   b'.repeat(100));
});

test('a quoted command stays in one line if it fits into one', () => {
  expect(wrappedTo('run ("sitegrep crawls list") now', 25)).toBe('run\n("sitegrep crawls list")\nnow');
  expect(wrappedTo('run "sitegrep crawls list" now', 12)).toBe('run\n"sitegrep\ncrawls list"\nnow');
});

test('a word that is longer than a line, such as an address, is not broken', () => {
  expect(wrappedTo('see http://a.example/path/of/a/page there', 10)).toBe(
    'see\nhttp://a.example/path/of/a/page\nthere',
  );
});

test('wide characters take two cells, and colours none', () => {
  expect(wrappedTo('東京 東京', 8)).toBe('東京\n東京');
  expect(wrappedTo('\u001b[31mab\u001b[39m cd', 5)).toBe('\u001b[31mab\u001b[39m cd');
});
