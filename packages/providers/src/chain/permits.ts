import { ProviderFailure } from '../failure.ts';
import { stopped } from '../http/transport-failure.ts';

export interface TurnLimits {
  /** Calls to the provider at the same time, ≥ 1. */
  readonly concurrency: number;
  /** Calls to it a minute, spread evenly; null: as many as there are. */
  readonly perMinute: number | null;
}

/** When a provider may be asked, in this process. */
export interface Turns {
  /**
   * Waits for a turn, first come, first served.
   *
   * @returns ends the turn; once
   * @throws ProviderFailure rate_limited if too many wait already, timeout or cancelled when the signal fires
   */
  take(signal: AbortSignal): Promise<() => void>;
  /** Calls that go on, and calls that wait. */
  inFlight(): number;
}

/** Calls that wait for each that may go on at the same time; more would not get their turn in time. */
const WAITING_EACH = 64;

/** @param name of the provider, for messages */
export function createTurns(name: string, { concurrency, perMinute }: TurnLimits): Turns {
  const gapMs = perMinute === null ? 0 : 60_000 / perMinute;
  const waiting: (() => void)[] = [];
  let running = 0;
  /** By `performance.now`. */
  let nextAt = 0;
  let timer: NodeJS.Timeout | null = null;

  /** Whether a call may go on at once. */
  function isFree(): boolean {
    return waiting.length === 0 && running < concurrency && (gapMs === 0 || nextAt <= performance.now());
  }

  function start(): void {
    if (gapMs > 0) nextAt = Math.max(nextAt, performance.now()) + gapMs;
    running++;
  }

  /** Lets as many through as may. */
  function admit(): void {
    while (waiting.length > 0 && running < concurrency) {
      const wait = nextAt - performance.now();
      if (wait > 0) {
        timer ??= setTimeout(() => {
          timer = null;
          admit();
        }, wait);
        return;
      }
      start();
      waiting.shift()?.();
    }
  }

  function end(): void {
    running--;
    admit();
  }

  return {
    async take(signal) {
      const place = `a turn at ${name}`;
      if (signal.aborted) throw stopped(signal, place);
      if (waiting.length >= WAITING_EACH * concurrency)
        throw new ProviderFailure('rate_limited', `too many wait for ${place}`, { retryAfterMs: gapMs });
      if (isFree()) {
        start();
        return end;
      }
      const turn = Promise.withResolvers<void>();
      const leave = (): void => {
        const index = waiting.indexOf(turn.resolve);
        if (index < 0) return;
        waiting.splice(index, 1);
        turn.reject(stopped(signal, place));
      };
      waiting.push(turn.resolve);
      signal.addEventListener('abort', leave, { once: true });
      admit();
      try {
        await turn.promise;
      } finally {
        signal.removeEventListener('abort', leave);
      }
      return end;
    },
    inFlight: () => running + waiting.length,
  };
}
