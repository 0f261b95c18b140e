import { expect, test } from 'vitest';
import { useOf } from './request-kinds.ts';

const url = new URL('https://site.test/');
const inline = new URL('data:image/gif;base64,R0lG');

test.each([
  ['Document', url, false, 'document'],
  ['Document', null, false, 'document'],
  ['Media', url, true, 'refuse'],
  ['Ping', url, true, 'refuse'],
  ['Font', url, false, 'refuse'],
  ['Font', url, true, 'send'],
  ['Image', url, false, 'dot'],
  ['Image', url, true, 'send'],
  ['Image', inline, false, 'send'],
  ['XHR', url, false, 'script'],
  ['Fetch', url, true, 'script'],
  ['Fetch', inline, false, 'send'],
  ['Script', url, false, 'send'],
])('%s of %s, with pictures: %s → %s', (kind, of, pictures, use) => {
  expect(useOf(kind, of, pictures)).toBe(use);
});
