import { randomUUID } from 'node:crypto';
import { openQueues } from '@sitegrep/jobs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey } from './api-keys.ts';
import { type Answer, ask, serve, type Served } from '../test/served-api.ts';
import { startSilentProxy, type SilentProxy } from '../test/silent-proxy.ts';
import type { Storage } from '@sitegrep/storage';
import { openTestStorage } from '../../../packages/storage/test/elasticsearch/test-storage.ts';

function service(variable: string): URL {
  const value = process.env[variable];
  if (value === undefined) throw new Error(`${variable} is not set: run npm run test:integration`);
  return new URL(value);
}

const closers = new AsyncDisposableStack();
const between = async (url: URL): Promise<SilentProxy> => {
  const proxy = await startSilentProxy({ host: url.hostname, port: Number(url.port) });
  closers.defer(() => proxy.close());
  return proxy;
};

let elasticsearch: SilentProxy;
let redis: SilentProxy;
let storage: Storage;
let api: Served;
let headers: Record<string, string>;
beforeAll(async () => {
  const cluster = service('TEST_ELASTICSEARCH');
  [elasticsearch, redis] = [await between(cluster), await between(service('TEST_REDIS'))];
  const prefix = `test-${randomUUID()}`;
  // A busy cluster takes longer to make indexes than a request may take below.
  await openTestStorage(closers, { indexPrefix: prefix });
  const nodes = [`http://127.0.0.1:${elasticsearch.port}`];
  storage = await openTestStorage(closers, { nodes, indexPrefix: prefix, requestTimeoutMs: 2_000 });
  const url = `redis://127.0.0.1:${redis.port}`;
  const queues = await openQueues({
    backend: { kind: 'redis', url, prefix },
    onError: () => {},
    onFatal: () => {},
  });
  closers.defer(() => queues.close({ deadlineMs: 1_000 }));
  const { secret } = await createKey(storage.keys, { name: 'test', scopes: ['admin', 'search'] });
  headers = { 'x-api-key': secret };
  api = await serve({
    settings: { probeTimeoutMs: 500, services: { storage: 'Elasticsearch', queue: 'Redis' } },
    parts: (parts) => ({ ...parts, storage, queues }),
  });
  closers.defer(() => api.close());
});
afterAll(() => closers.disposeAsync());

const get = (path: string): Promise<Answer> => ask(`${api.url}${path}`, { headers });
const post = (path: string, body: object): Promise<Answer> =>
  ask(`${api.url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const search = (): Promise<Answer> => post('/html-source-code-search', { search_terms: ['x'] });
const submit = (): Promise<Answer> => post('/admin/crawls', { domains: ['a.example'] });

function expectUnavailable({ status, headers, body }: Answer, details: RegExp): void {
  expect({ status, retryAfter: headers.get('retry-after'), body }).toEqual({
    status: 503,
    retryAfter: '5',
    body: { success: false, error: 'Service unavailable', details: expect.stringMatching(details) },
  });
}

async function untilReady(): Promise<void> {
  await vi.waitFor(
    async () => expect((await get('/readyz')).body).toMatchObject({ data: { degraded: [] } }),
    { timeout: 60_000 },
  );
}

describe.each(['mute', 'gone'] as const)('while a dependency is %s', (state) => {
  test('Elasticsearch is named, what needs it is to be tried again, and all is well once it is back', async () => {
    await untilReady();
    elasticsearch.become(state);
    expectUnavailable(
      await get('/readyz'),
      /^Not ready: index, crawls, keys, disk down; check Elasticsearch, /,
    );
    for (const answer of await Promise.all([search(), submit(), get('/admin/crawls'), get('/admin/keys')])) {
      expectUnavailable(answer, /^The store cannot be reached/);
    }
    expect((await get('/healthz')).status).toBe(200);
    elasticsearch.become('open');
    await untilReady();
    for (const answer of [await search(), await get('/admin/crawls'), await get('/admin/keys')]) {
      expect(answer.status).toBe(200);
    }
  });

  test('Redis is named, the API stays ready, submissions are taken, and searches go on', async () => {
    await untilReady();
    redis.become(state);
    expect(await get('/readyz')).toMatchObject({
      status: 200,
      body: { data: { status: 'ready', degraded: ['queue'], dependencies: { index: 'up', queue: 'down' } } },
    });
    expect(await submit()).toMatchObject({ status: 202, body: { data: { sites: { total: 1 } } } });
    expect((await search()).status).toBe(200);
    expect((await get('/admin/crawls')).body).toMatchObject({ data: { items: [{ state: 'queued' }] } });
    redis.become('open');
    await untilReady();
    for (const { id } of (await storage.crawls.list({ limit: 10 })).items) await storage.crawls.discard(id);
  });
});
