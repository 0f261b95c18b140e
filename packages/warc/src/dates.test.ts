import { describe, expect, test } from 'vitest';
import { readArcDate, readHttpDate, readRecordDate } from './dates.ts';

const MARCH = Date.UTC(2009, 2, 6, 8, 43, 19);

describe('WARC-Date', () => {
  test.each([
    ['2009-03-06T08:43:19Z', MARCH],
    ['2009-03-06T08:43:19.5Z', MARCH + 500],
    ['2009-03-06T08:43:19.123456789Z', MARCH + 123],
    ['2009-03-06T08:43Z', Date.UTC(2009, 2, 6, 8, 43)],
    ['2009-03-06', Date.UTC(2009, 2, 6)],
    ['2009-03', Date.UTC(2009, 2)],
    ['2009', Date.UTC(2009, 0)],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ])('%s of the standard (WARC 1.1, 5.4) is read', (text, time) => {
    expect(readRecordDate(text)).toEqual({ time, isRight: true });
  });

  test.each([
    // The 65th day of the year is the 6th of March: 31 + 28 + 6.
    ['2009-03-65T08:43:19-0800', MARCH + 8 * 3_600_000],
    ['2009-01-31T08:43:19-0800', Date.UTC(2009, 0, 31, 16, 43, 19)],
    ['2009-12-365T00:00:00Z', Date.UTC(2009, 11, 31)],
    ['2008-12-366T00:00:00Z', Date.UTC(2008, 11, 31)],
    ['2009-03-06T08:43:19+05:30', MARCH - 5.5 * 3_600_000],
    ['2009-03-06T08:43:19', MARCH],
    ['2009-03-06 08:43:19', MARCH],
    ['2009-03-06 08:43:19 UTC', MARCH],
    ['2009-3-6t8:43:19z', MARCH],
    ['2009-03-06T08:43:19,5Z', MARCH + 500],
    ['20090306084319', MARCH],
    ['20090306', Date.UTC(2009, 2, 6)],
    ['20090306084319123', MARCH],
    ['Fri, 06 Mar 2009 08:43:19 GMT', MARCH],
  ])('%s of other writers is read', (text, time) => {
    expect(readRecordDate(text)).toEqual({ time, isRight: false });
  });

  test.each([
    '',
    'yesterday',
    'foo 1',
    '2009-13-06T00:00:00Z',
    '2009-00-06T00:00:00Z',
    '2009-03-00T00:00:00Z',
    // The 65th day of the year is not in February, the 400th in no month.
    '2009-02-65T00:00:00Z',
    '2009-12-400T00:00:00Z',
    '2009-03-06T25:43:19Z',
    '2009-03-06T08:60:19Z',
    '1969-12-31T23:59:59Z',
    '20091306000000',
    '1e9',
    '1236328999',
  ])('%j is not a date', (text) => {
    expect(readRecordDate(text)).toBeNull();
  });
});

test('the date of an ARC has fourteen digits; more are left out, missing ones are zeros', () => {
  expect(readArcDate('20090306084319')).toEqual({ time: MARCH, isRight: true });
  expect(readArcDate('200903060843190000')).toEqual({ time: MARCH, isRight: false });
  expect(readArcDate('200903060843')).toEqual({ time: MARCH - 19_000, isRight: false });
  expect(readArcDate('2009-03-06')).toBeNull();
});

test('the three dates of HTTP (RFC 9110, 5.6.7) are read', () => {
  const time = Date.UTC(1994, 10, 6, 8, 49, 37);
  expect(readHttpDate('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(time);
  expect(readHttpDate('Sunday, 06-Nov-94 08:49:37 GMT')).toBe(time);
  expect(readHttpDate('Sun Nov  6 08:49:37 1994')).toBe(time);
  expect(readHttpDate('06 Nov 1994 08:49:37 GMT')).toBeNull();
  expect(readHttpDate('Sun, 99 Foo 1994 08:49:37 GMT')).toBeNull();
});
