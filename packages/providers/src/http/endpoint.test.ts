import { expect, test } from 'vitest';
import { endpoint } from './endpoint.ts';

test.each([
  ['https://search.example', 'https://search.example/a/b'],
  ['https://search.example/', 'https://search.example/a/b'],
  ['https://user:word@search.example/under//', 'https://user:word@search.example/under/a/b'],
])('a path under %s', (base, expected) => {
  expect(endpoint(base, 'a/b')).toBe(expected);
});
