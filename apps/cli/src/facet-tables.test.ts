import { expect, test } from 'vitest';
import { facetInWords, facetsOf, facetTable } from './facet-tables.ts';

test('facets are named with their technology or group', () => {
  expect(facetsOf(['tech', 'version:Google Analytics: 4', 'capture:2', 'capture:name'], {})).toEqual([
    { field: 'tech' },
    { field: 'version', of: 'Google Analytics: 4' },
    { field: 'capture', group: 2 },
    { field: 'capture', group: 'name' },
  ]);
  expect(facetsOf(['tech@seen'], {})).toEqual([{ field: 'tech', implied: false }]);
  expect(facetsOf(['tld'], { limit: 5, offset: 10, min: 2 })).toEqual([
    { field: 'tld', limit: 5, offset: 10, min: 2 },
  ]);
});

test('hosts are named with their kind and party', () => {
  expect(facetsOf(['host:script@third', 'header_value:server', 'agent:GPTBot'], {})).toEqual([
    { field: 'host', kind: 'script', party: 'third' },
    { field: 'header_value', of: 'server' },
    { field: 'agent', of: 'GPTBot' },
  ]);
  const values = [{ value: 'xn--bcher-kva.example', domains: 1 }];
  const counts = { field: 'host', kind: 'script', party: 'third', values } as const;
  expect(facetTable({ ...counts, distinct: 1, listed: 1, without: 0 }).split('\n')).toEqual([
    'HOST SCRIPT OF THIRD PARTIES            DOMAINS',
    expect.stringMatching(/^bücher\.example \(xn--bcher-kva\.example\) +1 {2}█{20}$/),
  ]);
});

test.each([
  ['facets[0].limit is 0; give', '--top is 0; give'],
  ['facets[1].offset is 10000; give', '--facet-offset is 10000; give'],
  ['facets[0].min is 0; give', '--facet-min is 0; give'],
  ['facets[0].of is missing; name', '--facet is missing; name'],
  ['facets[1] is given twice', '--facet is given twice'],
  ['q is not a query', 'q is not a query'],
])('the fault %j is said in the words of the command line', (details, expected) => {
  expect(facetInWords(details)).toBe(expected);
});

test('counts are a table with bars, and what is not shown is said', () => {
  const values = [
    { value: 'a\u001b[31m', domains: 1_000 },
    { value: 'b', domains: 1 },
  ];
  const counts = { field: 'version', of: 'jQuery', values, distinct: 7, listed: 7, without: 1 } as const;
  const table = facetTable(counts);
  expect(table.split('\n')).toEqual([
    'VERSION JQUERY  DOMAINS',
    expect.stringMatching(/^a.*\[31m +1,000 {2}█{20}$/),
    expect.stringMatching(/^b +1 {2}█$/),
    '5 more values, 1 domain without',
  ]);
  expect(table).not.toContain('\u001b');
  expect(
    facetTable({ ...counts, listed: 6 }, 3)
      .split('\n')
      .at(-1),
  ).toBe('3 values before, 1 more value, 1 value of fewer domains, 1 domain without');
  expect(facetTable({ field: 'tech', implied: false, values: [], distinct: 0, listed: 0, without: 1 })).toBe(
    'TECH SEEN: no value\n1 domain without',
  );
  expect(facetTable({ field: 'country', values: [], distinct: 0, listed: 0, without: 2 })).toBe(
    'COUNTRY: no value\n2 domains without',
  );
});
