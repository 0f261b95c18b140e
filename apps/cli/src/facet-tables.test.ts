import { expect, test } from 'vitest';
import { facetsOf, facetTable } from './facet-tables.ts';

test('facets are named with their technology or group', () => {
  expect(
    facetsOf(['technology', 'version:Google Analytics: 4', 'capture:2', 'capture:name'], undefined),
  ).toEqual([
    { field: 'technology' },
    { field: 'version', of: 'Google Analytics: 4' },
    { field: 'capture', group: 2 },
    { field: 'capture', group: 'name' },
  ]);
  expect(facetsOf(['tld'], 5)).toEqual([{ field: 'tld', limit: 5 }]);
});

test('counts are a table with bars, and what is not shown is said', () => {
  const values = [
    { value: 'a\u001b[31m', domains: 1_000 },
    { value: 'b', domains: 1 },
  ];
  const table = facetTable({ field: 'version', of: 'jQuery', values, distinct: 7, without: 1 });
  expect(table.split('\n')).toEqual([
    'VERSION JQUERY  DOMAINS',
    expect.stringMatching(/^a.*\[31m +1,000 {2}█{20}$/),
    expect.stringMatching(/^b +1 {2}█$/),
    '5 more values, 1 domain without',
  ]);
  expect(table).not.toContain('\u001b');
  expect(facetTable({ field: 'country', values: [], distinct: 0, without: 2 })).toBe(
    'COUNTRY: no value\n2 domains without',
  );
});
