import { describe, expect, test } from 'vitest';
import { CrawlOptions, CrawlSiteListOptions, CreateCrawlRequest } from './crawls.ts';
import { HtmlSearchRequest } from './html-source-code-search.ts';
import { CreateKeyRequest } from './administration.ts';
import { type Checked, checker, NoParameters, parameterChecker, sentence } from './validation.ts';

const said = (checked: Checked<unknown>) => (checked.ok ? checked.value : sentence(checked.problem));

test.each([
  [
    'a list that is too long',
    (items: unknown) => ({ domains: items }),
    'domains has 200000 items; give at most 50000.',
  ],
  [
    'an unknown field',
    (items: unknown) => ({ domains: items, domain: 1 }),
    'Field "domain" is unknown; the nearest known one is "domains".',
  ],
])('%s is refused after one look at its items at most', (_name, request, problem) => {
  let looks = 0;
  const items = new Proxy(Array(200_000).fill('!!'), {
    get(target, key, receiver): unknown {
      if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  expect(said(checker(CreateCrawlRequest)(request(items)))).toBe(problem);
  expect(looks).toBeLessThanOrEqual(200_000);
});

describe('a search request', () => {
  const check = checker(HtmlSearchRequest);
  const valid = { search_terms: ['jquery'] };

  test.each([
    valid,
    { search_terms: Array(10).fill('a') },
    { search_terms: ['😀'.repeat(1000)] },
    { ...valid, order_by: [], limit: 10_000, offset: 9_999 },
    { ...valid, limit: 1, offset: 0, offset_token: 'x', snippets: true },
  ])('%j is taken as it is', (request) => {
    expect(check(request)).toEqual({ ok: true, value: request });
  });

  test.each([
    [[], 'The body is an array; give an object.'],
    ['text', 'The body is "text"; give an object.'],
    [null, 'The body is null; give an object.'],
    [{ search_term: ['a'] }, 'Field "search_term" is unknown; the nearest known one is "search_terms".'],
    [{ ...valid, Limit: 1 }, 'Field "Limit" is unknown; the nearest known one is "limit".'],
    [
      { ...valid, country: 'DE' },
      'Field "country" is unknown; the known ones are search_terms, order_by, limit, offset, offset_token, mode, ' +
        'exclude_terms, keywords, filters, fields, snippets.',
    ],
    [{ search_terms: 'jquery' }, 'search_terms is "jquery"; give an array.'],
    [{ search_terms: Array(11).fill('a') }, 'search_terms has 11 items; give at most 10.'],
    [{ search_terms: ['a', ''] }, 'search_terms[1] is ""; give at least 1 character.'],
    [{ search_terms: ['a', 7] }, 'search_terms[1] is 7; give a string.'],
    [{ search_terms: ['a', null] }, 'search_terms[1] is null; give a string or leave the field out.'],
    [
      { search_terms: ['😀'.repeat(1001)] },
      'search_terms[0] has 1001 characters; give at most 1000 characters.',
    ],
    [{ ...valid, limit: 0 }, 'limit is 0; give 1 to 10000.'],
    [{ ...valid, limit: 10_001 }, 'limit is 10001; give 1 to 10000.'],
    [{ ...valid, limit: '10' }, 'limit is "10"; give an integer.'],
    [{ ...valid, limit: 1.5 }, 'limit is 1.5; give an integer.'],
    [{ ...valid, limit: null }, 'limit is null; give an integer or leave the field out.'],
    [{ ...valid, limit: true }, 'limit is true; give an integer.'],
    [{ ...valid, offset: -1 }, 'offset is -1; give 0 to 9999 and go on from there with offset_token.'],
    [{ ...valid, offset: 10_000 }, 'offset is 10000; give 0 to 9999 and go on from there with offset_token.'],
    [{ ...valid, order_by: 'domain,asc' }, 'order_by is "domain,asc"; give an array.'],
    [{ ...valid, order_by: ['a', 'b', 'c', 'd'] }, 'order_by has 4 items; give at most 3.'],
    [
      { ...valid, offset_token: '' },
      'offset_token is ""; give the previous answer\'s, or leave the field out to start over.',
    ],
    [{ ...valid, snippets: 'true' }, 'snippets is "true"; give a boolean.'],
    [{ ...valid, snippets: null }, 'snippets is null; give a boolean or leave the field out.'],
    [{ ...valid, offset_token: null }, 'offset_token is null; give a string or leave the field out.'],
  ])('%j is refused', (request, expected) => {
    expect(said(check(request))).toBe(expected);
  });

  test('an infinite limit, which 1e400 is read as, is refused', () => {
    expect(said(check({ ...valid, limit: Infinity }))).toBe('limit is Infinity; give an integer.');
  });

  test('a refusal repeats only the beginning of a long value', () => {
    expect(said(check({ ...valid, limit: 'x'.repeat(1_000_000) }))).toBe(
      `limit is "${'x'.repeat(59)}…; give an integer.`,
    );
  });
});

describe('a key request', () => {
  const check = checker(CreateKeyRequest);

  test.each([
    [{ name: 'x', scopes: ['serch'] }, 'scopes[0] is "serch"; the nearest known one is "search".'],
    [
      { name: 'x', scopes: ['owner'] },
      'scopes[0] is "owner"; the known ones are search, source, serp, video, admin.',
    ],
    [{ name: 'x', scopes: ['admin', 'admin'] }, 'scopes names an item twice; give each once.'],
    [{ name: 'x', scopes: [] }, 'scopes has 0 items; give at least 1.'],
    [
      { name: '', scopes: ['admin'] },
      'name is ""; write 1 to 200 characters in one line, none of them a control or format character.',
    ],
  ])('%j is refused', (request, expected) => {
    expect(said(check(request))).toBe(expected);
  });
});

describe('query parameters', () => {
  test('integers are read', () => {
    const check = parameterChecker(CrawlOptions);
    expect(said(check({ max_pages: '20', max_depth: '0' }))).toEqual({ max_pages: 20, max_depth: 0 });
  });

  test.each([
    [{ limit: 'ten' }, 'limit is "ten"; give an integer.'],
    [{ limit: '1e3' }, 'limit is "1e3"; give an integer.'],
    [{ limit: '' }, 'limit is ""; give an integer.'],
    [{ limit: '0' }, 'limit is 0; give at least 1.'],
    [{ limit: ['1', '2'] }, 'Parameter "limit" is given more than once; give it once.'],
    [{ outcome: 'Indexed' }, 'outcome is "Indexed"; the nearest known one is "indexed".'],
    [{ outcomes: 'indexed' }, 'Field "outcomes" is unknown; the nearest known one is "outcome".'],
  ])('%j is refused in a list', (query, expected) => {
    expect(said(parameterChecker(CrawlSiteListOptions)(query))).toBe(expected);
  });

  test('where none is known, any is refused', () => {
    expect(said(parameterChecker(NoParameters)({ limit: '1' }))).toBe(
      'Field "limit" is unknown; leave it out.',
    );
  });
});
