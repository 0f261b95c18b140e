import { describe, expect, test } from 'vitest';
import { addressEvidence, phoneEvidence, regionEvidence } from './country-evidence.ts';

const short = (evidence: readonly { readonly value: string; readonly country: string }[]): string[] =>
  evidence.map(({ value, country }) => `${value}:${country}`);

test('addresses: one a country, as it is written first; what names none is left out', () => {
  expect(addressEvidence([' Deutschland ', 'DE', '', 'Country', 'Österreich'])).toEqual([
    { source: 'address', value: 'Deutschland', country: 'DE' },
    { source: 'address', value: 'Österreich', country: 'AT' },
  ]);
  expect(addressEvidence(['DE', 'AT', 'CH', 'FR', 'IT', 'PL', 'CZ'])).toHaveLength(5);
});

test('phones: one a country; those that could be of several are left out', () => {
  const phones = [
    { number: '+18004633339', country: null },
    { number: '+4930231250', country: 'DE' },
    { number: '+4930231251', country: 'DE' },
  ];
  expect(phoneEvidence(phones)).toEqual([{ source: 'phone', value: '+4930231250', country: 'DE' }]);
});

describe('regions', () => {
  test.each([
    [['de-AT'], [], ['de-AT:AT']],
    [['de', 'de_AT'], ['en', 'x-default'], ['de_AT:AT']],
    [['de-AT', 'de_AT'], ['de-AT'], ['de-AT:AT']],
    [['de-AT'], ['de-AT', 'de-DE'], ['de-AT:AT', 'de-DE:DE']],
    [['de-AT, en-GB;q=0.5'], [], ['de-AT:AT', 'en-GB:GB']],
    [[], ['fr-CA'], ['fr-CA:CA']],
    [['en-US', 'en_us'], ['de', 'x-default'], []],
    [['en-US'], ['en-US'], ['en-US:US']],
    [['es-US'], [], ['es-US:US']],
    [['en-GB', 'en_gb'], [], []],
    [['en_GB'], ['en-GB'], ['en_GB:GB']],
    [['en-AU', 'en_GB'], [], ['en-AU:AU', 'en_GB:GB']],
    [['en-US'], ['de-DE'], ['en-US:US', 'de-DE:DE']],
    [['ar_AR', 'ar-EG'], [], ['ar-EG:EG']],
    [[], [], []],
    [['-'.repeat(100_000), ','.repeat(100_000)], [], []],
  ])('of %j and versions in %j', (declared, alternates, expected) => {
    expect(short(regionEvidence(declared, alternates, []))).toEqual(expected);
  });

  test('are places, too', () => {
    expect(short(regionEvidence([], [], ['DE-BY', 'de']))).toEqual(['DE-BY:DE']);
    expect(short(regionEvidence(['en-US'], [], ['IN', 'XX', 'India', '']))).toEqual(['en-US:US', 'IN:IN']);
  });
});
