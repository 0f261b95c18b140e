import { randomUUID } from 'node:crypto';
import { openElasticsearchStorage } from '@sitegrep/storage/elasticsearch';
import { expect, test } from 'vitest';
import { createKey } from './api-keys.ts';
import { documentOf, serve } from '../test/served-api.ts';
import { wholeSite } from '@sitegrep/storage';

const DOMAINS = 1_300;

test('an export from Elasticsearch gives each domain once while all are replaced', async () => {
  const cluster = process.env['TEST_ELASTICSEARCH'];
  if (cluster === undefined) throw new Error('TEST_ELASTICSEARCH is not set: run npm run test:integration');
  await using closers = new AsyncDisposableStack();
  const prefix = `test-${randomUUID()}`;
  closers.defer(async () => {
    const names = Object.keys((await (await fetch(new URL(`/${prefix}-*`, cluster))).json()) as object);
    await fetch(new URL(`/${names.join(',')}`, cluster), { method: 'DELETE' });
  });
  const storage = await openElasticsearchStorage({
    nodes: [cluster],
    auth: { kind: 'none' },
    ca: null,
    requestTimeoutMs: 60_000,
    indexPrefix: prefix,
    shards: 1,
    recordShards: 1,
    replicas: 0,
    refreshInterval: '100ms',
    bulkBytes: 1_000_000,
    bulkConcurrency: 1,
  });
  closers.defer(() => storage.close());
  const api = await serve({ parts: (parts) => ({ ...parts, storage }) });
  closers.defer(() => api.close());
  const { secret } = await createKey(storage.keys, { name: 'test', scopes: ['search'] });
  const all = Array.from({ length: DOMAINS }, (_, index) => `site-${String(index).padStart(4, '0')}.example`);
  const put = (domains: readonly string[], text: string): Promise<unknown> =>
    storage.domains.put(domains.map((domain) => wholeSite(documentOf(domain, `common ${text}`))));
  await put(all, 'first');

  const done = new AbortController();
  const replacing = (async () => {
    for (let round = 0; !done.signal.aborted; round++) {
      const some = Array.from({ length: 50 }, (_, index) => all[(round * 50 + index) % DOMAINS] ?? '');
      await put([...some, `guest-${round}.example`], `again ${round}`);
    }
  })();
  const text: string[] = [];
  for (let token: string | undefined; token !== '';) {
    const answer = await fetch(`${api.url}/html-source-code-search/export`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': secret },
      // All but the first go on where a reader might have been cut off.
      body: JSON.stringify({
        search_terms: ['common'],
        order_by: ['domain,asc'],
        ...(token === undefined ? { limit: 100 } : { offset_token: token }),
      }),
    });
    const lines = (await answer.text()).split('\n').slice(0, -1);
    text.push(...lines);
    token = (JSON.parse(lines.at(-1) ?? '') as { readonly offset_token: string }).offset_token;
  }
  done.abort();
  await replacing;
  const domains = text.map((line) => (JSON.parse(line) as { readonly domain: string }).domain);
  expect(new Set(domains).size).toBe(domains.length);
  expect(domains.filter((domain) => domain.startsWith('site-'))).toEqual(all);
});
