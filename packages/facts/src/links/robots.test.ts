import { expect, test } from 'vitest';
import { robotsDirectives } from './robots.ts';

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
  expect(robotsDirectives(metas, headers)).toEqual({ noindex, nofollow });
});
