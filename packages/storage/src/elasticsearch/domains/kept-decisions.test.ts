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

it('drops the oldest decisions, and never takes a leaf for another one', () => {
  const kept = new KeptDecisions();
  const first = kept.numberOf('first');
  kept.set(first, document, [1]);
  const long = 'x'.repeat(100_000);
  const numbers = new Set([first]);
  for (let number = 0; number < 50; number++) numbers.add(kept.numberOf(`${long}${number}`));
  expect(numbers.size).toBe(51);
  expect(kept.numberOf('first')).not.toBe(first);
  const many = Array.from({ length: 50_000 }, (_, page) => page);
  for (let number = 0; number < 100; number++)
    kept.set(first, { ...document, domain: `${number}.test` }, many);
  expect(kept.get(first, document)).toBeNull();
  expect(kept.get(first, { ...document, domain: '99.test' })).toEqual(many);
});
