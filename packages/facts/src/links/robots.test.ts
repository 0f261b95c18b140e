import { expect, test } from 'vitest';
import { robotsDirectives } from './robots.ts';

const NOW = Date.UTC(2027, 5, 1, 12);

test.each([
  [[], [], false, false],
  [['noindex'], [], true, false],
  [['NoIndex , NOFOLLOW'], [], true, true],
  [['none'], [], true, true],
  [['index, follow', 'nofollow'], [], false, true],
  [['noindexing'], [], false, false],
  [[], ['noindex'], true, false],
  [[], ['max-snippet: 5, none'], true, true],
  [[], ['unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow'], false, true],
  [[], ['googlebot: noindex, nofollow'], false, false],
  [[], ['nofollow, googlebot: noindex'], false, true],
  [[], ['otherbot: noindex', 'nofollow'], false, true],
  [[], ['sitegrep: noindex'], true, false],
  [[], ['otherbot: noindex, SiteGrep : nofollow'], false, true],
  [[], ['sitegrep: noindex, otherbot: nofollow'], true, false],
  [[], ['robots: none'], true, true],
  [[], ['unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT, noindex'], true, false],
  [['noindex nofollow'], [], true, true],
  [['noindex;nofollow'], [], true, true],
  [['max-snippet:-1, noindex'], [], true, false],
  [[], ['otherbot: unavailable_after: 25 Jun 2030 15:00:00 PST, noindex'], false, false],
])('metas %j and headers %j', (metas, headers, noindex, nofollow) => {
  expect(robotsDirectives(metas, headers, NOW)).toMatchObject({ noindex, nofollow });
});

test.each([
  [[], [], null],
  [['nosnippet'], [], 0],
  [['noindex, NoSnippet'], [], 0],
  [['max-snippet:50, nofollow'], [], 50],
  [['max-snippet : 50'], ['max-snippet:20, max-image-preview:large'], 20],
  [['max-snippet:50'], ['nosnippet'], 0],
  [['max-snippet:-1'], [], null],
  [['max-snippet:-1'], ['max-snippet: 0'], 0],
  [['max-snippet:many'], ['nosnippets'], null],
  [[], ['otherbot: nosnippet, max-snippet:5'], null],
  [[], ['sitegrep: max-snippet:7'], 7],
])('metas %j and headers %j allow snippets of %j characters', (metas, headers, maxSnippet) => {
  expect(robotsDirectives(metas, headers, NOW).maxSnippet).toBe(maxSnippet);
});

test.each([
  [['unavailable_after: 25 Jun 2010 15:00:00 PST'], [], 'over'],
  [['max-snippet:5, unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT'], [], 'over'],
  [[], ['unavailable_after: Friday, 25-Jun-10 15:00:00 GMT, nofollow'], 'over'],
  [[], ['sitegrep: unavailable_after: 2010-06-25'], 'over'],
  [[], ['unavailable_after: 2010-06-25', 'unavailable_after: 2099-06-25'], 'over'],
  [['unavailable_after: 2027-06-01T12:00:00Z'], [], 'over'],
  [['unavailable_after: 2027-06-01T12:00:01Z'], [], 'later'],
  [[], ['unavailable_after: Sat, 25 Jun 2099 15:00:00 PST'], 'later'],
  [[], ['otherbot: unavailable_after: 25 Jun 2010 15:00:00 PST'], 'never'],
  [['unavailable_after: some day'], ['unavailable_after: 99 Jun 2010'], 'never'],
])('metas %j and headers %j make a page unavailable: %s', (metas, headers, when) => {
  const { noindex, nofollow, expires } = robotsDirectives(metas, headers, NOW);
  expect([noindex, expires]).toEqual([when === 'over', when === 'later']);
  expect(nofollow).toBe(headers.some((field) => field.includes('nofollow')));
});
