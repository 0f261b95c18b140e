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
])('metas %j and headers %j', (metas, headers, noindex, nofollow) => {
  expect(robotsDirectives(metas, headers)).toEqual({ noindex, nofollow });
});
