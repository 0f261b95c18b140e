import { gzipSync } from 'node:zlib';
import { foldSite } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, type Answer, detailsOf, documentOf, serve, type Served } from '../../../test/served-api.ts';

let api: Served;
let admin: string;

beforeAll(async () => {
  api = await serve({
    parts: (parts) => ({
      ...parts,
      ownTechnologies: {
        report: () => ({
          technologies: ['Acme Widgets', 'WordPress'],
          queries: [],
          problems: [{ file: 'own.yaml', technology: 'Acme Forms', key: 'html', reason: 'is broken' }],
          replaced: ['WordPress'],
        }),
        path: () => null,
        folder: '/nowhere/fingerprints',
      },
    }),
  });
  admin = await api.key(['admin']);
  const { pages } = documentOf('a.example', 'source');
  const version = '0-old';
  const some = pages.map((page) => ({
    ...page,
    facts: {
      ...page.facts,
      version,
      technologies: [{ name: 'WordPress', version: null, confidence: 100, paths: ['content.cms'] }],
    },
  }));
  await api.storage.domains.put([wholeSite(foldSite('a.example', some, { maxSiteBytes: 1_000 }))]);
});
afterAll(() => api.close());

function call(method: string, query = '', body?: string | Buffer, headers = {}): Promise<Answer> {
  return ask(`${api.url}/admin/technologies${query}`, {
    method,
    headers: {
      'x-api-key': admin,
      ...(body === undefined ? {} : { 'content-type': 'application/octet-stream' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
}

test('tells which set is in use, technologies of one’s own with what is amiss, and how much is to be judged', async () => {
  expect((await call('GET')).body).toMatchObject({
    data: {
      public_set: null,
      in_use_since: null,
      own: [
        { name: 'Acme Widgets', search: null, query: null, replaces: false, domains: 0 },
        { name: 'WordPress', search: null, query: null, replaces: true, domains: 1 },
      ],
      own_count: 2,
      problems: [
        { file: 'own.yaml', search: null, technology: 'Acme Forms', key: 'html', reason: 'is broken' },
      ],
      problems_count: 1,
      outdated_domains: { count: 1, is_exact: true },
      run: null,
    },
  });
});

test('a public set is taken whole with its problems named, and the built-in one again', async () => {
  const set = JSON.stringify({
    categories: { 1: { name: 'CMS', groups: [3], priority: 1 } },
    technologies: { Newest: { cats: [1], html: 'newest' }, Bad: { cats: [7] } },
  });
  const taken = await call('POST', '?name=newer.json', gzipSync(set), { 'content-encoding': 'gzip' });
  expect([taken.status, taken.body]).toMatchObject([
    200,
    {
      data: {
        name: 'newer.json',
        problems: [{ technology: 'Bad', key: 'cats', reason: 'there is no category 7' }],
        problems_count: 1,
      },
    },
  ]);
  expect((await call('GET')).body).toMatchObject({
    data: { public_set: { name: 'newer.json', technologies: 1 } },
  });
  const { publicSet } = await api.storage.fingerprints.get();
  expect(await api.storage.fingerprints.set(publicSet?.digest ?? '')).not.toBeNull();
  const audit = await ask(`${api.url}/admin/audit-log?action=technologies.take`, {
    headers: { 'x-api-key': admin },
  });
  expect(audit.body).toMatchObject({ data: { items: [{ target: 'newer.json', result: 'done' }] } });

  const built = await call('DELETE');
  expect([built.status, built.body]).toMatchObject([200, { data: { name: null, problems_count: 0 } }]);
  expect((await call('GET')).body).toMatchObject({ data: { public_set: null } });
});

test('what cannot be taken is refused, and leaves the set in use', async () => {
  expect(detailsOf(await call('POST', '?name=x', '{"Bad":{"cats":[7777]}}'))).toBe(
    'The set has no technology that can be taken: x: Bad: cats: there is no category 7777; the set in use stays.',
  );
  expect(detailsOf(await call('POST', '?name=x', '{'))).toContain('x: cannot be read');
  expect(detailsOf(await call('POST', '', '{}'))).toContain('name is missing');
  expect((await call('POST', '?name=x', 'a'.repeat(200_000))).status).toBe(413);
  expect((await api.storage.fingerprints.get()).publicSet).toBeNull();
});

test('one set is taken at a time', async () => {
  const set = JSON.stringify({ Newest: { cats: [1], html: 'newest' } });
  const both = await Promise.all([call('POST', '?name=a', set), call('POST', '?name=b', set)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});
