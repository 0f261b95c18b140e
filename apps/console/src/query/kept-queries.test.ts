import { expect, test } from 'vitest';
import { isSaved, isText, readList, withMoved, withRecent, withSaved } from './kept-queries.ts';

const named = (query: string, name = query) => ({ query, name });

test('what something else stored counts as nothing, as far as it does', () => {
  expect([null, '{', '{}', 'null', '7'].map((stored) => readList(stored, isText))).toEqual([
    [],
    [],
    [],
    [],
    [],
  ]);
  expect(readList('["a",1,"b"]', isText)).toEqual(['a', 'b']);
  expect(readList('[{"query":"a","name":"A"},{"query":"b"},null]', isSaved)).toEqual([named('a', 'A')]);
});

test('the query that was asked last comes first, and twenty are kept', () => {
  expect(withRecent(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c']);
  expect(
    withRecent(
      Array.from({ length: 20 }, (_, at) => `${at}`),
      'new',
    ),
  ).toHaveLength(20);
});

test('a query is saved once, under a name or its own text, while there is room', () => {
  expect(withSaved([named('a')], 'b', '  ')).toEqual([named('b'), named('a')]);
  expect(withSaved([named('b'), named('a')], 'a', ' A ')).toEqual([named('b'), named('a', 'A')]);
  const full = Array.from({ length: 100 }, (_, at) => named(`${at}`));
  expect(withSaved(full, 'new', '')).toBeNull();
  expect(withSaved(full, '7', 'seven')?.[7]).toEqual(named('7', 'seven'));
});

test('a query moves as far as the list goes', () => {
  const list = [named('a'), named('b')];
  expect(withMoved(list, 'b', -1)).toEqual([named('b'), named('a')]);
  for (const [query, by] of [
    ['a', -1],
    ['b', 1],
    ['c', 1],
  ] as const)
    expect(withMoved(list, query, by)).toEqual(list);
});
