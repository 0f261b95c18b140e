import { expect, it } from 'vitest';
import { Tallies, type SiteTally } from './site-counters.ts';

const tallyOf = (total: number): SiteTally => ({
  total,
  running: 0,
  outcomes: {},
  pages: 0,
  bytes: 0,
  activeFrom: null,
  finishedAt: null,
});

/** Searches that end when told to, in the order they were started, and a clock that is set. */
function controlled() {
  const started: {
    readonly ids: readonly string[];
    answer(totals: Record<string, number>): void;
    fail(): void;
  }[] = [];
  let time = 0;
  const tallies = new Tallies(
    (ids) => {
      const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, SiteTally>>();
      started.push({
        ids,
        answer: (totals) =>
          resolve(new Map(Object.entries(totals).map(([id, total]) => [id, tallyOf(total)]))),
        fail: () => reject(new Error('a shard failed')),
      });
      return promise;
    },
    () => time,
  );
  const totals = async (...ids: readonly string[]): Promise<readonly (number | undefined)[]> => {
    const found = await tallies.of(ids.map((id) => ({ id, sealed: true })));
    return ids.map((id) => found.get(id)?.total);
  };
  return { tallies, totals, started, setTime: (ms: number) => (time = ms) };
}

/** Lets everything run that waits for nothing outside. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('begins a search after each call, one for all that came while another ran', async () => {
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

it('counts 1,000 crawls with a search at most', async () => {
  const { totals, started } = controlled();
  const ids = (prefix: string): readonly string[] => Array.from({ length: 600 }, (_, n) => `${prefix}${n}`);
  const asked = [totals('first'), totals(...ids('a')), totals(...ids('b'))];
  for (const place of asked.keys()) {
    await settled();
    started[place]?.answer({});
  }
  await Promise.all(asked);
  expect(started.map(({ ids }) => ids.length)).toEqual([1, 600, 600]);
});

it('lets nobody wait for a second search after one that failed, and begins anew with the next call', async () => {
  const { totals, started } = controlled();
  const results = Promise.allSettled([totals('a'), totals('b')]);
  started[0]?.fail();
  const failed = { status: 'rejected', reason: new Error('a shard failed') };
  expect(await results).toEqual([failed, failed]);
  const next = totals('b');
  started[1]?.answer({ b: 1 });
  expect(await next).toEqual([1]);
});

it('counts a large crawl anew after ten times as long as that took, a small one each time', async () => {
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

it('keeps no tally of a crawl that may get more sites, nor any for more than a minute', async () => {
  const { tallies, totals, started, setTime } = controlled();
  const open = tallies.of([{ id: 'open', sealed: false }]);
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
