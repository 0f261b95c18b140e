import { expect, test } from 'vitest';
import { nearestUrls } from './nearest-urls.ts';

const KNOWN = [
  'https://www.zeit.de/',
  'https://www.zeit.de/index',
  'https://www.zeit.de/kultur/literatur',
  'https://www.zeit.de/kultur/literatur?page=2',
  'https://www.zeit.de/impressum/',
];

test.each([
  ['http://zeit.de/', 'https://www.zeit.de/'],
  ['https://www.zeit.de/#top', 'https://www.zeit.de/'],
  ['https://www.zeit.de/impressum', 'https://www.zeit.de/impressum/'],
  ['https://www.zeit.de/impressum/#kontakt', 'https://www.zeit.de/impressum/'],
  ['https://www.zeit.de/Kultur/Literatur', 'https://www.zeit.de/kultur/literatur'],
  ['https://www.zeit.de/kultur/literatur?page=3', 'https://www.zeit.de/kultur/literatur'],
  ['https://www.zeit.de/kultur/literatuur', 'https://www.zeit.de/kultur/literatur'],
])('the nearest to %s is %s', (url, expected) => {
  expect(nearestUrls(url, KNOWN)[0]).toBe(expected);
});

test('three are named at most, each once', () => {
  const nearest = nearestUrls('https://www.zeit.de/kultur/literatur?page=1', KNOWN);
  expect(nearest).toHaveLength(3);
  expect(new Set(nearest).size).toBe(3);
  expect(nearestUrls('x', ['https://one.example/'])).toEqual(['https://one.example/']);
  expect(nearestUrls('x', [])).toEqual([]);
});

test('long addresses take no time', () => {
  const long = Array.from({ length: 2_000 }, (_, at) => `https://a.example/${'x'.repeat(2_000)}${at}`);
  const startedAt = performance.now();
  expect(nearestUrls(`https://a.example/${'y'.repeat(2_000)}`, long)).toHaveLength(3);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
