import type { ScheduleQueue, Timing } from '@sitegrep/jobs';
import type { Crawl, ScheduleDefinition, ScheduleRuns } from '@sitegrep/storage';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { syncSchedules } from './sync-schedules.ts';
import { runSchedule, type ScheduleParts } from './run-schedule.ts';
import { openEmptyStorage } from '../test/empty-storage.ts';
import type { Storage } from '@sitegrep/storage';

const HOUR = 3_600_000;
/** The next full hour: a schedule does not run for times before its creation. */
const DUE = Math.ceil(Date.now() / HOUR) * HOUR + HOUR;
const SPEC = { maxPages: 3, maxDepth: 1, priority: 4 };
const RESULT = { outcome: 'indexed', reason: null, pages: 1, bytes: 1, startedAt: 1, finishedAt: 2 } as const;

let storage: Storage;
let remove: () => Promise<void>;
let parts: ScheduleParts;
beforeEach(async () => {
  ({ storage, remove } = await openEmptyStorage());
  parts = { crawls: storage.crawls, domains: storage.domains };
  vi.useFakeTimers({ toFake: ['Date'], now: DUE + 1_000 });
});
afterEach(async () => {
  vi.useRealTimers();
  await remove();
});

async function put(rest: Partial<ScheduleDefinition> = {}): Promise<void> {
  await storage.crawls.schedules.put({
    id: 's',
    timing: { kind: 'every', seconds: 3_600 },
    spec: SPEC,
    source: { kind: 'domains', entries: ['a.test', 'B.test', 'no domain'] },
    enabled: true,
    ...rest,
  });
}

async function runs(): Promise<ScheduleRuns> {
  const schedule = await storage.crawls.schedules.get('s');
  if (schedule === null) throw new Error('the schedule is gone');
  return schedule.runs;
}

const crawls = async (): Promise<readonly Crawl[]> => (await storage.crawls.list({ limit: 100 })).items;

async function finish(crawlId: string): Promise<void> {
  for (const domain of await storage.crawls.unfinished(crawlId, null, 1_000)) {
    await storage.crawls.finish(crawlId, domain, { ...RESULT, redirects: [] });
  }
}

function inMemory(): { queue: ScheduleQueue; set: Map<string, Timing>; madeUp: [string, number][] } {
  const set = new Map<string, Timing>();
  const madeUp: [string, number][] = [];
  const queue: ScheduleQueue = {
    set: async (id, timing) => void set.set(id, timing),
    remove: async (id) => void set.delete(id),
    ids: async () => [...set.keys()],
    makeUp: async (id, dueAt) => void madeUp.push([id, dueAt]),
  };
  return { queue, set, madeUp };
}

describe('a run of a schedule', () => {
  test('submits a crawl of its sites, which names the schedule', async () => {
    await put();
    const run = await runSchedule(parts, 's', DUE);
    const [crawl, ...others] = await crawls();
    expect(others).toEqual([]);
    expect(run).toEqual({ kind: 'started', dueAt: DUE, crawl });
    expect(crawl).toMatchObject({
      spec: { ...SPEC, scheduleId: 's' },
      sites: { total: 2 },
      rejected: { count: 1, samples: [{ line: 3 }] },
    });
    expect(await storage.crawls.unfinished((await runs()).lastCrawlId ?? '', null, 10)).toEqual([
      'a.test',
      'b.test',
    ]);
    expect(await runs()).toEqual({
      lastRunAt: DUE,
      lastCrawlId: crawl?.id,
      lastRunComplete: true,
      lastSkippedAt: null,
    });
  });

  test('of the index takes every stored domain', async () => {
    await put({ source: { kind: 'index' } });
    async function* names(): AsyncGenerator<string> {
      for (let n = 0; n < 2_500; n++) yield `n${n}.test`;
    }
    const run = await runSchedule({ ...parts, domains: { ...parts.domains, names } }, 's', DUE);
    expect(run.kind === 'started' && run.crawl.sites.total).toBe(2_500);
  });

  test('of a list takes the domains that it has then, and says so if it is gone', async () => {
    const { lists } = storage.domains;
    const listed = (n: number): string => `n${n}.test`;
    await lists.put({ id: 'mine', at: 1 }, [Array.from({ length: 2_500 }, (_, n) => listed(n))]);
    await put({ source: { kind: 'listed', list: 'mine' } });
    const run = await runSchedule(parts, 's', DUE);
    expect(run.kind === 'started' && run.crawl.sites.total).toBe(2_500);
    const first = run.kind === 'started' ? await storage.crawls.unfinished(run.crawl.id, null, 3) : [];
    expect(first).toEqual(['n0.test', 'n1.test', 'n10.test']);
    await lists.delete('mine');
    await put({ id: 'gone', source: { kind: 'listed', list: 'mine' } });
    const none = await runSchedule(parts, 'gone', DUE);
    expect(none.kind === 'started' && none.crawl).toMatchObject({
      sites: { total: 0 },
      rejected: { count: 1, samples: [{ text: 'mine', reason: 'there is no list of this name' }] },
    });
  });

  test('is done once, even if many processes try, repeatedly', async () => {
    await put();
    const all = await Promise.all(Array.from({ length: 6 }, () => runSchedule(parts, 's', DUE)));
    expect(all.filter(({ kind }) => kind === 'started')).toHaveLength(1);
    expect(await runSchedule(parts, 's', DUE)).toEqual({ kind: 'none' });
    expect(await crawls()).toHaveLength(1);
    expect(await storage.crawls.unfinished((await runs()).lastCrawlId ?? '', null, 10)).toEqual([
      'a.test',
      'b.test',
    ]);
  });

  test('is one for all times that have passed, whichever of them is given', async () => {
    await put();
    vi.setSystemTime(DUE + 5 * HOUR + 1_000);
    expect(await runSchedule(parts, 's', DUE)).toMatchObject({ kind: 'started', dueAt: DUE + 5 * HOUR });
    expect(await runSchedule(parts, 's', DUE + 5 * HOUR)).toEqual({ kind: 'none' });
    expect(await runSchedule(parts, 's', DUE + 2 * HOUR)).toEqual({ kind: 'none' });
    expect(await crawls()).toHaveLength(1);
  });

  test('is the one that is due by the clock of the queue, although this clock is slow', async () => {
    await put();
    vi.setSystemTime(DUE - 2_000);
    expect(await runSchedule(parts, 's', DUE)).toMatchObject({ kind: 'started', dueAt: DUE });
  });

  test('is skipped while the crawl of an earlier one is unfinished, and reported as skipped', async () => {
    await put();
    await runSchedule(parts, 's', DUE);
    const [first] = await crawls();
    const crawlId = first?.id ?? '';
    vi.setSystemTime(DUE + HOUR + 1_000);
    const next = DUE + HOUR;
    expect(await runSchedule(parts, 's', next)).toEqual({ kind: 'skipped', dueAt: next, crawlId });
    expect(await runs()).toMatchObject({ lastRunAt: DUE, lastCrawlId: crawlId, lastSkippedAt: next });
    await finish(crawlId);
    // That time is over.
    expect(await runSchedule(parts, 's', next)).toEqual({ kind: 'none' });
    vi.setSystemTime(DUE + 2 * HOUR + 1_000);
    expect(await runSchedule(parts, 's', DUE + 2 * HOUR)).toMatchObject({ kind: 'started' });
    expect(await crawls()).toHaveLength(2);
  });

  test('with an interrupted submission is repeated after it was discarded, but not before', async () => {
    await put();
    // The state that a kill after the creation of the crawl leaves.
    const { id } = await storage.crawls.create({ ...SPEC, scheduleId: 's' });
    await storage.crawls.schedules.setRuns('s', await runs(), {
      lastRunAt: DUE,
      lastCrawlId: id,
      lastRunComplete: false,
      lastSkippedAt: null,
    });
    expect(await runSchedule(parts, 's', DUE)).toEqual({ kind: 'wait', crawlId: id });
    await storage.crawls.discardUnsealed(0);
    const run = await runSchedule(parts, 's', DUE);
    expect(run).toMatchObject({ kind: 'started', dueAt: DUE });
    expect(await runs()).toMatchObject({ lastRunAt: DUE, lastRunComplete: true });
    expect(await crawls()).toHaveLength(1);
  });

  test('with a complete crawl is not repeated after its process died', async () => {
    await put();
    await runSchedule(parts, 's', DUE);
    const done = await runs();
    await storage.crawls.schedules.setRuns('s', done, { ...done, lastRunComplete: false });
    await storage.crawls.begin(done.lastCrawlId ?? '', 'a.test', 1);
    expect(await runSchedule(parts, 's', DUE)).toEqual({ kind: 'none' });
    expect(await runs()).toEqual(done);
  });

  test('does nothing for a schedule that was removed, disabled, or changed', async () => {
    expect(await runSchedule(parts, 's', DUE)).toEqual({ kind: 'none' });
    await put({ enabled: false });
    expect(await runSchedule(parts, 's', DUE)).toEqual({ kind: 'none' });
    await put();
    vi.setSystemTime(DUE - 4 * HOUR);
    expect(await runSchedule(parts, 's', DUE - 4 * HOUR)).toEqual({ kind: 'none' });
    expect(await crawls()).toEqual([]);
  });
});

describe('the queue of schedules', () => {
  test('is synchronised with the records, and catches up on missed runs', async () => {
    await put();
    await put({ id: 'off', enabled: false });
    const { queue, set, madeUp } = inMemory();
    set.set('gone', { kind: 'every', seconds: 60 });
    set.set('off', { kind: 'every', seconds: 60 });
    const { schedules } = storage.crawls;
    // What was due before it was put, or is due now, is not missed.
    await syncSchedules({ schedules, queue }, DUE - HOUR + 30_000);
    expect([...set]).toEqual([['s', { kind: 'every', seconds: 3_600 }]]);
    expect(madeUp).toEqual([]);
    await syncSchedules({ schedules, queue }, DUE + 3 * HOUR + 90_000);
    expect(madeUp).toEqual([['s', DUE + 3 * HOUR]]);
    await runSchedule(parts, 's', DUE + 3 * HOUR);
    madeUp.splice(0);
    await syncSchedules({ schedules, queue }, DUE + 3 * HOUR + 90_000);
    expect(madeUp).toEqual([]);
  });
});
