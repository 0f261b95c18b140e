import { describe, expect, test } from 'vitest';
import { createBudget, createLocalCounts, withLocalCounts } from './budget.ts';

const NOON = Date.UTC(2026, 10, 22, 12);

describe('a budget', () => {
  test('is used up, and is there again on the next day', async () => {
    let time = NOON;
    const now = (): number => time;
    const budget = createBudget('a', 2, { counts: createLocalCounts(now), now });
    expect(budget.state()?.left).toBe(2);
    await budget.take();
    expect(budget.state()?.left).toBe(1);
    await budget.take();
    await expect(budget.take()).rejects.toMatchObject({ kind: 'quota', retryAfterMs: 12 * 3_600_000 });
    expect(budget.state()?.left).toBe(0);
    time = NOON + 12 * 3_600_000;
    expect(budget.state()?.left).toBe(2);
    await budget.take();
    expect(budget.state()?.left).toBe(1);
  });

  test('is one for all who count together, and one for each provider', async () => {
    const counts = createLocalCounts(() => NOON);
    const [one, two] = ['a', 'a'].map((name) => createBudget(name, 1, { counts, now: () => NOON }));
    await one?.take();
    await expect(two?.take()).rejects.toMatchObject({ kind: 'quota' });
    await createBudget('b', 1, { counts, now: () => NOON }).take();
  });

  test('none is without bound', async () => {
    const budget = createBudget('a', null, { counts: createLocalCounts(() => NOON), now: () => NOON });
    for (let n = 0; n < 1_000; n++) await budget.take();
    expect(budget.state()).toBeNull();
  });
});

test('while the shared counts are away each process counts for itself, and asks again after a while', async () => {
  let time = NOON;
  let isAway = false;
  let calls = 0;
  const told: unknown[] = [];
  const shared = {
    count: async () => {
      calls++;
      if (isAway) throw new Error('away');
      return { count: 40 };
    },
  };
  const counts = withLocalCounts(
    shared,
    () => time,
    (error) => told.push(error),
  );
  const count = async (): Promise<number> => (await counts.count('a', 60_000)).count;
  expect(await count()).toBe(40);
  isAway = true;
  // What was counted before stays counted.
  expect([await count(), await count()]).toEqual([2, 3]);
  expect([calls, told.length]).toEqual([2, 1]);
  isAway = false;
  time += 2_000;
  expect(await count()).toBe(40);
});

test('local counts forget spans that are over', async () => {
  let time = NOON;
  const counts = createLocalCounts(() => time);
  await counts.count('a', 1_000);
  time += 999;
  expect(await counts.count('a', 1_000)).toEqual({ count: 2 });
  time += 1;
  expect(await counts.count('a', 1_000)).toEqual({ count: 1 });
});
