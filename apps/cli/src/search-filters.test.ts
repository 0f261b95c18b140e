import { expect, test } from 'vitest';
import { filtersOf, inWordsOfFilter } from './search-filters.ts';

test.each([
  [[], []],
  [['country_iso_code = DE'], [['country_iso_code', '=', 'DE']]],
  [['domain_rank>=100'], [['domain_rank', '>=', 100]]],
  [['domain_rank in 1, 2'], [['domain_rank', 'in', [1, 2]]]],
  [['domain_rank = high'], [['domain_rank', '=', 'high']]],
  [
    ['technologies not_in Google Analytics,content.cms', 'domain like %.de'],
    [['technologies', 'not_in', ['Google Analytics', 'content.cms']], 'and', ['domain', 'like', '%.de']],
  ],
  [['last_visited > 2026-01-01 00:00:00 +00:00'], [['last_visited', '>', '2026-01-01 00:00:00 +00:00']]],
  [['domain<>'], [['domain', '<>', '']]],
  [
    ['[["domain", "=", "a"], "or", ["domain", "=", "b"]]'],
    [[['domain', '=', 'a'], 'or', ['domain', '=', 'b']]],
  ],
])('%j are filters %j', (conditions, filters) => {
  expect(filtersOf(conditions)).toEqual(filters);
});

test.each([['country_iso_code'], ['country is DE'], ['= DE'], ['[1'], ['domaininde']])(
  '%s is refused with an example',
  (condition) => {
    expect(() => filtersOf([condition])).toThrow(/^--filter .*: write /);
  },
);

test('a fault of a condition is told in the words of the command line', () => {
  const told = (...details: readonly string[]): readonly string[] =>
    details.map((one) => inWordsOfFilter(['a = 1', 'b in x,y'], one));
  expect(told('filters[0][0] is "a"; use b.', 'filters[2][1] is "~".', 'filters[2][2][1] is "y".')).toEqual([
    'the field of --filter is "a"; use b.',
    'the operator of --filter is "~".',
    'the value of --filter is "y".',
  ]);
  expect(told('limit is 0; give 1 to 10000.')).toEqual(['limit is 0; give 1 to 10000.']);
  // Conditions in the JSON of the API are told as it tells them.
  expect(inWordsOfFilter(['["a", "=", 1]'], 'filters[0][0] is "a".')).toBe('filters[0][0] is "a".');
});
