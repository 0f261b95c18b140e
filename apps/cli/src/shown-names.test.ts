import { expect, test } from 'vitest';
import { countryName, domainName, languageName } from './shown-names.ts';

test.each([
  ['DE', 'Germany (DE)'],
  ['GB', 'United Kingdom (GB)'],
  ['', ''],
  ['?', '?'],
])('the country %s is shown as %s', (code, shown) => {
  expect(countryName(code)).toBe(shown);
});

test.each([
  ['de', 'German (de)'],
  ['nb', 'Norwegian Bokmål (nb)'],
  ['', ''],
])('the language %s is shown as %s', (code, shown) => {
  expect(languageName(code)).toBe(shown);
});

test.each([
  ['a.example', 'a.example'],
  ['xn--bcher-kva.example', 'bücher.example (xn--bcher-kva.example)'],
  ['shop.xn--p1ai', 'shop.рф (shop.xn--p1ai)'],
  ['xn--a.example', 'xn--a.example'],
  ['127.0.0.1', '127.0.0.1'],
])('the domain %s is shown as %s', (domain, shown) => {
  expect(domainName(domain)).toBe(shown);
});
