import { domainToASCII } from 'node:url';
import { expect, test } from 'vitest';
import { countryName, inScript, languageName } from './names.ts';

test('codes are shown with their names', () => {
  expect([countryName('DE'), countryName('?'), languageName('de')]).toEqual([
    'Germany (DE)',
    '?',
    'German (de)',
  ]);
});

test.each([
  'bücher.example',
  'shop.рф',
  '例え.テスト',
  'παράδειγμα.δοκιμή',
  'مثال.إختبار',
  'faß.example',
  'a-ü-b.ö.example',
  '😀.example',
])('%s is shown in its script', (written) => {
  const ascii = domainToASCII(written);
  expect(ascii).toContain('xn--');
  expect(inScript(ascii)).toBe(written);
});

test.each(['a.example', 'xn--a.example', 'xn--.example', 'xn--99999999.example', 'xn--bcher-kva$.example'])(
  '%s is shown as it is',
  (domain) => {
    expect(inScript(domain)).toBeNull();
  },
);
