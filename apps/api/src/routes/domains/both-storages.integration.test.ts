import { openAnalysisPool } from '@sitegrep/analysis';
import { foldSite, type Page, type PageRecord, withTexts } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve, type Served } from '../../../test/served-api.ts';
import { openTestStorage } from '../../../../../packages/storage/test/elasticsearch/test-storage.ts';

const COUNT = 700;
const closers = new AsyncDisposableStack();
const nameOf = (at: number): string => `site-${at}.example`;

/** The same documents in a data folder and in Elasticsearch, each behind a server. */
let servers: readonly { readonly api: Served; readonly key: string }[];

beforeAll(async () => {
  const analysis = openAnalysisPool({
    threads: 1,
    deadlineMs: 20_000,
    heapMb: 512,
    maxSourceBytes: 1e6,
    fullText: true,
    queueLimit: 2,
  });
  closers.defer(() => analysis.close());
  const cluster = await openTestStorage(closers);
  const recordOf = async (page: Page): Promise<PageRecord> => {
    const result = await analysis.analyze(page);
    if (result.kind === 'crashed') throw new Error(result.reason);
    return withTexts(result.record);
  };
  const home = await recordOf(
    pageAt('https://site-7.example/', '<script src="/jquery-3.7.1.min.js"></script>'),
  );
  const other = await recordOf(
    pageAt(
      'https://site-7.example/b',
      '<meta name=generator content="WordPress 6.4"> 😀 <a href=https://other.example/>',
    ),
  );
  const documents = Array.from({ length: COUNT }, (_, at) => {
    const url = `https://${nameOf(at)}/`;
    const pages = at === 7 ? [home, other] : [{ ...home, url, source: `${home.source} ${at}` }];
    return wholeSite(foldSite(nameOf(at), pages, { maxSiteBytes: 1e7 }));
  });
  const parts = { analysis: () => analysis };
  const apis = [
    await serve({ parts: (given) => ({ ...given, ...parts }) }),
    await serve({
      parts: (given) => ({ ...given, ...parts, storage: { ...given.storage, domains: cluster.domains } }),
    }),
  ];
  servers = await Promise.all(
    apis.map(async (api, at) => {
      closers.defer(() => api.close());
      const domains = at === 0 ? api.storage.domains : cluster.domains;
      await domains.setRanks([{ domain: nameOf(3), rank: 500 }]);
      await domains.put(documents);
      return { api, key: await api.key(['search', 'source']) };
    }),
  );
});
afterAll(() => closers.disposeAsync());

function pageAt(url: string, html: string): Page {
  return {
    url,
    status: 200,
    headers: [
      ['content-type', 'text/html; charset=utf-8'],
      ['server', 'nginx/1.25.3'],
    ],
    body: Buffer.from(html),
    truncated: false,
    fetchedAt: 1_767_323_045_678,
  };
}

/** Answers of both, which are to be the same: status and body, without revisions, which each storage counts for itself. */
async function answers(
  path: string,
  init: RequestInit = {},
): Promise<readonly (readonly [number, string])[]> {
  return Promise.all(
    servers.map(async ({ api, key }) => {
      const headers = new Headers(init.headers);
      headers.set('x-api-key', key);
      const response = await fetch(`${api.url}/domains/${path}`, { ...init, headers });
      return [response.status, (await response.text()).replaceAll(/"revision":\d+/g, '')] as const;
    }),
  );
}

test.each([
  ['site-7.example', 200],
  ['site-7.example/technologies', 200],
  ['site-7.example/pages', 200],
  ['site-7.example/links', 200],
  ['site-3.example', 200],
  [`site-7.example/pages/source?url=${encodeURIComponent('https://site-7.example/b')}`, 200],
  [`site-7.example/pages/source?url=${encodeURIComponent('https://site-7.example/c')}`, 404],
  ['unknown.example', 404],
  ['unknown.example/technologies', 404],
])('%s is the same on both storages', async (path, status) => {
  const [folder, cluster] = await answers(path);
  expect(folder?.[0]).toBe(status);
  expect(cluster).toEqual(folder);
});

test('a lookup is the same on both storages', async () => {
  const list = Array.from({ length: 2 * COUNT }, (_, at) => nameOf((at * 37) % (COUNT + 20)));
  const [folder, cluster] = await answers('lookup', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: [...list, 'junk here', 'https://www.site-5.example/x'].join('\n'),
  });
  expect(folder?.[0]).toBe(200);
  expect(folder?.[1].split('\n')).toHaveLength(list.length + 3);
  expect(cluster).toEqual(folder);
});
