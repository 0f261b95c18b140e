import { checker, DomainThirdPartiesAnswer, type SearchRequest } from '@sitegrep/contract';
import type { DomainDocument, NamedHost } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, documentOf, serve, type Served } from '../../../test/served-api.ts';

const check = checker(DomainThirdPartiesAnswer);

let api: Served;
let headers: { readonly 'x-api-key': string };

beforeAll(async () => {
  api = await serve();
  headers = { 'x-api-key': await api.key(['search']) };
  await api.storage.domains.put(
    [
      naming('tracked.example', [
        ['www.google-analytics.com', 'sr'],
        ['static.hotjar.com', 's'],
        ['cdn.cookielaw.org', 's'],
        ['img.tracked.example', 'i'],
        ['images.unknown.example', 'i'],
        ['www.facebook.com', 'l'],
      ]),
      naming('plain.example', [['www.google-analytics.com', 'l']]),
      naming('measured.example', [
        ['ssl.google-analytics.com', 's'],
        ['stats.g.doubleclick.net', 'i'],
      ]),
    ].map((document) => wholeSite(document)),
  );
});
afterAll(() => api.close());

function naming(domain: string, hosts: readonly (readonly [host: string, kinds: string])[]): DomainDocument {
  const document = documentOf(domain, 'source');
  const named = hosts.map(([host, kinds]): NamedHost => ({ host, kinds }));
  return {
    ...document,
    pages: document.pages.map((page) => ({ ...page, facts: { ...page.facts, hosts: named } })),
  };
}

test('the third parties of a domain are in the categories of their technologies, without links and own hosts', async () => {
  const { status, body } = await ask(`${api.url}/domains/tracked.example/third-parties`, { headers });
  expect(status).toBe(200);
  const read = check(body);
  if (!read.ok) throw new Error(JSON.stringify(read));
  const { categories, others, is_complete: isComplete } = read.value.data;
  const hostsIn = (category: string): readonly string[] =>
    categories.find((one) => one.category === category)?.hosts.map(({ host }) => host) ?? [];
  expect(hostsIn('analytics.analytics')).toEqual(['www.google-analytics.com', 'static.hotjar.com']);
  expect(hostsIn('privacy.cookie_compliance')).toEqual(['cdn.cookielaw.org']);
  expect(categories.flatMap(({ hosts }) => hosts)).toContainEqual({
    host: 'www.google-analytics.com',
    kinds: ['script', 'request'],
    technologies: ['Google Analytics', 'Google Analytics Enhanced eCommerce'],
  });
  expect(others).toEqual([{ host: 'images.unknown.example', kinds: ['image'], technologies: [] }]);
  expect(JSON.stringify(body)).not.toMatch(/facebook|img\.tracked/);
  expect(isComplete).toBe(true);
});

test('a domain without third parties has none, and one that is not stored is not found', async () => {
  const plain = await ask(`${api.url}/domains/plain.example/third-parties`, { headers });
  expect(plain.body).toMatchObject({ data: { categories: [], others: [], is_complete: true } });
  expect((await ask(`${api.url}/domains/absent.example/third-parties`, { headers })).status).toBe(404);
});

test('domains are counted by hosts and by categories of third parties', async () => {
  const request: SearchRequest = {
    count_only: true,
    facets: [
      { field: 'third_party', limit: 100 },
      { field: 'host', kind: 'script', party: 'third' },
      { field: 'host', kind: 'image', party: 'third' },
    ],
  };
  const { status, body } = await ask(`${api.url}/search`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  expect([status, body]).toMatchObject([200, { data: { total_count: 3 } }]);
  expect(body).toMatchObject({
    data: {
      facets: [
        {
          field: 'third_party',
          values: expect.arrayContaining([
            { value: 'analytics.analytics', domains: 2 },
            { value: 'privacy.cookie_compliance', domains: 1 },
          ]),
          without: 1,
        },
        {
          field: 'host',
          kind: 'script',
          party: 'third',
          values: [
            { value: 'cdn.cookielaw.org', domains: 1 },
            { value: 'ssl.google-analytics.com', domains: 1 },
            { value: 'static.hotjar.com', domains: 1 },
            { value: 'www.google-analytics.com', domains: 1 },
          ],
          without: 1,
        },
        {
          values: [
            { value: 'images.unknown.example', domains: 1 },
            { value: 'stats.g.doubleclick.net', domains: 1 },
          ],
        },
      ],
    },
  });
});

test.each([
  [{ field: 'host', kind: 'scripts' }, /kind.*scripts.*script/],
  [{ field: 'host', party: 'first' }, /party.*first.*third/],
  [{ field: 'tech', party: 'third' }, /party.*tech/],
  [{ field: 'third_party', kind: 'script' }, /kind.*third_party/],
])('a facet %j is refused', async (facet, problem) => {
  const { status, body } = await ask(`${api.url}/search`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ facets: [facet] }),
  });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toMatch(problem);
});
