import { NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import type { DomainHit } from '@sitegrep/storage';
import { expect, test } from 'vitest';
import { filtersOf, matchLines } from './search.ts';

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

test('a match is one line without control characters, and shows where the page continues', () => {
  const hit: DomainHit = {
    domain: 'a.example',
    rank: 7,
    facts: { ...NO_SITE_FACTS, title: 'Tea \u001b[31m' },
    matches: [
      {
        term: 'gtag(\n',
        url: 'https://a.example/',
        offset: 80,
        before: '\t'.repeat(80),
        match: 'gtag(\r',
        after: `\u001b]0;title\u0007\u202e${'😀'.repeat(70)}`,
      },
      {
        term: 'x',
        url: 'https://a.example/b',
        offset: 900,
        before: '.'.repeat(80),
        match: 'X',
        after: '😀'.repeat(80),
      },
    ],
  };
  expect(matchLines(hit).split('\n')).toEqual([
    'a.example  7  Tea  [31m',
    '  gtag(   https://a.example/  at 80',
    `     gtag(  ]0;title ${'😀'.repeat(70)}`,
    '  x  https://a.example/b  at 900',
    `    …${'.'.repeat(80)}X${'😀'.repeat(80)}…`,
  ]);
});
