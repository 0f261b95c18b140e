import { describe, expect, test } from 'vitest';
import { type PostalAddress, uniqueAddresses } from './contact-facts.ts';

type Parts = readonly [street: string | null, city: string | null, postcode: string | null];

const address = (street: string | null, city: string | null, postcode: string | null): PostalAddress => ({
  text: [street, city, postcode].filter((part) => part !== null).join(', '),
  street,
  city,
  postcode,
  region: null,
  country: null,
  source: 'text',
});

describe('two spellings of an address', () => {
  test.each<readonly [string, Parts, Parts]>([
    [
      'a postcode in one only',
      ['220 Kirkland Avenue', 'Kirkland', null],
      ['220 Kirkland Avenue', 'Kirkland', '98033'],
    ],
    [
      'abbreviations',
      ['220 Kirkland Avenue, Suite 5', 'Kirkland', null],
      ['220 KIRKLAND AVE. STE #5', 'kirkland', '98033'],
    ],
    [
      'a longer postcode',
      ['12 North Main Street', 'Dublin', '43016-1234'],
      ['12 N. Main St', 'Dublin', '43016'],
    ],
    ['a street in one word', ['Lange Straße 3', 'Bremen', null], ['Lange Str. 3', 'Bremen', '28195']],
    ['a city in one only', ['220 Kirkland Avenue', null, '98033'], ['220 Kirkland Ave', 'Kirkland', '98033']],
    ['punctuation without a number', ['The Old Mill', 'Leeds', null], ['The Old Mill,', 'Leeds', null]],
  ])('are one: %s', (_difference, one, other) => {
    const [first, second] = [address(...one), address(...other)];
    expect(uniqueAddresses([first, second], 20)).toEqual([
      { ...first, city: one[1] ?? other[1], postcode: one[2] ?? other[2] },
    ]);
    expect(uniqueAddresses([second, first], 20)).toHaveLength(1);
  });

  test('are one if a third has what both lack', () => {
    const [noPostcode, whole, noCity] = [
      address('220 Kirkland Ave', 'Kirkland', null),
      address('220 Kirkland Avenue', 'Kirkland', '98033'),
      address('220 Kirkland Av', null, '98033'),
    ];
    expect(uniqueAddresses([noPostcode, whole, noCity], 20)).toEqual([{ ...noPostcode, postcode: '98033' }]);
  });
});

test.each<readonly [string, Parts, Parts]>([
  ['house', ['220 Kirkland Avenue', 'Kirkland', null], ['222 Kirkland Avenue', 'Kirkland', '98033']],
  ['city', ['12 High Street', 'Leeds', null], ['12 High Street', 'York', null]],
  ['postcode', ['12 High Street', 'London', 'N1 4AP'], ['12 High Street', 'London', 'SE9 1AA']],
  ['name', ['The Old Mill', 'Leeds', null], ['The New Mill', 'Leeds', null]],
])('addresses with another %s are two', (_part, one, other) => {
  expect(uniqueAddresses([address(...one), address(...other)], 20)).toHaveLength(2);
});

test('addresses beyond the maximum are left out, and spellings of the others still complete them', () => {
  const [a, b] = [address('1 High Street', 'Leeds', null), address('2 High Street', 'Leeds', null)];
  expect(uniqueAddresses([a, b, address('1 High St', 'Leeds', 'LS1 4AP')], 1)).toEqual([
    { ...a, postcode: 'LS1 4AP' },
  ]);
});
