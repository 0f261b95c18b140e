import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKey } from './api-keys.ts';
import { documentOf, serve } from '../test/served-api.ts';
import { wholeSite } from '@sitegrep/storage';
import { openTestStorage, testCluster } from '../../../packages/storage/test/elasticsearch/test-storage.ts';

/** Elasticsearch asks some at a time, and none after a search was cancelled. */
const SHARDS = 20;
const DOMAINS = 400;

/** Script that replaces the field of a filter and takes some ten milliseconds for each document. */
const SLOW_FIELD = {
  type: 'keyword',
  script: {
    source: 'double d = 0; for (int i = 0; i < 300000; ++i) { d += Math.sin(i) } emit(d > 0 ? "DE" : "AT")',
  },
};

test.each([false, true])(
  'a search on Elasticsearch ends when its client leaves, and frees its slot (snippets: %s)',
  async (snippets) => {
    await using closers = new AsyncDisposableStack();
    const prefix = `test-${randomUUID()}`;
    const index = `${prefix}-domains`;
    /** Description by which our searches are found in the cluster's list of tasks. */
    const term = randomUUID();
    const askCluster = async (path: string, init: RequestInit = {}): Promise<unknown> =>
      (await fetch(new URL(path, testCluster()), init)).json();
    const options = { indexPrefix: prefix, shards: SHARDS, refreshInterval: '-1' };
    const storage = await openTestStorage(closers, options);
    const api = await serve({
      parts: (parts) => ({ ...parts, storage }),
      settings: {
        searches: { concurrency: 1, patient: 10, maxQueued: 10, maxWaitMs: 60_000 },
        searchTimeoutMs: 60_000,
      },
    });
    closers.defer(() => api.close());
    const { secret } = await createKey(storage.keys, { name: 'test', scopes: ['search'] });
    const names = Array.from({ length: DOMAINS }, (_, number) => `site-${number}.example`);
    await storage.domains.put(names.map((name) => wholeSite(documentOf(name, term))));
    await askCluster(`/${index}/_mapping`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ runtime: { country: SLOW_FIELD } }),
    });

    const search = (more: object, signal?: AbortSignal): Promise<Response> =>
      fetch(`${api.url}/html-source-code-search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': secret },
        body: JSON.stringify({ search_terms: [term], snippets, limit: 1, ...more }),
        signal: signal ?? null,
      });
    const runningTasks = async (): Promise<number> => {
      const tasks = await askCluster('/_tasks?actions=indices:data/read/search&detailed&group_by=none');
      return JSON.stringify(tasks).split(term).length - 1;
    };
    const searched = async () => {
      const stats = (await askCluster(`/${index}/_stats/search`)) as {
        readonly _all: { readonly total: { readonly search: Record<string, number> } };
      };
      return stats._all.total.search;
    };

    const before = (await searched())['query_total'] ?? 0;
    const client = new AbortController();
    const left = search({ filters: ['country_iso_code', '=', 'DE'] }, client.signal);
    while ((await runningTasks()) === 0) await setTimeout(10);
    client.abort();
    await expect(left).rejects.toThrow('aborted');
    // One search at a time: this one has the slot of the other.
    const next = await search({});
    expect(await next.json()).toMatchObject({ data: { total_count: DOMAINS, items_count: 1 } });
    while ((await runningTasks()) > 0 || ((await searched())['open_contexts'] ?? 0) > 0) await setTimeout(10);
    // All shards but for the second search, and for its one page if it has snippets.
    const after = (await searched())['query_total'] ?? 0;
    expect(after - before).toBeLessThan(SHARDS + SHARDS + (snippets ? SHARDS : 0));
  },
);
