import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openBudget } from './budget.ts';
import { SLOWNESS } from './compiled-set.ts';
import { anchorOf, costBy } from './literals.ts';
import { startsNear, windowedSearch } from './windows.ts';

const UNLIMITED = openBudget(Infinity);

test('positions where a match may start are merged where they touch, and none is before the text', () => {
  const anchor = { anyOf: ['x'], from: 2, to: 4, width: 9 };
  expect(startsNear([20, 1, 3, 10, 12], anchor)).toEqual([
    { first: 0, last: 1 },
    { first: 6, last: 10 },
    { first: 16, last: 18 },
  ]);
});

const PATTERNS = [
  'abc',
  '^abc',
  'abc$',
  '\\babc\\b',
  '\\Babc',
  'a{1,3}abc',
  '[ab]{0,6}abc',
  '[ab]{0,6}?abc(b{0,5})',
  '(?:^|-)[ab]{0,3}abc',
  'abc[^-]{0,9}(?:-|$)',
  'abc(?=[ab]{0,4}-)',
  'abc(?![ab]{0,4}-)',
  '(?<=-)abc',
  '([ab])\\1abc',
  '(?:abc|[ab]bca)[abc]{1,4}(-?)',
  '[^-]{2,8}abc[^-]{2,8}',
  'x{0,7}(abc|cab)x{1,}',
];

const character = fc.constantFrom('a', 'b', 'c', 'A', '-', 'x', ' ', '\n', 'é');
const texts = fc
  .array(fc.oneof(character, fc.constantFrom('abc', 'ABC', 'xabcx')), { maxLength: 40 })
  .map((parts) => parts.join(''));

test.each(PATTERNS)('near its literals %s finds the same as in the complete text', (source) => {
  const regex = new RegExp(source, 'i');
  const anchor = anchorOf(regex, costBy({}));
  if (anchor === null) throw new Error('has no literal');
  const search = windowedSearch(regex, anchor, SLOWNESS.none);
  const searchSlow = windowedSearch(regex, anchor, SLOWNESS.slow);
  const searchCounted = windowedSearch(regex, anchor, SLOWNESS.endless);
  fc.assert(
    fc.property(texts, (text) => {
      const lower = text.toLowerCase();
      const positions = anchor.anyOf.flatMap((literal) =>
        Array.from(text, (_, at) => at).flatMap((at) => (lower.startsWith(literal, at) ? [at] : [])),
      );
      // More positions than there are literals cost time only.
      const expected = regex.exec(text);
      for (const hints of [[...positions, 0], null]) {
        for (const find of [search, searchSlow, searchCounted]) {
          const found = find(text, hints, UNLIMITED);
          expect(found === null ? null : [...found]).toEqual(expected === null ? null : [...expected]);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('with more literals than are looked at one by one, the first match is found still', () => {
  const regex = /foo-{0,9}(\d)/i;
  const anchor = anchorOf(regex, costBy({}));
  if (anchor === null) throw new Error('has no literal');
  const text = `${'foo '.repeat(5_000)}foo--7 foo8`;
  const positions = Array.from({ length: 5_002 }, (_, index) => index * 4);
  expect(windowedSearch(regex, anchor, SLOWNESS.none)(text, positions, UNLIMITED)?.[1]).toBe('7');
});

test('a pattern without a literal has no anchor', () => {
  expect(anchorOf(/\d{3}/i, costBy({}))).toBeNull();
  expect(anchorOf(/ab/i, costBy({}))).toBeNull();
});

test('a pattern that folds beyond ASCII, or not at all, has no anchor', () => {
  expect(anchorOf(/kelvin/iu, costBy({}))).toBeNull();
  expect(anchorOf(/kelvin/, costBy({}))).toBeNull();
});

test('frequencies choose the literal', () => {
  const regex = /stylesheet.{1,9}woocommerce/i;
  expect(anchorOf(regex, costBy({ stylesheet: 6 }))?.anyOf).toEqual(['woocommerce']);
  expect(anchorOf(regex, costBy({ woocommerce: 6 }))?.anyOf).toEqual(['stylesheet']);
});
