import type { Note } from '@sitegrep/search';
import { expect, test } from 'vitest';
import { unavailable } from './failure.ts';
import { countedNotes } from './search-notes.ts';

const NOTE: Note = {
  code: 'as_it_stands',
  message: 'it is read as 2 parts',
  query: '"a b"',
  line: 1,
  column: 1,
  length: 3,
};

test('a note whose query can not be counted now has no count, and costs no answer', async () => {
  const count = () => Promise.reject(unavailable('busy', 1));
  expect(await countedNotes('a b', [NOTE], { total: 3, count })).toEqual([{ ...NOTE, total_count: null }]);
  expect(await countedNotes('a b', [NOTE], { total: 0, count })).toEqual([{ ...NOTE, total_count: null }]);
});

test('another failure is that of the search', async () => {
  const count = () => Promise.reject(new TypeError('a fault'));
  await expect(countedNotes('a b', [NOTE], { total: 3, count })).rejects.toThrow('a fault');
});
