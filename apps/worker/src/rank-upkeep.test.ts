import { afterEach, expect, test } from 'vitest';
import { startRankUpkeep, type RankUpkeep } from './rank-upkeep.ts';

let upkeep: RankUpkeep | null = null;
afterEach(() => upkeep?.stop());

/** Each read of a queue and each update, in order. @param queue the queue that has the jobs; the other one is empty */
function started(
  waiting: readonly number[],
  update: () => Promise<number | null> = () => Promise.resolve(3),
  queue: 'site' | 'rendered' = 'site',
) {
  const events: string[] = [];
  const changed = new EventTarget();
  const tell = (event: string): void => {
    events.push(event);
    changed.dispatchEvent(new Event('event'));
  };
  let look = 0;
  upkeep = startRankUpkeep({
    queues: {
      counts: (name) => {
        if (name !== queue) return Promise.resolve({ waiting: 0, active: 0, delayed: 0 });
        const count = waiting[look++] ?? 0;
        tell(`${count} waiting`);
        return Promise.resolve({ waiting: count, active: 0, delayed: 0 });
      },
    },
    domains: { updateRanksAlone: () => update() },
    onUpdated: (ranks) => tell(`${ranks} updated`),
    onError: (error) => tell(String(error)),
    everyMs: 1,
  });
  const until = async (last: string): Promise<readonly string[]> => {
    while (events.at(-1) !== last)
      await new Promise((resolve) => changed.addEventListener('event', resolve, { once: true }));
    return events;
  };
  return { upkeep, until };
}

test('ranks are updated once when documents were put and the queue has become empty', async () => {
  const { upkeep: running, until } = started([5, 1, 0]);
  running.note();
  expect(await until('3 updated')).toEqual(['5 waiting', '1 waiting', '0 waiting', '3 updated']);
  running.note();
  expect(await until('3 updated')).toContain('0 waiting');
});

test('sites whose pages are rendered are waited for as well', async () => {
  const { upkeep: running, until } = started([2, 0], undefined, 'rendered');
  running.note();
  expect(await until('3 updated')).toEqual(['2 waiting', '0 waiting', '3 updated']);
});

test('ranks are updated in the sixth round although the queue is never empty, and in the sixth after that', async () => {
  let updates = 0;
  const { upkeep: running, until } = started(
    Array.from({ length: 12 }, () => 7),
    () => Promise.resolve(++updates),
  );
  running.note();
  expect(await until('1 updated')).toEqual([...Array.from({ length: 6 }, () => '7 waiting'), '1 updated']);
  running.note();
  expect((await until('2 updated')).slice(7)).toEqual([
    ...Array.from({ length: 6 }, () => '7 waiting'),
    '2 updated',
  ]);
});

test('an update that another process does is tried again', async () => {
  let tries = 0;
  const { upkeep: running, until } = started([], () => Promise.resolve(++tries < 3 ? null : 8));
  running.note();
  expect(await until('8 updated')).toEqual(['0 waiting', '0 waiting', '0 waiting', '8 updated']);
});

test('a failed update is reported and repeated', async () => {
  let tries = 0;
  const { upkeep: running, until } = started([], () =>
    ++tries === 1 ? Promise.reject(new Error('away')) : Promise.resolve(8),
  );
  running.note();
  expect(await until('8 updated')).toEqual(['0 waiting', 'Error: away', '0 waiting', '8 updated']);
});

test('a running update is stopped', async () => {
  const begun = Promise.withResolvers<void>();
  const errors: unknown[] = [];
  const running = startRankUpkeep({
    queues: { counts: () => Promise.resolve({ waiting: 0, active: 0, delayed: 0 }) },
    domains: {
      updateRanksAlone: ({ signal } = {}) => {
        begun.resolve();
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      },
    },
    onUpdated: () => {},
    onError: (error) => errors.push(error),
    everyMs: 1,
  });
  running.note();
  await begun.promise;
  await running.stop();
  expect(errors).toEqual([]);
});
