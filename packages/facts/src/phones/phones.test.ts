import { describe, expect, test } from 'vitest';
import { readPhone } from './phones.ts';

describe('a number with a calling code', () => {
  test.each([
    ['+49 30 23125000', '+493023125000', 'DE'],
    ['+49-40-66969-0', '+4940669690', 'DE'],
    ['+49 (0)30 23125000', '+493023125000', 'DE'],
    ['+49 (0) 30 / 23 12 50 00', '+493023125000', 'DE'],
    ['0049 30 23125000', '+493023125000', 'DE'],
    ['00 49 30 23125000', '+493023125000', 'DE'],
    ['%2B49%2030%2023125000', '+493023125000', 'DE'],
    ['//+493023125000', '+493023125000', 'DE'],
    [' +49\u00A030\u00A023125000 ', '+493023125000', 'DE'],
    ['＋４９ ３０ ２３１２５０００', '+493023125000', 'DE'],
    ['+493023125000;ext=12', '+493023125000', 'DE'],
    ['+493023125000,,12#', '+493023125000', 'DE'],
    ['03023125000;phone-context=+49', '+493023125000', 'DE'],
    ['+43 1 4000', '+4314000', 'AT'],
    ['+41 44 412 11 11', '+41444121111', 'CH'],
    ['+33 1 42 76 40 40', '+33142764040', 'FR'],
    ['+81 3-5321-1111', '+81353211111', 'JP'],
    ['+1 212 639 9675', '+12126399675', 'US'],
    ['+1 (416) 392-2489', '+14163922489', 'CA'],
    ['+1-787-721-0001', '+17877210001', 'PR'],
    ['+1-876-922-0001', '+18769220001', 'JM'],
    ['+44 20 7946 0018', '+442079460018', 'GB'],
    ['+44 1534 440000', '+441534440000', 'JE'],
    ['+44 1624 686801', '+441624686801', 'IM'],
    ['+7 495 777 77 67', '+74957777767', 'RU'],
    ['+7 727 272 25 00', '+77272722500', 'KZ'],
    ['+39 02 8845 0000', '+390288450000', 'IT'],
    ['+39 347 1112223', '+393471112223', 'IT'],
    ['+47 912 34 765', '+4791234765', 'NO'],
    ['+61 412 345 765', '+61412345765', 'AU'],
    ['+358 9 310 1691', '+35893101691', 'FI'],
  ])('%j', (written, number, country) => {
    expect(readPhone(written, null)).toEqual({ number, country });
    expect(readPhone(written, 'BR')).toEqual({ number, country });
  });
});

test.each([
  ['a freephone number of North America', '+1 800 463 3339', '+18004633339'],
  ['a freephone number of Russia and Kazakhstan', '+7 800 200 02 00', '+78002000200'],
  ['an international freephone number', '+800 1234 0099', '+80012340099'],
  ['a number of Kosovo, which ISO has no code for', '+383 38 200 000', '+38338200000'],
])('%s shows no country', (_name, written, number) => {
  expect(readPhone(written, null)).toEqual({ number, country: null });
});

test('a number without a calling code belongs to the known country, and is not evidence for it', () => {
  expect(readPhone('030 23125000', 'DE')).toEqual({ number: '+493023125000', country: null });
  expect(readPhone('(212) 639-9675', 'US')).toEqual({ number: '+12126399675', country: null });
  expect(readPhone('030 23125000', null)).toBeNull();
  expect(readPhone('(212) 639-9675', null)).toEqual({ number: '+12126399675', country: null });
  expect(readPhone('1-212-639.9675', null)).toEqual({ number: '+12126399675', country: null });
  expect(readPhone('2126399675', null)).toBeNull();
  expect(readPhone('112-639-9675', null)).toBeNull();
  expect(readPhone('987-639-9675', null)).toBeNull();
  expect(readPhone('030 23125000', 'AQ')).toBeNull();
  expect(readPhone('030 23125000', 'nonsense')).toBeNull();
});

test.each([
  '',
  ' ',
  '+',
  '+49',
  '+49 30',
  '+0 30 23125000',
  '+999 30 23125000',
  '112',
  '+1 234 567 890',
  '+1 234 567 8900',
  '+1 212 555 0123',
  '+49 123 4567890',
  '+49 30 0000000',
  '+1 (111) 111-1111',
  '1-800-FLOWERS',
  'javascript:void(0)',
  '{{phone}}',
  '%',
  '%ZZ',
  '\0',
  'anna@phone.test',
  `+49 30 23125000${' '.repeat(200)}`,
  '+49'.repeat(100_000),
  '0'.repeat(90),
])('%j is not a number', (written) => {
  expect(readPhone(written, 'DE')).toBeNull();
});
