import { foldSite } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, ask, documentOf, serve, type Served } from '../../../test/served-api.ts';

let api: Served;
let admin: string;

beforeAll(async () => {
  api = await serve();
  admin = await api.key(['admin']);
});
afterAll(() => api.close());

const call = (method: string, path: string, body?: object): Promise<Answer> =>
  ask(`${api.url}/admin/${path}`, {
    method,
    headers: {
      'x-api-key': admin,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Stores a domain of one page, whose facts this version gave. */
async function put(domain: string, version: string): Promise<void> {
  const { pages } = documentOf(domain, 'source');
  const site = {
    files: [
      { name: 'llms.txt', status: 200, isReal: true, reason: null, bytes: 5, truncated: false, digest: '' },
    ],
    agents: null,
    certificate: null,
    icon: null,
  };
  const of = pages.map((page) => ({ ...page, facts: { ...page.facts, version, headers: ['server'], site } }));
  await api.storage.domains.put([wholeSite(foldSite(domain, of, { maxSiteBytes: 1_000 }))]);
}

test('counts the domains with pages of another version, and those that have each part of the answers', async () => {
  const empty = (await call('GET', 'reanalyse')).body;
  expect(empty).toMatchObject({ data: { outdated_domains: { count: 0, is_exact: true }, run: null } });
  const { facts_version: version } = (empty as { data: { facts_version: string } }).data;
  expect(version).toMatch(/^\d+-[0-9a-f]{8}$/);
  await put('a.example', '0-old');
  await put('b.example', '0-older');
  await put('c.example', version);
  expect((await call('GET', 'reanalyse')).body).toMatchObject({
    data: { outdated_domains: { count: 2, is_exact: true } },
  });
  expect((await call('GET', 'stats')).body).toMatchObject({
    data: {
      domains: 3,
      facts_version: version,
      outdated_domains: { count: 2, is_exact: true },
      domains_with: { headers: 3, cookies: 0, files: 3, hosts: 0, certificate: 0, icon: 0 },
    },
  });
});

test('has one run at a time, of one query, which can be stopped', async () => {
  expect((await call('DELETE', 'reanalyse')).body).toMatchObject({
    details: 'No run goes on that analyses pages again, so there is nothing to stop.',
  });
  const bad = await call('POST', 'reanalyse', { q: 'tech:WordPres' });
  expect([bad.status, JSON.stringify(bad.body)]).toEqual([400, expect.stringContaining('WordPress')]);
  const begun = await call('POST', 'reanalyse', { q: 'tech:WordPress' });
  expect([begun.status, begun.body]).toMatchObject([
    202,
    {
      data: {
        q: 'tech:WordPress',
        state: 'running',
        ended_at: null,
        domains: { total: null, done: 0 },
        pages: { analysed: 0, failed: 0 },
        last_domain: null,
      },
    },
  ]);
  const { data } = begun.body as { data: { id: string } };
  expect((await call('POST', 'reanalyse', { q: 'tech:WordPress' })).body).toMatchObject({
    data: { id: data.id },
  });
  const other = await call('POST', 'reanalyse');
  expect([other.status, other.body]).toMatchObject([
    409,
    {
      details:
        'A run for the query "tech:WordPress" goes on; wait for its end, or stop it with DELETE /admin/reanalyse.',
    },
  ]);
  const run = await api.storage.reanalysis.get();
  expect(run?.where).toMatchObject({
    kind: 'condition',
    condition: { field: 'tech', values: ['WordPress'] },
  });
  expect((await call('DELETE', 'reanalyse')).body).toMatchObject({ data: { id: data.id, state: 'stopped' } });
  expect((await call('GET', 'reanalyse')).body).toMatchObject({
    data: { run: { id: data.id, state: 'stopped' } },
  });
  const all = await call('POST', 'reanalyse');
  expect(all.body).toMatchObject({ data: { q: null, state: 'running' } });
});
