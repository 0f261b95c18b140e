import { expect, test } from 'vitest';
import { drawTerms } from './terms.ts';

const PAGES = ['<p class="x">déjà 😀 vu</p>\n', '   ', 'abcdefghijklmnopqrstuvwxyz'.repeat(20)];
const page = (n: number): string => PAGES[n % PAGES.length] ?? '';

test('drawn terms are different, of 1 to 200 characters, and stand in a page', () => {
  const terms = drawTerms(page, 60, '1');
  expect(new Set(terms).size).toBe(60);
  expect(Math.max(...terms.map(({ length }) => length))).toBe(200);
  for (const term of terms) {
    expect(PAGES.some((text) => text.includes(term))).toBe(true);
    expect(term.trim()).not.toBe('');
    expect(term.isWellFormed()).toBe(true);
  }
});

test('a seed gives the same terms again, another one others', () => {
  expect(drawTerms(page, 20, 'a')).toEqual(drawTerms(page, 20, 'a'));
  expect(drawTerms(page, 20, 'a')).not.toEqual(drawTerms(page, 20, 'b'));
});

test('pages that hold no more terms give fewer', () => {
  expect(drawTerms(() => 'a', 5, '1')).toEqual(['a']);
});
