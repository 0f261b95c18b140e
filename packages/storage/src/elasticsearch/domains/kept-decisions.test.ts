import { expect, it } from 'vitest';
import { KeptDecisions } from './kept-decisions.ts';

const document = {
  domain: 'a.test',
  revision: 1,
  pageCount: 3,
  compressedBytes: 9,
  values: new Map(),
  fulfilled: [],
};

it('keeps the pages of a leaf by domain and revision', () => {
  const kept = new KeptDecisions();
  const [one, other] = ['one', 'other'].map((text) => kept.numberOf(text));
  expect(other).not.toBe(one);
  expect(kept.numberOf('one')).toBe(one);
  kept.set(one ?? 0, document, [0, 2]);
  kept.set(other ?? 0, document, []);
  expect(kept.get(one ?? 0, document)).toEqual([0, 2]);
  expect(kept.get(other ?? 0, document)).toEqual([]);
  expect(kept.get(one ?? 0, { ...document, revision: 2 })).toBeNull();
  expect(kept.get(one ?? 0, { ...document, domain: 'b.test' })).toBeNull();
});
