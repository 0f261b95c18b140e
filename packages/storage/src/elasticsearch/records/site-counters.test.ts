import { expect, it } from 'vitest';
import { SiteCounters, type SiteCounts } from './site-counters.ts';

const countsOf = (total: number): SiteCounts => ({
  total,
  running: 0,
  outcomes: {},
  pages: 0,
  bytes: 0,
  activeFrom: null,
  finishedAt: null,
});

/** Searches that the test ends, in the order in which they started, and a clock that the test sets. */
function controlled() {
  const started: {
    readonly ids: readonly string[];
    answer(totals: Record<string, number>): void;
    fail(): void;
  }[] = [];
  let time = 0;
  const counters = new SiteCounters(
    (ids) => {
      const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, SiteCounts>>();
      started.push({
        ids,
        answer: (totals) =>
          resolve(new Map(Object.entries(totals).map(([id, total]) => [id, countsOf(total)]))),
        fail: () => reject(new Error('a shard failed')),
      });
      return promise;
    },
    () => time,
  );
  const totals = async (...ids: readonly string[]): Promise<readonly (number | undefined)[]> => {
    const found = await counters.of(ids.map((id) => ({ id, sealed: true })));
    return ids.map((id) => found.get(id)?.total);
  };
  return { counters, totals, started, setTime: (ms: number) => (time = ms) };
}

/** Waits for all pending callbacks that need nothing from outside. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('starts a search after each call; calls during a search share the next one', async () => {
  const { totals, started } = controlled();
  const first = totals('a');
  const later = [totals('a', 'b'), totals('c')];
  await settled();
  expect(started.map(({ ids }) => ids)).toEqual([['a']]);
  started[0]?.answer({ a: 1 });
  expect(await first).toEqual([1]);
  await settled();
  expect(started.map(({ ids }) => ids)).toEqual([['a'], ['a', 'b', 'c']]);
  started[1]?.answer({ a: 2, c: 3 });
  expect(await Promise.all(later)).toEqual([[2, undefined], [3]]);
});

it('counts at most 1,000 crawls per search', async () => {
  const { totals, started } = controlled();
  const ids = (prefix: string): readonly string[] => Array.from({ length: 600 }, (_, n) => `${prefix}${n}`);
  const calls = [totals('first'), totals(...ids('a')), totals(...ids('b'))];
  for (const index of calls.keys()) {
    await settled();
    started[index]?.answer({});
  }
  await Promise.all(calls);
  expect(started.map(({ ids }) => ids.length)).toEqual([1, 600, 600]);
});

it('fails all queued calls when a search fails, and starts again with the next call', async () => {
  const { totals, started } = controlled();
  const results = Promise.allSettled([totals('a'), totals('b')]);
  started[0]?.fail();
  const failed = { status: 'rejected', reason: new Error('a shard failed') };
  expect(await results).toEqual([failed, failed]);
  const next = totals('b');
  started[1]?.answer({ b: 1 });
  expect(await next).toEqual([1]);
});

it('counts a large crawl again after ten times the duration of its count, and a small crawl each time', async () => {
  const { totals, started, setTime } = controlled();
  const first = totals('large', 'small');
  setTime(2_000);
  started[0]?.answer({ large: 100_000, small: 99_999 });
  await first;
  setTime(21_999);
  const second = totals('large', 'small');
  expect(started[1]?.ids).toEqual(['small']);
  started[1]?.answer({ small: 5 });
  expect(await second).toEqual([100_000, 5]);
  setTime(22_000);
  void totals('large');
  await settled();
  expect(started[2]?.ids).toEqual(['large']);
});

it('caches no counts of a crawl that may get more sites, and none for more than a minute', async () => {
  const { counters, totals, started, setTime } = controlled();
  const open = counters.of([{ id: 'open', sealed: false }]);
  setTime(1_000);
  started[0]?.answer({ open: 200_000 });
  await open;
  const slow = totals('open');
  setTime(31_000);
  started[1]?.answer({ open: 300_000 });
  expect(await slow).toEqual([300_000]);
  setTime(90_999);
  expect(await totals('open')).toEqual([300_000]);
  setTime(91_000);
  void totals('open');
  await settled();
  expect(started).toHaveLength(3);
});
