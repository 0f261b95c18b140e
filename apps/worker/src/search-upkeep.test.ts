import { expect, test } from 'vitest';
import { startSearchUpkeep } from './search-upkeep.ts';

/** Rounds that end when the test says so. */
function controlledRounds() {
  const rounds: {
    readonly end: () => void;
    readonly fail: (error: Error) => void;
    readonly signal: AbortSignal;
  }[] = [];
  const fill = ({ signal = new AbortController().signal } = {}): Promise<void> =>
    new Promise((resolve, reject) => {
      rounds.push({ end: resolve, fail: reject, signal });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { rounds, fill };
}

const NEVER_MS = 2 ** 30;

test('a round begins at the start, and when a search may have been saved', async () => {
  const { rounds, fill } = controlledRounds();
  const upkeep = startSearchUpkeep({ searches: { fill }, onError: () => undefined, everyMs: NEVER_MS });
  expect(rounds).toHaveLength(1);
  // One that is saved during a round gets another one.
  upkeep.wake();
  rounds[0]?.end();
  await expect.poll(() => rounds.length).toBe(2);
  rounds[1]?.end();
  upkeep.wake();
  await expect.poll(() => rounds.length).toBe(3);
  await upkeep.stop();
  expect(rounds[2]?.signal.aborted).toBe(true);
});

test('rounds follow each other, also after one that failed', async () => {
  const { rounds, fill } = controlledRounds();
  const errors: unknown[] = [];
  const upkeep = startSearchUpkeep({
    searches: { fill },
    onError: (error) => errors.push(error),
    everyMs: 1,
    againMs: 1,
  });
  const fault = new Error('away');
  rounds[0]?.fail(fault);
  await expect.poll(() => rounds.length).toBe(2);
  rounds[1]?.end();
  await expect.poll(() => rounds.length).toBe(3);
  expect(errors).toEqual([fault]);
  await upkeep.stop();
  expect(errors).toEqual([fault]);
});
