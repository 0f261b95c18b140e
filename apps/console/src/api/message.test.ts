import { SitegrepError, type SitegrepErrorCode } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { detailsIn } from './details.ts';
import { isNotFound, messageOf } from './message.ts';

const errorOf = (code: SitegrepErrorCode, details: string): SitegrepError =>
  new SitegrepError({ operation: 'search', code, details });

test.each([
  [errorOf('network', 'fetch failed'), 'The server cannot be reached.'],
  [errorOf('forbidden', 'the key lacks the scope "admin"'), /needs a key with the scope “admin”/],
  [errorOf('bad_request', 'limit is 0: give 1 to 1000'), 'limit is 0: give 1 to 1000'],
  [
    new SitegrepError({ operation: 'search', code: 'unavailable', details: 'Busy.', retryAfterMs: 1_200 }),
    'Busy. The server is busy; it takes requests again in 2 s.',
  ],
  [new Error('plain'), 'plain'],
  ['text', 'text'],
])('an error is told in words: %s', (error, words) => expect(messageOf(error)).toMatch(words));

test('a domain that is not known is told apart from other errors', () => {
  expect([errorOf('not_found', ''), errorOf('network', ''), null].map(isNotFound)).toEqual([
    true,
    false,
    false,
  ]);
});

test('the words of a refusal are read out of its text', () => {
  expect(detailsIn('{"error":"Bad Request","details":"q is missing"}')).toBe('q is missing');
  for (const text of ['', 'not JSON', 'null', '[]', '{"details":"x"}', '{"error":"x","details":1}'])
    expect(detailsIn(text)).toBeNull();
});
