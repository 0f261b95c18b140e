import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KIND, readTokens, tokensOf } from './tokens.ts';

test('tokens of a page are tags, attributes, words, numbers and single separators', () => {
  expect(tokensOf('<a href="/x.js?v=12">Say 3.14 times</a>')).toEqual([
    '<a', ' ', 'href', '="', '/', 'x', '.', 'js', '?', 'v', '=', '12', '"', '>',
    'Say', ' ', '3.14', ' ', 'times', '</a', '>',
  ]); // prettier-ignore
  expect(tokensOf("var a=['b',{c:-1}];")).toEqual([
    'var', ' ', 'a', '=', '[', "'", 'b', "'", ',', '{', 'c', ':', '-', '1', '}', ']', ';',
  ]); // prettier-ignore
});

test.each([
  '2026-11-29',
  '2026-11-29T14:25:07Z',
  '2026-11-29 14:25',
  '2026-11-29T14:25:07.123+01:00',
  '14:25',
  '9:05:59',
  '12.5.0',
  '12px',
  'größe_1',
])('%s is one token', (text) => {
  expect(tokensOf(`>${text}<`)).toEqual(['>', text, '<']);
});

test.each([
  '',
  '<',
  '="',
  '"\'"\'<<<>>',
  'no markup at all',
  '\0\0',
  '\ud800 half of a character',
  '2026-11-2',
  '1.',
  '12:',
  '</',
])('tokens of %j are the source when they are joined', (source) => {
  expect(tokensOf(source).join('')).toBe(source);
});

test('tokens of any source are the source when they are joined, and none is empty', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '<div class="',
      '">',
      '</div>',
      '<!--',
      "='",
      '2026-11-29',
      'T10:20:30Z',
      ' ',
      '\n',
      '\0',
      '1.2',
    ),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const source = parts.join('');
      const tokens = tokensOf(source);
      expect(tokens.join('')).toBe(source);
      expect(tokens.every((token) => token.length > 0)).toBe(true);
    }),
  );
});

test('a token of 16 MB is one', () => {
  const { count, starts } = readTokens('a'.repeat(16_777_216));
  expect(count).toBe(1);
  expect([...starts]).toEqual([0, 16_777_216]);
});

test('equal tokens have equal hashes wherever they stand, and others differ', () => {
  const { hashes, kinds } = readTokens('abc abd abc');
  expect(hashes[0]).toBe(hashes[4]);
  expect(hashes[0]).not.toBe(hashes[2]);
  expect([...kinds]).toEqual([KIND.word, KIND.space, KIND.word, KIND.space, KIND.word]);
});
