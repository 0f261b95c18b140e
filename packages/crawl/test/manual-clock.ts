import type { Clock } from '../src/options.ts';

export interface ManualClock extends Clock {
  advance(ms: number): void;
  /** Number of set timers. */
  readonly timers: ReadonlySet<unknown>;
}

/** A clock whose time passes only by `advance`. */
export function manualClock(): ManualClock {
  let now = 1_000_000;
  const timers = new Set<{ at: number; action: () => void }>();
  return {
    now: () => now,
    schedule(ms, action) {
      const timer = { at: now + ms, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      now += ms;
      for (const timer of timers) {
        if (timer.at > now) continue;
        timers.delete(timer);
        timer.action();
      }
    },
    timers,
  };
}
