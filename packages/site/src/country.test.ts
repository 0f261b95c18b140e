import { expect, test } from 'vitest';
import { countryOf } from './country.ts';

test.each([
  ['example.de', 'DE'],
  ['shop.example.at', 'AT'],
  ['example.co.uk', 'GB'],
  ['example.uk', 'GB'],
  ['example.com.br', 'BR'],
  ['example.tokyo.jp', 'JP'],
  ['example.us', 'US'],
  ['office.example.gov', 'US'],
  ['example.mil', 'US'],
  ['example.gov.uk', 'GB'],
  ['xn--e1afmkfd.xn--p1ai', 'RU'],
  ['example.xn--fiqs8s', 'CN'],
  ['example.xn--node', 'GE'],
  ['example.com', null],
  ['example.org', null],
  ['example.berlin', null],
  ['example.eu', null],
  ['example.xn--e1a4c', null],
  ['example.su', null],
  ['example.io', null],
  ['example.co', null],
  ['example.tv', null],
  ['example.me', null],
  ['example.ai', null],
  ['example.nu', null],
  ['bit.ly', null],
  ...['cc', 'gg', 'fm', 'to', 'ws', 'sh', 'so', 'vc', 'tk', 'ac', 'aq', 'xn--qxa6a'].map(
    (label): [string, null] => [`example.${label}`, null],
  ),
  ['me.github.io', null],
  ['example.zz', null],
  ['example.xn--invalid', null],
  ['de', 'DE'],
  ['localhost', null],
  ['10.0.0.1', null],
  ['2001:db8::1', null],
])('%s → %s', (domain, expected) => {
  expect(countryOf(domain)).toBe(expected);
});
