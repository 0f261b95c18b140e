import countries from 'i18n-iso-countries/index.js';
import { describe, expect, test } from 'vitest';
import { DATAFORSEO_DIALECT } from '../adapters/dataforseo/api.ts';
import { BRAVE_DIALECT } from '../adapters/brave/api.ts';
import { SERPAPI_DIALECT } from '../adapters/serpapi/api.ts';
import { COUNTRY_CODES, type Language, languageOf, locationOf, nearestLanguage } from './locales.ts';
import {
  channelUrl,
  googleDomain,
  googleQueryUrl,
  googleSearchUrl,
  videoThumbnailUrl,
  videoUrl,
} from './google.ts';
import { countryIn, GOOGLE, languageIn, localeOf, YOUTUBE, YOUTUBE_VIDEOS } from './dialects.ts';

function language(code: string): Language {
  const found = languageOf(code);
  if (found === null) throw new Error(code);
  return found;
}

describe('locations', () => {
  test.each([
    [2840, 'US', 'United States'],
    [2826, 'GB', 'United Kingdom'],
    [2276, 'DE', 'Germany'],
    [2703, 'SK', 'Slovakia'],
    [2004, 'AF', 'Afghanistan'],
    [2156, 'CN', 'China'],
    [2178, 'CG', 'Republic of the Congo'],
    [2180, 'CD', 'Democratic Republic of the Congo'],
    [2344, 'HK', 'Hong Kong'],
  ])('%d is %s', (code, country, name) => {
    expect(locationOf(code)).toEqual({ code, country, name });
  });

  test('a place within a country has its code only', () => {
    expect(locationOf(1_006_886)).toEqual({ code: 1_006_886, country: null, name: null });
  });

  // 2983 would be Kosovo, whose code is not ISO's.
  test.each([0, 840, 2000, 2841, 2983, 3000, 9_999])('%d is none', (code) => {
    expect(locationOf(code)).toBeNull();
  });

  test('every country of ISO 3166-1 has a code', () => {
    expect(COUNTRY_CODES.size).toBe(249);
    for (const country of COUNTRY_CODES)
      expect(locationOf(2_000 + Number(countries.alpha2ToNumeric(country)))).toMatchObject({ country });
  });
});

describe('languages', () => {
  test.each([
    ['en', 'en', null, 'English'],
    ['zh-CN', 'zh', 'CN', 'Chinese (Simplified)'],
    ['pt-BR', 'pt', 'BR', 'Portuguese (Brazil)'],
  ])('%s', (code, base, region, name) => {
    expect(languageOf(code)).toEqual({ code, base, region, name });
  });

  test.each(['', 'EN', 'eng', 'xx', 'en-us', 'en-XX', 'en-', 'zh-Hans'])('"%s" is none', (code) => {
    expect(languageOf(code)).toBeNull();
  });

  test.each([
    ['EN', 'en'],
    ['pt_br', 'pt-BR'],
    ['en-XX', 'en'],
    [' de ', 'de'],
    ['xx', null],
    ['english', null],
  ])('nearest to "%s"', (code, expected) => {
    expect(nearestLanguage(code)).toBe(expected);
  });
});

describe('upstreams', () => {
  test.each([
    ['US', 'google.com'],
    ['GB', 'google.co.uk'],
    ['DE', 'google.de'],
    ['AU', 'google.com.au'],
    ['JP', 'google.co.jp'],
    // No Google of its own.
    ['AQ', 'google.com'],
    [null, 'google.com'],
  ])('googleDomain of %s', (country, expected) => {
    expect(googleDomain(country)).toBe(expected);
  });

  test('countries in their case, where they are known', () => {
    expect(countryIn(GOOGLE, 'DE')).toBe('de');
    expect(countryIn(YOUTUBE, 'DE')).toBe('DE');
    expect(countryIn(DATAFORSEO_DIALECT, 'RU')).toBeNull();
    expect(countryIn(BRAVE_DIALECT, 'RU')).toBe('RU');
    expect(countryIn(BRAVE_DIALECT, 'SK')).toBeNull();
  });

  test('languages as each upstream calls them', () => {
    expect(languageIn(GOOGLE, language('he'))).toBe('iw');
    expect(languageIn(GOOGLE, language('en-GB'))).toBe('en-GB');
    expect(languageIn(SERPAPI_DIALECT, language('he'))).toBe('iw');
    expect(languageIn(SERPAPI_DIALECT, language('pt-BR'))).toBe('pt-br');
    expect(languageIn(SERPAPI_DIALECT, language('zh-CN'))).toBe('zh-cn');
    expect(languageIn(SERPAPI_DIALECT, language('zh-TW'))).toBe('zh-tw');
    expect(languageIn(SERPAPI_DIALECT, language('en-GB'))).toBe('en');
    expect(languageIn(BRAVE_DIALECT, language('ja'))).toBe('jp');
    expect(languageIn(BRAVE_DIALECT, language('en-GB'))).toBe('en-gb');
    expect(languageIn(BRAVE_DIALECT, language('en-AU'))).toBe('en');
    expect(languageIn(BRAVE_DIALECT, language('zh-TW'))).toBe('zh-hant');
    expect(languageIn(BRAVE_DIALECT, language('zu'))).toBeNull();
    expect(languageIn(YOUTUBE, language('he'))).toBe('iw');
    expect(languageIn(YOUTUBE, language('fr-CA'))).toBe('fr-CA');
    expect(languageIn(YOUTUBE, language('es-MX'))).toBe('es');
    expect(languageIn(YOUTUBE, language('he-IL'))).toBe('iw');
    expect(languageIn(YOUTUBE, language('cy'))).toBeNull();
    expect(languageIn(YOUTUBE_VIDEOS, language('cy'))).toBe('cy');
    expect(languageIn(YOUTUBE_VIDEOS, language('zh-TW'))).toBe('zh-Hant');
    expect(languageIn(YOUTUBE_VIDEOS, language('zh-CN'))).toBe('zh-Hans');
    expect(languageIn(YOUTUBE_VIDEOS, language('pt-BR'))).toBe('pt');
  });

  test('a locale has the language’s own region, else the country’s', () => {
    expect(localeOf(language('en'), 'US')).toBe('en-US');
    expect(localeOf(language('pt-BR'), 'PT')).toBe('pt-BR');
    expect(localeOf(language('en'), null)).toBe('en');
  });

  test('Google’s addresses', () => {
    const location = { code: 2826, country: 'GB', name: 'United Kingdom' };
    expect(googleSearchUrl('a & b', { language: language('en'), location })).toBe(
      'https://www.google.co.uk/search?q=a+%26+b&hl=en&gl=GB',
    );
    expect(videoUrl('oTTer-_4711')).toBe('https://www.youtube.com/watch?v=oTTer-_4711');
    expect(videoThumbnailUrl('oTTer-_4711')).toBe('https://i.ytimg.com/vi/oTTer-_4711/hqdefault.jpg');
    expect(channelUrl('UCotters')).toBe('https://www.youtube.com/channel/UCotters');
    expect(googleQueryUrl('a & b', 'google.de')).toBe('https://www.google.de/search?q=a+%26+b');
  });
});
