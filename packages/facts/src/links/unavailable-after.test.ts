import { expect, test } from 'vitest';
import { unavailableAfter } from './unavailable-after.ts';

test.each([
  // RFC 822 and what replaced it, RFC 850, ISO 8601; 15:00 in Los Angeles is 23:00 UTC in winter and 22:00 in summer.
  ['unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT', '2025-12-03T13:09:53Z'],
  ['unavailable_after: 25 Jun 2010 15:00:00 PST', '2010-06-25T23:00:00Z'],
  ['unavailable_after: 25 Jun 2010 15:00:00 PDT, noindex', '2010-06-25T22:00:00Z'],
  ['unavailable_after: 3 Jun 08 23:59:59 +0200', '2008-06-03T21:59:59Z'],
  ['unavailable_after: 3 Jun 98 23:59', '1998-06-03T23:59:00Z'],
  ['unavailable_after: Wednesday, 25-Aug-07 15:00:00 EST', '2007-08-25T20:00:00Z'],
  ['unavailable_after: 25-Aug-2007 15:00:00 EST', '2007-08-25T20:00:00Z'],
  ['unavailable_after: 25 August 2007', '2007-08-26T00:00:00Z'],
  ['unavailable_after:2030-06-25', '2030-06-26T00:00:00Z'],
  ['unavailable_after: 2030-06-25T15:00:00Z', '2030-06-25T15:00:00Z'],
  ['unavailable_after: 2030-06-25T15:00:00.123+01:30', '2030-06-25T13:30:00Z'],
  ['unavailable_after: 2030-06-25T15:00-08:00', '2030-06-25T23:00:00Z'],
  ['unavailable_after: 2030-06-25 15:00:00 PST', '2030-06-25T23:00:00Z'],
  ['unavailable_after: 2030-06-25 15:00:00, nofollow', '2030-06-25T15:00:00Z'],
  ['max-snippet:5, UNAVAILABLE_AFTER : 2030-06-25T15:00:00Z', '2030-06-25T15:00:00Z'],
  ['unavailable_after: 29 Feb 2028 24:00:00 GMT', '2028-03-01T00:00:00Z'],
])('%s is the time %s', (directives, time) => {
  expect(unavailableAfter(directives)).toBe(Date.parse(time));
});

test.each([
  '',
  'noindex',
  'unavailable_after',
  'unavailable_after:',
  'unavailable_after: soon',
  'unavailable_after: 31 Feb 2028 10:00:00 GMT',
  'unavailable_after: 2030-13-01',
  'unavailable_after: 2030-06-25T25:00:00Z',
  'unavailable_after: 25 Foo 2030 10:00:00 GMT',
  'unavailable_after: 25 Jun 2030 10:00:00 XYZ',
  'unavailable_after: 06/25/2030',
  'unavailable_after: 1893456000',
])('%j gives no time', (directives) => {
  expect(unavailableAfter(directives)).toBeNull();
});
