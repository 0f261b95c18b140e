import type { CrawlRecords } from '@sitegrep/storage';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEmptyRecords } from '../test/empty-storage.ts';
import { startUpkeep, type Upkeep, type UpkeepOptions } from './upkeep.ts';

const SPEC = { maxPages: 3, maxDepth: 1, priority: 4 };
const NONE_REJECTED = { count: 0, reasons: {}, samples: [] };

let crawls: CrawlRecords;
let remove: () => Promise<void>;
let upkeep: Upkeep | null = null;
beforeEach(async () => {
  ({ crawls, remove } = await openEmptyRecords());
});
afterEach(async () => {
  await upkeep?.stop();
  await remove();
});

/** A queue that records its jobs, and the callbacks of upkeep. */
function watched() {
  const added: string[] = [];
  const told: unknown[] = [];
  const options: UpkeepOptions = {
    crawls,
    queues: {
      add: async (_name, payloads) => void added.push(...payloads.map(({ domain }) => domain)),
      counts: async () => ({ waiting: 0, active: 0, delayed: 0 }),
      waitingByPriority: async () => [],
    },
    window: 100,
    alone: false,
    retentionDays: 90,
    onRemoved: (removed) => told.push({ removed }),
    onDiscarded: (count) => told.push({ discarded: count }),
    onCancelled: (count) => told.push({ cancelled: count }),
    onError: (error, task) => told.push({ task, error }),
  };
  return { options, added, told };
}

/** Times so long that only first rounds and woken rounds run. */
const RARELY = {
  feedMs: 3_600_000,
  idleMs: 3_600_000,
  discardMs: 3_600_000,
  removeMs: 3_600_000,
  failedMs: 3_600_000,
};

async function unsealed(domain: string): Promise<string> {
  const { id } = await crawls.create(SPEC);
  await crawls.appendSites(id, [{ domain, urls: [] }]);
  return id;
}

test('a start does not discard a submission that another process may continue', async () => {
  const id = await unsealed('a.com');
  const { options, added, told } = watched();
  upkeep = await startUpkeep(options);
  expect((await crawls.seal(id, NONE_REJECTED)).sites.total).toBe(1);
  expect([added, told]).toEqual([[], []]);
});

test('a start discards every unsealed crawl if no other process submits', async () => {
  const id = await unsealed('a.com');
  const { options, told } = watched();
  upkeep = await startUpkeep({ ...options, alone: true });
  expect(told).toEqual([{ discarded: 1 }]);
  expect(await crawls.get(id)).toBeNull();
});

test('an interrupted submission is discarded later, after enough time without a heartbeat', async () => {
  const { options, told } = watched();
  upkeep = await startUpkeep({ ...options, timing: { discardMs: 50, interruptedAfterMs: 2_000 } });
  const id = await unsealed('a.com');
  await vi.waitFor(() => expect(told).toEqual([{ discarded: 1 }]), { timeout: 60_000 });
  expect(await crawls.get(id)).toBeNull();
});

test('a start feeds the crawls of an earlier process, and wake() feeds later ones', async () => {
  await crawls.seal(await unsealed('a.com'), NONE_REJECTED);
  const { options, added, told } = watched();
  upkeep = await startUpkeep({ ...options, timing: RARELY });
  await vi.waitFor(() => expect(added).toEqual(['a.com']), { timeout: 60_000 });
  await crawls.seal(await unsealed('b.com'), NONE_REJECTED);
  upkeep.wake();
  await vi.waitFor(() => expect(new Set(added)).toEqual(new Set(['a.com', 'b.com'])), { timeout: 60_000 });
  expect(told).toEqual([]);
});

test('sites of a crawl that was cancelled get their outcome, also if its process was killed before', async () => {
  const id = await unsealed('a.com');
  await crawls.appendSites(id, [{ domain: 'b.com', urls: [] }]);
  await crawls.seal(id, NONE_REJECTED);
  await crawls.cancel(id);
  const { options, added, told } = watched();
  upkeep = await startUpkeep({ ...options, timing: RARELY });
  await vi.waitFor(() => expect(told).toEqual([{ cancelled: 2 }]), { timeout: 60_000 });
  expect(await crawls.get(id)).toMatchObject({ state: 'cancelled', outcomes: { cancelled: 2 } });

  const next = await unsealed('c.com');
  await crawls.seal(next, NONE_REJECTED);
  await crawls.cancel(next);
  upkeep.wake();
  await vi.waitFor(() => expect(told).toEqual([{ cancelled: 2 }, { cancelled: 1 }]), { timeout: 60_000 });
  expect(added).toEqual([]);
});

test('crawls that ended longer ago than they are stored are removed, and so are the sites of deleted ones', async () => {
  const DAY_MS = 24 * 3_600_000;
  const ended = async (domain: string): Promise<string> => {
    const id = await unsealed(domain);
    await crawls.seal(id, NONE_REJECTED);
    const at = { startedAt: 1, finishedAt: 2 };
    await crawls.finish(id, domain, {
      outcome: 'dns_failed',
      reason: null,
      pages: 0,
      bytes: 0,
      ...at,
      redirects: [],
    });
    return id;
  };
  const old = await ended('a.com');
  const open = await unsealed('b.com');
  await crawls.seal(open, NONE_REJECTED);
  const { options, told } = watched();
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 2 * DAY_MS);
  try {
    upkeep = await startUpkeep({ ...options, retentionDays: 1, timing: RARELY });
    await vi.waitFor(() => expect(told).toEqual([{ removed: { crawls: 1, sites: 1 } }]), { timeout: 60_000 });
  } finally {
    clock.mockRestore();
  }
  expect(await crawls.get(old)).toBeNull();
  expect(await crawls.get(open)).toMatchObject({ state: 'queued' });
  const recent = await ended('c.com');
  await crawls.remove(recent);
  upkeep.wake();
  await vi.waitFor(() => expect(told.at(-1)).toEqual({ removed: { crawls: 0, sites: 1 } }), {
    timeout: 60_000,
  });
});

test('an outage is reported once, and the round after it does the work', async () => {
  let failures = 3;
  const { options, added, told } = watched();
  const down = new Error('down');
  const open: CrawlRecords['open'] = async (...args) => {
    if (failures-- > 0) throw down;
    return crawls.open(...args);
  };
  await crawls.seal(await unsealed('a.com'), NONE_REJECTED);
  upkeep = await startUpkeep({
    ...options,
    crawls: { ...crawls, open },
    timing: { ...RARELY, failedMs: 5 },
  });
  await vi.waitFor(() => expect(added).toEqual(['a.com']), { timeout: 60_000 });
  expect(told).toEqual([{ task: 'feed', error: down }]);
});

test('unreadable records prevent a start only if no other process submits', async () => {
  const { options, told } = watched();
  const away = new Error('the records are away');
  const unreadable: CrawlRecords = { ...crawls, discardUnsealed: () => Promise.reject(away) };
  await expect(startUpkeep({ ...options, crawls: unreadable, alone: true })).rejects.toBe(away);
  upkeep = await startUpkeep({ ...options, crawls: unreadable });
  await vi.waitFor(() => expect(told).toEqual([{ task: 'discard', error: away }]), { timeout: 60_000 });
});
