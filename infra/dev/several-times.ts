import { setTimeout as sleep } from 'node:timers/promises';

/** Result of `work`, tried up to `attempts` times (≥ 1) with a wait after each failure. Throws the last error. */
export async function severalTimes<T>(attempts: number, waitMs: number, work: () => Promise<T>): Promise<T> {
  for (let left = attempts - 1; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left <= 0) throw error;
      console.error(`${error instanceof Error ? error.message : String(error)}\nTrying again…`);
      await sleep(waitMs);
    }
  }
}
