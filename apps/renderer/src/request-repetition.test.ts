import { expect, test } from 'vitest';
import { repetitionKey, RequestRepetition } from './request-repetition.ts';

const key = (url: string, body: string | null = null, method = 'GET'): string =>
  repetitionKey({ method, url: `https://site.test${url}`, body });

test.each([
  ['the same address', '/news', '/news'],
  ['another fragment', '/news#a', '/news#b'],
  ['a parameter against caches', '/news?_=1', '/news?_=2'],
  ['the name of a long poll', '/io?sid=7&t=P4xyz', '/io?sid=7&t=Qa-b1'],
  ['a clock in seconds', '/news?at=1764340000', '/news?at=1764340001'],
  ['a clock in the path', '/news/1764340000123', '/news/1764340000999'],
  ['a random fraction', '/news?0.8437261', '/news?0.1234567890'],
])('%s is the same request', (_, one, other) => {
  expect(key(one)).toBe(key(other));
});

test.each([
  ['another path', key('/a'), key('/b')],
  ['another page', key('/list?page=1'), key('/list?page=2')],
  ['another item', key('/item/1000001'), key('/item/1000002')],
  ['another number of ten digits that is not a time', key('/item?id=9764340000'), key('/item?id=9764340001')],
  ['another body', key('/graph', '{ dish }', 'POST'), key('/graph', '{ wine }', 'POST')],
  ['another method', key('/a'), key('/a', null, 'POST')],
])('%s is another request', (_, one, other) => {
  expect(one).not.toBe(other);
});

test('the third request is polling if two were answered', () => {
  const repetition = new RequestRepetition();
  expect([repetition.sent('a'), repetition.sent('a'), repetition.sent('a')]).toEqual([false, false, false]);
  repetition.served('a');
  expect(repetition.sent('a')).toBe(false);
  repetition.served('a');
  expect([repetition.sent('a'), repetition.sent('b')]).toEqual([true, false]);
});

test('one that fails may be tried four times more', () => {
  const repetition = new RequestRepetition();
  expect(Array.from({ length: 7 }, () => repetition.sent('a'))).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
});
