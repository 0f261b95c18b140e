import { expect, test } from 'vitest';
import { ANY_ROUND, documentMark, hasMarks, marked, roundMark } from './marks.ts';

const DOCUMENT = {
  domain: 'a.example',
  revision: 7,
  rank: 3,
  facts: { lastVisited: 5 } as never,
  pages: [{ source: 'first' }, { source: 'last' }] as never,
};

test('a document is marked at the end of its last page, and nowhere else', () => {
  const { pages } = marked(DOCUMENT, 2, 65);
  expect(pages.map(({ source }) => source)).toEqual(['first', `last${documentMark(2, 65)}`]);
});

test('a mark is found by the text of its round and of any round, and by those of no other round or document', () => {
  const mark = documentMark(2, 65);
  expect(mark).toContain(roundMark(2));
  expect(mark).toContain(ANY_ROUND);
  for (const round of [0, 1, 3, 20]) expect(mark).not.toContain(roundMark(round));
  const all = Array.from({ length: 5_000 }, (_, number) => documentMark(2, number));
  expect(new Set(all).size).toBe(5_000);
});

test('texts with characters of marks are told from those without', () => {
  expect(hasMarks('<div class="e\u0301">😀')).toBe(false);
  expect(hasMarks(`x${documentMark(0, 0).slice(-2)}`)).toBe(true);
});
