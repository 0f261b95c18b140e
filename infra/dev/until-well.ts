import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;

/** Result of `attempt` as soon as it succeeds; it is repeated for up to `withinMs` milliseconds. Throws the last error. */
export async function untilWell<T>(attempt: (leftMs: number) => Promise<T>, withinMs: number): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await attempt(Math.max(1, deadline - Date.now()));
    } catch (error) {
      if (Date.now() + POLL_MS > deadline) throw error;
      await sleep(POLL_MS);
    }
  }
}
