import { expect, it } from 'vitest';
import { KeptByText } from './kept-by-text.ts';

const kept = (maxBytes: number) =>
  new KeptByText<readonly number[]>({ maxBytes, bytesOf: ({ length }) => 8 * length });

it('keeps a value by text and item', () => {
  const all = kept(10_000);
  const [one, other] = [all.numberOf('one'), all.numberOf('other')];
  expect(other).not.toBe(one);
  expect(all.numberOf('one')).toBe(one);
  all.set(one, '1', [0, 2]);
  all.set(other, '1', []);
  expect(all.get(one, '1')).toEqual([0, 2]);
  expect(all.get(other, '1')).toEqual([]);
  expect(all.get(one, '2')).toBeNull();
  expect(all.get(other, '1 0')).toBeNull();
});

it('drops what was used least recently, and never takes a text for another one', () => {
  const all = kept(1_000_000);
  const first = all.numberOf('first');
  all.set(first, '1', [1]);
  const long = 'x'.repeat(100_000);
  const numbers = new Set([first]);
  for (let number = 0; number < 50; number++) numbers.add(all.numberOf(`${long}${number}`));
  expect(numbers.size).toBe(51);
  expect(all.numberOf('first')).not.toBe(first);
  // 80,000 bytes each.
  const many = Array.from({ length: 10_000 }, (_, page) => page);
  for (let number = 0; number < 20; number++) all.set(first, `${number} 0`, many);
  expect(all.get(first, '1')).toBeNull();
  expect(all.get(first, '19 0')).toEqual(many);
  expect(all.get(first, '0 0')).toBeNull();
});

it('keeps nothing that is larger than its memory', () => {
  const all = kept(1_000);
  const number = all.numberOf('one');
  all.set(number, '1', [1]);
  all.set(
    number,
    '2',
    Array.from({ length: 200 }, (_, page) => page),
  );
  expect(all.get(number, '1')).toEqual([1]);
  expect(all.get(number, '2')).toBeNull();
});
