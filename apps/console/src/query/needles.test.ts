import { SCOPE_NAMES } from '@sitegrep/search/scopes';
import { expect, test } from 'vitest';
import { matchesIn } from './needles.ts';

const found = (source: string, query: string) =>
  matchesIn(source, query).all.map(({ from, to }) => source.slice(from, to));

test.each([
  ['wp-content', ['WP-Content']],
  ['"A\\u{2e}js" OR /b+/', ['a.js', 'BBB']],
  ['re:"b{2}"', ['BB']],
  ['-bbb a.js', ['a.js']],
  ['tech:BBB site:a.js', []],
  ['in:script url:a.js case:yes', []],
])('of %j the texts that must be there are marked', (query, texts) =>
  expect(found('WP-Content a.js BBB', query)).toEqual(texts),
);

test('values of scopes of the source are marked, and of no other', () => {
  const marked = SCOPE_NAMES.filter((scope) => found('needle', `${scope}:needle`).length === 1);
  expect(marked).toEqual(['body', 'text', 'comment', 'inline', 'script', 'link', 'meta', 'title']);
});

test('matches within others are left out, and too many are cut', () => {
  expect(found('abcabc', 'abc bc')).toEqual(['abc', 'abc']);
  const { all, isCut } = matchesIn('a'.repeat(10_001), 'a');
  expect([all.length, isCut]).toEqual([10_000, true]);
});
