import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { clusterDouble } from '../../test/elasticsearch/cluster-double.ts';
import { openTestIndexes } from '../../test/elasticsearch/test-indexes.ts';
import { StorageUnavailable } from '../errors.ts';
import { connect } from './client.ts';
import { smallIndexes } from './records/mappings.ts';
import { shareSearches } from './search-share.ts';
import { openIndex } from './versioned-index.ts';

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

/** A busy machine may take a second for a sign of life. */
const TIMING = { beatMs: 50, silentMs: 2_500, threadsMs: 10_000 };

const { nodes } = await indexes.client.nodes.info({ metric: 'thread_pool' });
const THREADS = Object.values(nodes).reduce(
  (sum, node) => sum + (node.thread_pool?.['search']?.size ?? 0),
  0,
);

const ES_JSON = 'application/vnd.elasticsearch+json; compatible-with=9';

/** A process that searches, with the share that it was told last. */
async function searcher(index: string, client = indexes.client, timing = TIMING) {
  const told = { share: 0, failures: [] as unknown[] };
  const leave = await shareSearches(
    client,
    index,
    { onShare: (share) => (told.share = share), onFailure: (error) => told.failures.push(error) },
    timing,
  );
  return { told, leave };
}

const openLeaseIndex = (): Promise<string> =>
  openIndex(indexes.client, smallIndexes(indexes.options()).leases);

it('divides the search threads of the cluster among those that search, and those that stay take what others leave', async () => {
  const index = await openLeaseIndex();
  const alone = await searcher(index);
  expect([alone.told.share, THREADS]).toEqual([THREADS, expect.any(Number)]);
  const others = await Promise.all([searcher(index), searcher(index)]);
  const all = [alone, ...others];
  const sum = (): number => all.reduce((total, { told }) => total + told.share, 0);
  await vi.waitFor(() => expect(sum()).toBe(Math.max(THREADS, all.length)), 60_000);
  await others[0].leave();
  await others[1].leave();
  await vi.waitFor(() => expect(alone.told.share).toBe(THREADS), 60_000);
  await alone.leave();
  const { _source: left } = await indexes.client.get({ index, id: 'searchers' });
  expect(left).toEqual({ searchers: {} });
  expect(all.flatMap(({ told }) => told.failures)).toEqual([]);
});

it('takes over from a process that gives no sign of life, and gives back when it does', async () => {
  const index = await openLeaseIndex();
  const silent = await searcher(index, indexes.client, { ...TIMING, beatMs: 2 * TIMING.silentMs });
  const lively = await searcher(index);
  const shared = lively.told.share;
  expect(shared).toBeLessThan(THREADS);
  await vi.waitFor(() => expect(lively.told.share).toBe(THREADS), 60_000);
  await vi.waitFor(() => expect(lively.told.share).toBeLessThan(THREADS), 60_000);
  await Promise.all([silent.leave(), lively.leave()]);
});

it('keeps its share while the cluster is away, and does not take the others for ended after it', async () => {
  const target = new URL(process.env['TEST_ELASTICSEARCH'] ?? '');
  let isAway = false;
  const gate = await clusterDouble(async (request, body) => {
    if (isAway) return { status: 503, body: { error: { type: 'away', reason: 'away' } } };
    const answer = await fetch(new URL(request.url ?? '/', target), {
      method: request.method ?? 'GET',
      headers: { 'content-type': ES_JSON, accept: ES_JSON },
      ...(body === '' ? {} : { body }),
    });
    return { status: answer.status, body: await answer.json() };
  });
  const client = await connect({
    nodes: [gate.url],
    auth: { kind: 'none' },
    ca: null,
    requestTimeoutMs: 5_000,
  });
  const index = await openLeaseIndex();
  // Its sign of life is known before the outage, and the next one comes long after it.
  const slow = await searcher(index, indexes.client, { ...TIMING, beatMs: 4_000 });
  const through = await searcher(index, client, { ...TIMING, silentMs: 60_000 });
  const shared = through.told.share;
  isAway = true;
  await vi.waitFor(() => expect(through.told.failures).toHaveLength(1), 60_000);
  await delay(500);
  expect(through.told.share).toBe(shared);
  isAway = false;
  await delay(500);
  expect(through.told).toEqual({ share: shared, failures: [expect.any(StorageUnavailable)] });
  await Promise.all([through.leave(), slow.leave()]);
  await client.close();
  await gate.close();
});
