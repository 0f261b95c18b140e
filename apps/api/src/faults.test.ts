import { checker, HealthAnswer, ReadyAnswer } from '@sitegrep/contract';
import { StorageBusy, StorageUnavailable } from '@sitegrep/storage';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type Answer,
  ask,
  type Changes,
  detailsOf,
  searching,
  serve,
  type Served,
} from '../test/served-api.ts';
import type { ApiParts } from './settings.ts';

let api: Served | null = null;
afterEach(async () => {
  await api?.close();
  api = null;
});

const withSearch =
  (search: ApiParts['storage']['domains']['search']) =>
  (parts: ApiParts): ApiParts => ({
    ...parts,
    storage: { ...parts.storage, domains: { ...parts.storage.domains, ...searching(search) } },
  });

async function searchIn(changes: Changes, signal: AbortSignal | null = null): Promise<Answer> {
  api = await serve(changes);
  return ask(`${api.url}/html-source-code-search`, {
    method: 'POST',
    headers: { 'x-api-key': await api.key(['search']), 'content-type': 'application/json' },
    body: '{"search_terms":["x"]}',
    signal,
  });
}

describe('a fault', () => {
  test('nobody foresaw is a 500 that gives the request id and nothing of the cause, which is in the log', async () => {
    const answer = await searchIn({
      parts: withSearch(() => Promise.reject(new Error('ENOENT /var/secret at 10.0.0.7'))),
    });
    expect(answer.status).toBe(500);
    expect(detailsOf(answer)).toBe(
      `An unexpected error occurred; the log has the cause under request id ${answer.headers.get('x-request-id')}.`,
    );
    expect(
      api?.log.some(
        (line) =>
          line.includes('ENOENT /var/secret') && line.includes(answer.headers.get('x-request-id') ?? '?'),
      ),
    ).toBe(true);
  });

  test('of the store is a 503 with Retry-After', async () => {
    const down = new StorageUnavailable('disk full: /data/index.db');
    const answer = await searchIn({ parts: withSearch(() => Promise.reject(down)) });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(detailsOf(answer)).not.toContain('index.db');
  });

  test('of a store that has too much to do is a 503 with a short Retry-After', async () => {
    const answer = await searchIn({ parts: withSearch(() => Promise.reject(new StorageBusy('1000 wait'))) });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  });

  test('of the store while it looks up a key is a 503, on a path that is not there a 404', async () => {
    const down = new StorageUnavailable('gone');
    api = await serve({
      parts: (parts) => ({
        ...parts,
        storage: {
          ...parts.storage,
          keys: { ...parts.storage.keys, findByHash: () => Promise.reject(down) },
        },
      }),
    });
    const headers = { 'x-api-key': 'sg_x' };
    expect((await ask(`${api.url}/admin/keys`, { headers })).status).toBe(503);
    expect((await ask(`${api.url}/nowhere`, { headers })).status).toBe(404);
  });
});

test('a submission that was discarded under way is a 503 that says to send it again', async () => {
  api = await serve({
    parts: (parts) => {
      const { crawls } = parts.storage;
      const discarding: typeof crawls = {
        ...crawls,
        seal: async (...sealed) => {
          await crawls.discardUnsealed(0);
          return crawls.seal(...sealed);
        },
      };
      return { ...parts, storage: { ...parts.storage, crawls: discarding } };
    },
  });
  const answer = await ask(`${api.url}/admin/crawls`, {
    method: 'POST',
    headers: { 'x-api-key': await api.key(['admin']), 'content-type': 'text/plain' },
    body: 'a.example',
  });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(detailsOf(answer)).toContain('send the whole list again');
  expect((await api.storage.crawls.list({ limit: 10 })).items).toEqual([]);
});

describe('a search', () => {
  test('that takes too long is stopped and is a 503, even if it does not stop', async () => {
    let told: AbortSignal | undefined;
    const parts = withSearch((_query, options) => {
      told = options?.signal;
      return new Promise(() => undefined);
    });
    const answer = await searchIn({ parts, settings: { searchTimeoutMs: 50 } });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(detailsOf(answer)).toContain('longer than 0.05 s');
    expect(told?.aborted).toBe(true);
  });

  test('whose client leaves is stopped', async () => {
    const client = new AbortController();
    const stopped = Promise.withResolvers<string>();
    const parts = withSearch((_query, options) => {
      options?.signal?.addEventListener('abort', () => stopped.resolve('stopped'));
      client.abort();
      return new Promise(() => undefined);
    });
    await expect(searchIn({ parts }, client.signal)).rejects.toThrow('aborted');
    expect(await stopped.promise).toBe('stopped');
  });

  test('that still runs when the server has waited long enough is a 503', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const parts = withSearch(() => {
      closed = Promise.resolve(api?.app.close());
      return new Promise(() => undefined);
    });
    const answer = await searchIn({ parts, settings: { drainMs: 50 } });
    expect([answer.status, detailsOf(answer)]).toEqual([503, expect.stringContaining('shutting down')]);
    await closed;
  });

  test('that ends while the server closes is answered', async () => {
    const parts = withSearch(async () => {
      void api?.app.close();
      await vi.waitFor(() => expect(api?.app.server.listening).toBe(false), 60_000);
      return { total: 0, offset: 0, hits: [], next: null };
    });
    const answer = await searchIn({ parts });
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  });
});

describe('health', () => {
  test('is reported without a key', async () => {
    api = await serve({ withQueues: true });
    const alive = await ask(`${api.url}/healthz`, {});
    expect([alive.status, checker(HealthAnswer)(alive.body).ok]).toEqual([200, true]);
    const ready = await ask(`${api.url}/readyz`, {});
    expect(checker(ReadyAnswer)(ready.body).ok).toBe(true);
    expect(ready).toMatchObject({
      status: 200,
      body: {
        data: {
          degraded: [],
          dependencies: { index: 'up', crawls: 'up', keys: 'up', disk: 'up', queue: 'up' },
        },
      },
    });
  });

  test('names what is down or does not answer in time', async () => {
    let probes = 0;
    api = await serve({
      settings: { probeTimeoutMs: 1_000, services: { storage: 'the store', queue: 'Redis' } },
      parts: (parts) => ({
        ...parts,
        storage: {
          ...parts.storage,
          domains: {
            ...parts.storage.domains,
            get: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:9200')),
          },
          crawls: {
            ...parts.storage.crawls,
            spec: () => {
              probes++;
              return new Promise(() => undefined);
            },
          },
        },
      }),
    });
    const url = `${api.url}/readyz`;
    const answers = await Promise.all([ask(url, {}), ask(url, {}), ask(url, {})]);
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(detailsOf(answer)).toBe('Not ready: index, crawls down; check the store, and see the log.');
    }
    expect(probes).toBeLessThan(4);
    expect((await ask(`${api.url}/healthz`, {})).status).toBe(200);
  });
});
