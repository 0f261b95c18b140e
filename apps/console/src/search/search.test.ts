import type { FoundDomain, FoundMatch, FoundPage, FoundVersion } from '@sitegrep/client';
import { describe, expect, test } from 'vitest';
import { criteriaIn, curlOf, ordersOf, parametersOf, totalText } from './criteria.ts';
import { positionOf, sourceParameters, technologiesOf, urlOf } from './result-facts.ts';
import { further, isFar, isUncounted, NOTHING_REACHED, partsNear, rowAfter } from './result-window.ts';

describe('criteria', () => {
  test('come back from an address, which says only what is not the default', () => {
    expect(parametersOf(criteriaIn({}))).toEqual({});
    expect(criteriaIn({ level: 'else' })).toEqual({ q: '', level: 'domain', order: 'rank,desc' });
    const criteria = { q: 'a b', level: 'page', order: 'domain,asc' } as const;
    expect(criteriaIn(parametersOf(criteria))).toEqual(criteria);
  });

  test('of each level have its own orders, and keep none of another level', () => {
    const criteria = { q: '', level: 'version', order: 'first_seen,asc' } as const;
    expect(parametersOf(criteria)).toEqual({ level: 'version', order: 'first_seen,asc' });
    expect(criteriaIn(parametersOf(criteria))).toEqual(criteria);
    expect(ordersOf('version')).toEqual([
      'rank,desc',
      'first_seen,desc',
      'first_seen,asc',
      'last_seen,desc',
      'domain,asc',
      'visited,desc',
    ]);
    expect(ordersOf('domain')).toEqual(['rank,desc', 'domain,asc', 'visited,desc']);
    expect(criteriaIn({ level: 'page', order: 'first_seen,asc' }).order).toBe('rank,desc');
    expect(criteriaIn({ level: 'version', order: 'at,desc' }).order).toBe('rank,desc');
    // Another order of an address is the server's to refuse.
    expect(criteriaIn({ level: 'page', order: 'url,asc' }).order).toBe('url,asc');
  });

  test('are a command that a shell passes on as they are', () => {
    const command = curlOf(
      { q: `it's "x"`, level: 'page', order: 'domain,asc' },
      new URL('http://a.example/sg/'),
    );
    expect(command).toContain(' http://a.example/sg/search -d ');
    const [, quoted = ''] = / -d '(.*)'$/.exec(command) ?? [];
    expect(JSON.parse(quoted.replaceAll(String.raw`'\''`, "'"))).toEqual({
      q: `it's "x"`,
      level: 'page',
      order_by: ['domain,asc'],
      limit: 100,
    });
  });

  test('say what is counted', () => {
    expect([totalText(1, 'page'), totalText(2_000, 'domain')]).toEqual(['1 page', '2,000 domains']);
  });
});

describe('the window over the results', () => {
  const two = further(further(NOTHING_REACHED, 50, 'second'), 50, 'third');

  test('reaches further with each part, until there is no token', () => {
    expect(further(NOTHING_REACHED, 7, undefined)).toEqual({ tokens: [''], count: 7 });
    expect(two).toEqual({ tokens: ['', 'second', 'third'], count: 100 });
    const end = further(two, 20, undefined);
    expect(end).toEqual({ tokens: ['', 'second', 'third'], count: 120 });
    expect([NOTHING_REACHED, two, end].map(isUncounted)).toEqual([true, true, false]);
  });

  test('loads the parts that it shows, and the next one when their end is near', () => {
    expect(partsNear(0, 9, two)).toEqual({ first: 0, last: 0 });
    expect(partsNear(0, 10, two)).toEqual({ first: 0, last: 1 });
    expect(partsNear(60, 99, two)).toEqual({ first: 1, last: 2 });
    expect(partsNear(95, 99, further(two, 20, undefined))).toEqual({ first: 1, last: 2 });
  });

  test('drops parts that are far from it, but for the first one', () => {
    const range = { first: 10, last: 11 };
    expect([0, 3, 4, 10, 17, 18].map((part) => isFar(part, range))).toEqual([
      false,
      true,
      false,
      false,
      false,
      true,
    ]);
  });

  test('is gone through by keys, to its ends', () => {
    const after = (key: string, at: number) => rowAfter(key, at, 3);
    expect([after('j', -1), after('j', 1), after('j', 2), after('k', 1), after('k', 0)]).toEqual([
      0, 2, 2, 0, 0,
    ]);
    expect([after('o', 1), after('J', 1)]).toEqual([null, null]);
  });
});

describe('a result', () => {
  const match = { url: 'https://a.example/x?y', scope: 'body', line: 1_200, column: 3 } as FoundMatch;
  const page = { type: 'page_item', domain: 'a.example', url: 'https://www.a.example/p' } as FoundPage;
  const domain = {
    type: 'domain_technology_item',
    domain: 'a.example',
    tech: { content: { cms: ['A', 'X'], blogs: ['X', 'Y'] } },
    implied_tech: ['A'],
    matches: [match],
  } as unknown as FoundDomain;

  test('has an address, and each technology once, those that are only implied last', () => {
    expect([urlOf(page), urlOf(domain)]).toEqual(['https://www.a.example/p', 'https://a.example/']);
    expect(technologiesOf(page)).toEqual([]);
    expect(technologiesOf(domain)).toEqual([
      { name: 'X', isImplied: false },
      { name: 'Y', isImplied: false },
      { name: 'A', isImplied: true },
    ]);
  });

  test('leads to the source that matched', () => {
    expect(sourceParameters(page, 'q')).toEqual({ tab: 'source', q: 'q', url: page.url });
    expect(sourceParameters(domain, '')).toEqual({ tab: 'source', url: match.url });
    expect(sourceParameters({ ...domain, matches: [] }, '')).toEqual({ tab: 'source' });
  });

  test('that is a version leads to that version, which its first time names', () => {
    const version = {
      type: 'version_item',
      url: 'https://www.a.example/p',
      first_seen: '2026-05-04 06:00:00 +00:00',
    } as FoundVersion;
    const at = '2026-05-04T06:00:00Z';
    expect(urlOf(version)).toBe(version.url);
    expect(sourceParameters(version, 'q')).toEqual({ tab: 'versions', q: 'q', url: version.url, at });
    expect(sourceParameters(version, '')).toEqual({ tab: 'versions', url: version.url, at });
  });

  test('says where it matched', () => {
    expect(positionOf(match)).toBe('/x?y · 1,200:3');
    expect(positionOf({ ...match, url: 'https://a.example', scope: 'script' })).toBe('/ · script · 1,200:3');
  });
});
