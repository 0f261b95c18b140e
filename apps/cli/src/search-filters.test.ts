import { expect, test } from 'vitest';
import { filtersOf } from './search-filters.ts';

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
