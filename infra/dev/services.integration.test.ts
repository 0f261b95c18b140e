import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { Redis } from 'ioredis';
import { elasticsearch } from './elasticsearch.ts';
import { ensureRunning, standing, stop } from './lifecycle.ts';
import { redis } from './redis.ts';

const index = `sitegrep-services-${randomUUID()}`;

function endpoint(variable: string): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error(`${variable} is not set: run "npm run test:integration".`);
  return value;
}

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${endpoint('TEST_ELASTICSEARCH')}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

afterAll(async () => {
  await ask('DELETE', `/${index}?ignore_unavailable=true`);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('Elasticsearch', () => {
  test('is accepted by official clients and has the wanted version', async () => {
    const response = await fetch(endpoint('TEST_ELASTICSEARCH'));
    expect(response.headers.get('x-elastic-product')).toBe('Elasticsearch');
    expect(await response.json()).toMatchObject({ version: { number: expect.stringMatching(/^9\./) } });
  });

  test('cuts text into n-grams and drops tokens by a script', async () => {
    const tokens = await ask('POST', '/_analyze', {
      tokenizer: { type: 'ngram', min_gram: 3, max_gram: 3 },
      filter: [{ type: 'predicate_token_filter', script: { source: 'token.getTerm().toString() != "bcd"' } }],
      text: 'abcde',
    });
    expect(tokens).toMatchObject({ tokens: [{ token: 'abc' }, { token: 'cde' }] });
  });

  test('finds a document by a key inside a flattened field, and counts by it', async () => {
    await ask('PUT', `/${index}`, {
      settings: { number_of_shards: 1, number_of_replicas: 0 },
      mappings: { properties: { headers: { type: 'flattened' } } },
    });
    await ask('PUT', `/${index}/_doc/1?refresh=true`, { headers: { server: 'nginx', age: '7' } });
    await ask('PUT', `/${index}/_doc/2?refresh=true`, { headers: { server: 'caddy', via: 'nginx' } });
    const answer = await ask('POST', `/${index}/_search`, {
      query: { term: { 'headers.server': 'nginx' } },
      aggs: { servers: { terms: { field: 'headers.server' } } },
    });
    expect(answer).toMatchObject({
      hits: { total: { value: 1 }, hits: [{ _id: '1' }] },
      aggregations: { servers: { buckets: [{ key: 'nginx', doc_count: 1 }] } },
    });
  });
});

describe('Redis', () => {
  test('answers, evicts nothing, and has version 6.2 or newer, as BullMQ requires', async () => {
    const client = new Redis(endpoint('TEST_REDIS'), { lazyConnect: true });
    try {
      await client.connect();
      await expect(client.ping()).resolves.toBe('PONG');
      await expect(client.config('GET', 'maxmemory-policy')).resolves.toEqual([
        'maxmemory-policy',
        'noeviction',
      ]);
      const [, major, minor] = /^redis_version:(\d+)\.(\d+)/m.exec(await client.info('server')) ?? [];
      expect(Number(major) * 100 + Number(minor)).toBeGreaterThanOrEqual(602);
    } finally {
      client.disconnect();
    }
  });
});

describe('the services that the environment names', () => {
  test.each([redis, elasticsearch])('are used as they are: $name', async (service) => {
    const named = { state: 'running', endpoint: endpoint(service.variable), pid: null };
    await expect(ensureRunning(service, null)).resolves.toMatchObject(named);
  });

  test.each([
    [redis, 'redis://127.0.0.1:1'],
    [elasticsearch, 'http://127.0.0.1:1'],
    // Redis answers, but not with HTTP.
    [elasticsearch, endpoint('TEST_REDIS').replace('redis:', 'http:')],
  ])('are ailing when they do not answer as they should', async (service, wrong) => {
    vi.stubEnv(service.variable, wrong);
    await expect(standing(service)).resolves.toMatchObject({ state: 'ailing', endpoint: wrong, pid: null });
    await expect(ensureRunning(service, null)).rejects.toThrow(`unset ${service.variable}`);
  });
});

describe('a service that is started', () => {
  test('is found running, is not started twice, and ends when stopped', async () => {
    const cache = mkdtempSync(join(tmpdir(), 'sitegrep-services-'));
    vi.stubEnv('XDG_CACHE_HOME', cache);
    vi.stubEnv(redis.variable, '');
    try {
      await expect(standing(redis)).resolves.toEqual({ state: 'stopped' });
      await expect(stop(redis)).resolves.toBeNull();
      const running = await ensureRunning(redis, null);
      await expect(ensureRunning(redis, null)).resolves.toEqual(running);
      await expect(ensureRunning(redis, 1)).rejects.toThrow('stop it, or leave out its port');
      await expect(stop(redis)).resolves.toBe(running.pid);
      await expect(standing(redis)).resolves.toEqual({ state: 'stopped' });
    } finally {
      await stop(redis);
      rmSync(cache, { recursive: true });
    }
  });
});
