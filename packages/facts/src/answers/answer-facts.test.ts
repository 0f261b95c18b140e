import { expect, test } from 'vitest';
import { cookieFacts, headerFacts } from './answer-facts.ts';
import { cookiesText, headersText } from './answer-texts.ts';

test('facts are the names of fields, and the values of those that tell something', () => {
  const text = headersText(200, [
    ['Server', 'nginx/1.25'],
    ['Date', 'Sun, 29 Nov 2026 10:00:00 GMT'],
    ['X-Powered-By', 'PHP/8.1'],
    ['x-powered-by', 'PHP/8.1'],
    ['set-cookie', 'id=1; path=/'],
    ['x-empty', ''],
    ['vary', ''],
  ]);
  expect(headerFacts(text)).toEqual([
    'server',
    'server=nginx/1.25',
    'date',
    'x-powered-by',
    'x-powered-by=PHP/8.1',
    'set-cookie',
    'x-empty',
    'vary',
  ]);
});

test('values with ids, and long ones, tell nothing', () => {
  const text = headersText(200, [
    ['via', '1.1 9c02f4d51b2a4f6d8e1f00aa11bb22cc.cloudfront.net (CloudFront)'],
    ['server', 'ECAcc (lhd/35B3)'],
    ['permissions-policy', 'a=(), '.repeat(40)],
  ]);
  expect(headerFacts(text)).toEqual(['via', 'server', 'permissions-policy']);
});

test('the line that says what was left out is neither a field nor a cookie', () => {
  const fields = Array.from({ length: 501 }, () => ['set-cookie', 'a=1'] as const);
  expect(headersText(200, fields)).toMatch(/\n… 1 field left out\n$/);
  expect(headerFacts(headersText(200, fields))).toEqual(['set-cookie']);
  const cookies = Array.from({ length: 501 }, (_, at) => ['set-cookie', `c${at}=1`] as const);
  expect(cookiesText(cookies)).toMatch(/\n… 1 cookie left out\n$/);
  expect(cookieFacts(cookiesText(cookies))).toEqual(cookies.slice(0, 500).map((_, at) => `c${at}`));
});

test('facts of cookies are their names, those of scripts too, each once', () => {
  const text = cookiesText(
    [
      ['set-cookie', 'id=1; path=/'],
      ['set-cookie', 'id=2; path=/app'],
    ],
    ['_ga'],
  );
  expect(cookieFacts(text)).toEqual(['id', '_ga']);
  expect(cookieFacts('')).toEqual([]);
});
