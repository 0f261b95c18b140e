import { COUNTRY_CODES, LANGUAGE_CODES } from '@sitegrep/site';
import { knownValues } from '@sitegrep/search';
import { expect, test } from 'vitest';
import { KNOWN_VALUES } from './known-values.ts';

function meant(field: Parameters<typeof knownValues>[0], given: string): string {
  const read = knownValues(field, given, 'value', KNOWN_VALUES);
  return read.ok ? read.value.join(' ') : read.error.remedy;
}

test.each([
  ['country', 'de', 'DE'],
  ['country', 'Germany', 'DE'],
  ['country', 'DEU', 'DE'],
  ['country', 'usa', 'US'],
  ['country', 'UK', 'GB'],
  ['country', "cote d'ivoire", 'CI'],
  ['country', 'Turkiye', 'TR'],
  ['country', 'Turkey', 'TR'],
  ['country', 'bosnia and herzegovina', 'BA'],
  ['language', 'German', 'de'],
  ['content_language', 'norwegian bokmal', 'nb'],
  ['tech', 'wordpress', 'WordPress'],
  ['category', 'cms', 'content.cms'],
  ['category', 'content.cms', 'content.cms'],
  ['category', 'JavaScript libraries', 'web_development.javascript_libraries'],
  [
    'category',
    'Message Boards',
    'communication.message_boards content.message_boards user_generated_content.message_boards',
  ],
] as const)('%s: %s means %s', (field, given, expected) => {
  expect(meant(field, given).split(' ').sort().join(' ')).toBe(expected);
});

test.each([
  ['tech', 'press', /WordPress/],
  ['tech', 'tag manager', /Google Tag Manager/],
  ['tech', 'wordpres', /^the nearest are WordPress, /],
  ['category', 'js', /^the nearest are [a-z_]+\.[a-z_]+, [a-z_]+\.[a-z_]+, [a-z_]+\.[a-z_]+$/],
  ['category', 'Vue.js', /^the nearest are [a-z_]+\.[a-z_]+, /],
  // Three categories, each of which has three spellings.
  [
    'category',
    'javascript',
    /web_development\.javascript_frameworks, web_development\.javascript_graphics, web_development\.javascript_libraries$/,
  ],
  ['country', 'Germ', /^the nearest are DE \(Germany\), /],
] as const)('%s: %s is refused with what may be meant', (field, given, remedy) => {
  expect(meant(field, given)).toMatch(remedy);
});

test('each country and language has its name, and each country the three letters of ISO 3166-1', () => {
  const regions = new Intl.DisplayNames(['en'], { type: 'region' });
  const languages = new Intl.DisplayNames(['en'], { type: 'language' });
  for (const [alpha2, alpha3] of COUNTRY_CODES) {
    expect([meant('country', regions.of(alpha2) ?? ''), meant('country', alpha3)]).toEqual([alpha2, alpha2]);
    expect(alpha3).toMatch(/^[A-Z]{3}$/);
  }
  expect(new Set(COUNTRY_CODES.map(([, alpha3]) => alpha3)).size).toBe(249);
  for (const code of LANGUAGE_CODES) {
    const name = languages.of(code) ?? '';
    // Twi has the name of Akan.
    expect(languages.of(meant('language', name))).toBe(name);
  }
});
