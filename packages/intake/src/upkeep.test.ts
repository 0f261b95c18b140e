import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrawlRecords } from '@sitegrep/storage';
import { openSqliteStorage, type SqliteStorage } from '@sitegrep/storage/sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startUpkeep, type Upkeep, type UpkeepOptions } from './upkeep.ts';

const SPEC = { maxPages: 3, maxDepth: 1, priority: 4 };
const NONE_REJECTED = { count: 0, samples: [] };

let dataDir: string;
let storage: SqliteStorage;
let crawls: CrawlRecords;
let upkeep: Upkeep | null = null;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-intake-'));
  storage = await openSqliteStorage({ dataDir, readers: 1 });
  ({ crawls } = storage);
});
afterEach(async () => {
  await upkeep?.stop();
  await storage.close();
  await rm(dataDir, { recursive: true });
});

/** The queue's side, which writes down what it is given; and what upkeep tells. */
function watched(waiting: () => number = () => 0) {
  const added: string[] = [];
  const told: unknown[] = [];
  const options: UpkeepOptions = {
    crawls,
    queues: {
      add: async (_name, payloads) => void added.push(...payloads.map(({ domain }) => domain)),
      counts: async () => ({ waiting: waiting(), active: 0, delayed: 0 }),
    },
    alone: false,
    onDiscarded: (count) => told.push({ discarded: count }),
    onResumed: (unfinished) => told.push(unfinished),
    onError: (error) => told.push(error),
  };
  return { options, added, told };
}

async function unsealed(domain: string): Promise<string> {
  const { id } = await crawls.create(SPEC);
  await crawls.appendSites(id, [{ domain, urls: [] }]);
  return id;
}

test('a start leaves a submission alone that may go on in another process', async () => {
  const id = await unsealed('a.com');
  const { options, added, told } = watched();
  upkeep = await startUpkeep(options);
  expect((await crawls.seal(id, NONE_REJECTED)).sites.total).toBe(1);
  expect([added, told]).toEqual([[], []]);
});

test('a start discards every unsealed crawl where nobody else submits', async () => {
  const id = await unsealed('a.com');
  const { options, told } = watched();
  upkeep = await startUpkeep({ ...options, alone: true });
  expect(told).toEqual([{ discarded: 1 }]);
  expect(await crawls.get(id)).toBeNull();
});

test('a submission that broke off is discarded later, once it is quiet for long enough', async () => {
  const { options, told } = watched();
  upkeep = await startUpkeep({ ...options, timing: { everyMs: 5, brokenAfterMs: 20 } });
  const id = await unsealed('a.com');
  await vi.waitFor(() => expect(told).toEqual([{ discarded: 1 }]), { timeout: 10_000 });
  expect(await crawls.get(id)).toBeNull();
});

test('sites of a submitter that was killed after the seal go to the queue once that is empty', async () => {
  let waiting = 3;
  let asked = 0;
  const { options, added, told } = watched(() => {
    asked += 1;
    return waiting;
  });
  upkeep = await startUpkeep({ ...options, timing: { everyMs: 5 } });
  await crawls.seal(await unsealed('a.com'), NONE_REJECTED);
  await vi.waitFor(() => expect(asked).toBeGreaterThan(2), { timeout: 10_000 });
  expect(added).toEqual([]);
  waiting = 0;
  await vi.waitFor(() => expect(told).toContainEqual({ crawls: 1, sites: 1 }), { timeout: 10_000 });
  expect(new Set(added)).toEqual(new Set(['a.com']));
});

test('a round that fails is told of, and the next one does its work', async () => {
  let failures = 2;
  const { options, told } = watched();
  const down = new Error('down');
  const counts: typeof options.queues.counts = async (name) => {
    if (failures-- > 0) throw down;
    return options.queues.counts(name);
  };
  upkeep = await startUpkeep({
    ...options,
    queues: { ...options.queues, counts },
    timing: { everyMs: 5 },
  });
  await crawls.seal(await unsealed('a.com'), NONE_REJECTED);
  await vi.waitFor(() => expect(told).toContainEqual({ crawls: 1, sites: 1 }), { timeout: 10_000 });
  expect(told.slice(0, 2)).toEqual([down, down]);
});

test('records that can’t be read stop a start only where nobody else submits', async () => {
  const { options, told } = watched();
  const away = new Error('the records are away');
  const unreadable: CrawlRecords = { ...crawls, discardUnsealed: () => Promise.reject(away) };
  await expect(startUpkeep({ ...options, crawls: unreadable, alone: true })).rejects.toBe(away);
  upkeep = await startUpkeep({ ...options, crawls: unreadable });
  await vi.waitFor(() => expect(told).toEqual([away]));
});
