import { expect, test } from 'vitest';
import { regionOfTag } from './regions.ts';

test.each([
  ['de-AT', 'AT'],
  [' DE_at ', 'AT'],
  ['zh-Hant-TW', 'TW'],
  ['zh_CN', 'CN'],
  ['en-US', 'US'],
  ['en-GB', 'GB'],
  ['en-UK', 'GB'],
  ['en_DE', 'DE'],
  ['pt_BR.UTF-8', 'BR'],
  ['ca-ES-valencia', 'ES'],
  ['fil-PH', 'PH'],
  ['de-DE', 'DE'],
  ['fr-FR', 'FR'],
  ['pt-PT', 'PT'],
  ['es-ES', 'ES'],
  ['it-IT', 'IT'],
  ['pl-PL', 'PL'],
  ['ru-RU', 'RU'],
  ['tr-TR', 'TR'],
  ['fi-FI', 'FI'],
  ['nl-NL', 'NL'],
])('%s is of %s', (tag, region) => {
  expect(regionOfTag(tag)).toBe(region);
});

test.each([
  '',
  'de',
  'x-default',
  'zh-Hans',
  'es-419',
  'es_LA',
  'en-EU',
  'en-ZZ',
  'ar-AR',
  'sv-SV',
  'sl-SL',
  'et-ET',
  'uk-UK',
  'ca-CA',
  'be-BE',
  'my-MY',
  'ja-JA',
  'de-AT, de',
  'german-DE',
  'de--AT',
  '{{lang}}-{{region}}',
  'de-AT\0',
  'de-AT'.repeat(100_000),
])('%j is of none', (tag) => {
  expect(regionOfTag(tag)).toBeNull();
});
