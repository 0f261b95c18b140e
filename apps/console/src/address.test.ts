import { expect, test } from 'vitest';
import { readParameters, readSearch, writeSearch } from './address.ts';

test('parameters are texts as they stand, and come back as they were written', () => {
  for (const given of [{ q: '123' }, { q: 'true' }, { q: '"a+b" c&d=e%20' }, { q: 'ä\n\t', tab: '1' }])
    expect(readSearch(writeSearch(given))).toEqual(given);
  expect(writeSearch({ q: 'a b', match: '' })).toBe('?q=a+b');
  expect(writeSearch({ q: '', match: undefined })).toBe('');
});

test('a page reads its own parameters, and those that have a text', () => {
  const given = { q: 'a', level: '', order: 7, other: 'x' };
  expect(readParameters(given, ['q', 'level', 'order'])).toEqual({ q: 'a' });
  expect(readParameters(given, [])).toEqual({});
});
