import { setTimeout as delay } from 'node:timers/promises';

/** Something that is done again and again. */
export interface Rounds {
  /** Begins the next round at once, or a further one after that which runs. */
  wake(): void;
  /** Resolves when the round that runs has ended. */
  stop(): Promise<void>;
}

export interface RoundsOptions {
  /** Time before the first round, in milliseconds. */
  readonly firstMs?: number;
  /** Between a round that failed and the next, in milliseconds. */
  readonly failedMs: number;
  /** A round failed that followed one which did not: an outage is told once. */
  readonly onError: (error: unknown) => void;
}

/** @param round one round; gives the milliseconds to wait before the next */
export function startRounds(
  round: (signal: AbortSignal) => Promise<number>,
  { firstMs = 0, failedMs, onError }: RoundsOptions,
): Rounds {
  const stopping = new AbortController();
  let waking = new AbortController();
  let failing = false;

  const attempt = async (): Promise<number> => {
    try {
      const waitMs = await round(stopping.signal);
      failing = false;
      return waitMs;
    } catch (error) {
      if (!failing && !stopping.signal.aborted) onError(error);
      failing = true;
      return failedMs;
    }
  };
  const run = async (): Promise<void> => {
    await pause(firstMs, waking.signal);
    while (!stopping.signal.aborted) {
      // What wakes it from here on may have come too late for this round.
      waking = new AbortController();
      const waitMs = await attempt();
      if (!stopping.signal.aborted) await pause(waitMs, waking.signal);
    }
  };

  const running = run();
  return {
    wake: () => waking.abort(),
    stop: async () => {
      stopping.abort();
      waking.abort();
      await running;
    },
  };
}

/** Waits until the time is up or the signal fires. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
