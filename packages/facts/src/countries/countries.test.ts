import { expect, test } from 'vitest';
import { ALPHA_2_BY_ALPHA_3, countryNamed, ISO_COUNTRIES } from './countries.ts';

test('the 249 countries and territories of ISO 3166-1 are known, each with two codes', () => {
  expect(ISO_COUNTRIES.size).toBe(249);
  expect(ALPHA_2_BY_ALPHA_3.size).toBe(249);
  // CLDR names all of them, and falls back to nothing for a code that is none.
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  expect([...ISO_COUNTRIES].filter((code) => names.of(code) === undefined)).toEqual([]);
});

test.each([
  ['DE', 'DE'],
  [' de ', 'DE'],
  ['DEU', 'DE'],
  ['gbr', 'GB'],
  ['UK', 'GB'],
  ['U.K.', 'GB'],
  ['Germany', 'DE'],
  ['GERMANY', 'DE'],
  ['Deutschland', 'DE'],
  ['Allemagne', 'DE'],
  ['Alemania', 'DE'],
  ['Niemcy', 'DE'],
  ['Германия', 'DE'],
  ['ドイツ', 'DE'],
  ['Österreich', 'AT'],
  ['Osterreich', 'AT'],
  ['O\u0308sterreich', 'AT'],
  ['Schweiz', 'CH'],
  ['Suisse', 'CH'],
  ['Svizzera', 'CH'],
  ['Belgique', 'BE'],
  ['België', 'BE'],
  ['Nederland', 'NL'],
  ['The Netherlands', 'NL'],
  ['USA', 'US'],
  ['U.S.A.', 'US'],
  ['United States of America', 'US'],
  ['United States', 'US'],
  ['Estados Unidos', 'US'],
  ['England', 'GB'],
  ['Polska', 'PL'],
  ['Česká republika', 'CZ'],
  ['Czechia', 'CZ'],
  ['Česko', 'CZ'],
  ['Magyarország', 'HU'],
  ['Ελλάδα', 'GR'],
  ['Türkiye', 'TR'],
  ['Turkey', 'TR'],
  ['ישראל', 'IL'],
  ['مصر', 'EG'],
  ['भारत', 'IN'],
  ['日本', 'JP'],
  ['中国', 'CN'],
  ['臺灣', 'TW'],
  ['台灣', 'TW'],
  ['대한민국', 'KR'],
  ['Republic of Korea', 'KR'],
  ['Việt Nam', 'VN'],
  ['Viet Nam', 'VN'],
  ['Hong Kong', 'HK'],
  ['Россия', 'RU'],
  ['Україна', 'UA'],
  ['Bosnia and Herzegovina', 'BA'],
  ['Bosnia & Herzegovina', 'BA'],
  ['Trinidad and Tobago', 'TT'],
  ['Suomi', 'FI'],
  ['Danmark', 'DK'],
  ['Norge', 'NO'],
  ['Sverige', 'SE'],
  ['Ísland', 'IS'],
  ['Brasil', 'BR'],
  ['Niger', 'NE'],
  ['Nigeria', 'NG'],
  ['Georgia', 'GE'],
  ["Côte d'Ivoire", 'CI'],
  ['Côte d’Ivoire', 'CI'],
])('%s is %s', (text, country) => {
  expect(countryNamed(text)).toBe(country);
});

test.each([
  '',
  ' ',
  'X',
  'XX',
  'EU',
  'ZZ',
  'XK',
  'Country',
  '{{country}}',
  'Europe',
  'Bavaria',
  'Berlin, Germany',
  'DE, AT',
  'New Jersey',
  'constructor',
  '\0',
  'Germany'.repeat(100_000),
  `${' '.repeat(200)}Germany`,
])('%j names no country', (text) => {
  expect(countryNamed(text)).toBeNull();
});
