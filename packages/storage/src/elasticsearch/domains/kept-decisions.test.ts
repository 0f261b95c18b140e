import { expect, it } from 'vitest';
import { KeptDecisions } from './kept-decisions.ts';

const document = {
  domain: 'a.test',
  revision: 1,
  standing: 3,
  pageCount: 3,
  compressedBytes: 9,
  values: new Map(),
  fulfilled: [],
  onPages: [],
};

it('keeps the decisions about a leaf by domain and revision', () => {
  const kept = new KeptDecisions();
  const [one, other] = ['one', 'other'].map((text) => kept.numberOf(text));
  expect(other).not.toBe(one);
  expect(kept.numberOf('one')).toBe(one);
  const [decisions, none] = [new Map([[0, true] as const, [2, false] as const]), new Map<number, boolean>()];
  kept.set(one ?? 0, document, decisions);
  kept.set(other ?? 0, document, none);
  expect(kept.get(one ?? 0, document)).toEqual(decisions);
  expect(kept.get(other ?? 0, document)).toEqual(none);
  expect(kept.get(one ?? 0, { ...document, revision: 2 })).toBeNull();
  expect(kept.get(one ?? 0, { ...document, domain: 'b.test' })).toBeNull();
});
