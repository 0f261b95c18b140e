import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

describe('oneAtATime', () => {
  test('work with the same name never overlaps, and its results are returned', async () => {
    const name = randomUUID();
    let at = 0;
    let most = 0;
    const work = async (n: number): Promise<number> =>
      oneAtATime(name, 20_000, async () => {
        most = Math.max(most, ++at);
        await new Promise((resolve) => setImmediate(resolve));
        at--;
        return n;
      });
    await expect(Promise.all([1, 2, 3].map(work))).resolves.toEqual([1, 2, 3]);
    expect(most).toBe(1);
  });

  test('work with another name does not wait', async () => {
    const inner = oneAtATime(randomUUID(), 0, async () => oneAtATime(randomUUID(), 0, async () => 'done'));
    await expect(inner).resolves.toBe('done');
  });

  test('waiting too long is an error, and failed work releases the name', async () => {
    const name = randomUUID();
    await expect(oneAtATime(name, 0, async () => oneAtATime(name, 0, async () => 'never'))).rejects.toThrow(
      `Another start or stop holds ${name} for too long.`,
    );
    await expect(oneAtATime(name, 0, async () => 'free')).resolves.toBe('free');
  });
});
