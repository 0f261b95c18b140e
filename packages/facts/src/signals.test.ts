import { expect, test } from 'vitest';
import { groupCookies, groupHeaders, headerValues } from './signals.ts';

test('values are grouped by lower-case name, in the order received', () => {
  const headers = groupHeaders([
    ['Link', '<a>'],
    ['x-a', '1'],
    ['link', '<b>'],
  ]);
  expect(headers).toEqual({ link: ['<a>', '<b>'], 'x-a': ['1'] });
  expect(headerValues(headers, 'link')).toEqual(['<a>', '<b>']);
  expect(headerValues(headers, 'missing')).toEqual([]);
});

test('names of Object’s members are ordinary names', () => {
  const headers = groupHeaders([
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ]);
  expect(headerValues(headers, '__proto__')).toEqual(['a']);
  expect(headerValues(headers, 'constructor')).toEqual(['b']);
  expect(headerValues(groupHeaders([]), 'toString')).toEqual([]);
});

test('cookies have their names as sent, and values may contain equals signs', () => {
  const headers = groupHeaders([
    ['Set-Cookie', 'SID=a=b==; Path=/; HttpOnly'],
    ['Set-Cookie', ' lang = de ;x'],
    ['Set-Cookie', 'SID=c'],
    ['Set-Cookie', 'noname'],
    ['Set-Cookie', '=value'],
    ['Set-Cookie', 'empty='],
    ['Set-Cookie', '__proto__=1'],
  ]);
  expect(Object.entries(groupCookies(headers))).toEqual([
    ['SID', ['a=b==', 'c']],
    ['lang', ['de']],
    ['empty', ['']],
    ['__proto__', ['1']],
  ]);
});
