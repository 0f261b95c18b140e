import type { FoundDomain, FoundMatch, FoundPage, FoundVersion } from '@sitegrep/client';
import { describe, expect, test } from 'vitest';
import { criteriaIn, curlOf, ordersOf, parametersOf, totalText } from './criteria.ts';
import { pathOf, technologiesOf, urlOf, versionParameters } from './result-facts.ts';
import {
  answeredAnew,
  further,
  isFar,
  isUncounted,
  NOTHING_REACHED,
  partsNear,
  rowAfter,
} from './result-window.ts';
import { isOf, shownIn, sourceOf } from './shown-source.ts';

describe('criteria', () => {
  test('come back from an address, which says only what is not the default', () => {
    expect(parametersOf(criteriaIn({}))).toEqual({});
    expect(criteriaIn({ level: 'else', context: '7' })).toEqual({
      q: '',
      level: 'domain',
      order: 'rank,desc',
      context: 1,
      counts: 'peculiar',
    });
    expect(parametersOf(criteriaIn({ context: '5' }))).toEqual({ context: '5' });
    const criteria = {
      q: 'a b',
      level: 'page',
      order: 'domain,asc',
      context: 1,
      counts: 'peculiar',
    } as const;
    expect(criteriaIn(parametersOf(criteria))).toEqual(criteria);
  });

  test('of each level have its own orders, and keep none of another level', () => {
    const criteria = {
      q: '',
      level: 'version',
      order: 'first_seen,asc',
      context: 1,
      counts: 'peculiar',
    } as const;
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
      { q: `it's "x"`, level: 'page', order: 'domain,asc', context: 0, counts: 'most' as const },
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

  test('has as many results as the first part has after it was answered anew, unless more were read', () => {
    const [four, fifty] = [further(NOTHING_REACHED, 4, undefined), further(NOTHING_REACHED, 50, 'other')];
    expect(answeredAnew(further(NOTHING_REACHED, 3, undefined), four)).toBe(four);
    expect(answeredAnew(two, four)).toBe(four);
    expect(answeredAnew(further(NOTHING_REACHED, 50, 'second'), fifty)).toBe(fifty);
    expect(answeredAnew(two, fifty)).toBe(two);
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
    const after = (key: string, at: number) => rowAfter(key, at, 3, false);
    expect([after('j', -1), after('j', 1), after('j', 2), after('k', 1), after('k', 0)]).toEqual([
      0, 2, 2, 0, 0,
    ]);
    expect([after('o', 1), after('J', 1), after('ArrowDown', 1)]).toEqual([null, null, null]);
    expect([rowAfter('ArrowDown', 1, 3, true), rowAfter('ArrowUp', 1, 3, true)]).toEqual([2, 0]);
  });
});

describe('a result', () => {
  const match = {
    url: 'https://a.example/x?y',
    scope: 'body',
    line: 1_200,
    column: 3,
    offset: 40,
  } as FoundMatch;
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

  test('leads to the source that matched, which an address names', () => {
    expect(sourceOf(page)).toEqual({ site: 'a.example', url: page.url });
    expect(sourceOf(domain)).toEqual({ site: 'a.example', url: match.url, offset: '40' });
    expect(sourceOf({ ...domain, matches: [] })).toEqual({ site: 'a.example' });
    expect(sourceOf(domain, { ...match, offset: 7 })).toEqual({
      site: 'a.example',
      url: match.url,
      offset: '7',
    });
    // What stands in no source has no offset in one.
    expect(sourceOf(page, { ...match, scope: 'headers' })).toEqual({ site: 'a.example', url: page.url });
    expect(sourceOf(page, { ...match, scope: 'rendered' })).toMatchObject({ offset: '40', part: 'rendered' });
    const source = sourceOf(page, match);
    if (source === null) throw new Error('the page has no source');
    expect(shownIn(Object.assign({ q: 'x' }, source))).toEqual(source);
    expect([shownIn({}), shownIn({ url: 'https://a.example/' })]).toEqual([null, null]);
    expect(isOf(source, page)).toBe(true);
    expect(isOf(source, { ...page, url: 'https://a.example/other' })).toBe(false);
    expect(isOf(source, { ...page, domain: 'b.example' })).toBe(false);
  });

  test('that is a version leads to that version, which its first time names', () => {
    const version = {
      type: 'version_item',
      url: 'https://www.a.example/p',
      first_seen: '2026-05-04 06:00:00 +00:00',
    } as FoundVersion;
    const at = '2026-05-04T06:00:00Z';
    expect(urlOf(version)).toBe(version.url);
    expect(versionParameters(version, 'q')).toEqual({ tab: 'versions', q: 'q', url: version.url, at });
    expect(versionParameters(version, '')).toEqual({ tab: 'versions', url: version.url, at });
    const source = sourceOf(version);
    expect(source).toEqual({ site: version.domain, url: version.url, at });
  });

  test('says where it matched', () => {
    expect(['https://a.example/x?y', 'https://a.example'].map(pathOf)).toEqual(['/x?y', '/']);
  });
});
