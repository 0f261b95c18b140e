import { expect, test } from 'vitest';
import { conditionsOf } from './request-headers.ts';

test.each([
  ['"abc"', '"abc"'],
  ['W/"abc"', 'W/"abc"'],
  ['"5f-61a-gzip"', '"5f-61a-gzip", "5f-61a"'],
  ['W/"5f-61a;gzip"', 'W/"5f-61a;gzip", W/"5f-61a"'],
  ['"5f--gzip"', '"5f--gzip", "5f"'],
  ['"5f-br"', '"5f-br", "5f"'],
  ['"gzip"', '"gzip"'],
  ['""', '""'],
])('the entity tag %s is sent as %s', (etag, ifNoneMatch) => {
  expect(conditionsOf({ etag, lastModified: null })).toEqual({ 'if-none-match': ifNoneMatch });
});

test('a date is sent back as it was received, beside an entity tag', () => {
  const lastModified = 'Wed, 21 Oct 2015 07:28:00 GMT';
  expect(conditionsOf({ etag: null, lastModified })).toEqual({ 'if-modified-since': lastModified });
  expect(conditionsOf({ etag: '"a"', lastModified })).toEqual({
    'if-none-match': '"a"',
    'if-modified-since': lastModified,
  });
  expect(conditionsOf({ etag: null, lastModified: null })).toEqual({});
});
