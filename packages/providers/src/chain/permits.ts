import { addAbortListener } from 'node:events';
import { ProviderFailure } from '../failure.ts';
import { stopped } from '../http/transport-failure.ts';

export interface PermitLimits {
  /** Calls to the provider at the same time, ≥ 1. */
  readonly concurrency: number;
  /** Calls to it a minute, spread evenly; null: as many as there are. */
  readonly perMinute: number | null;
}

/** Permits for calls to a provider, in this process. */
export interface Permits {
  /**
   * Waits for a permit, first come, first served.
   *
   * @returns gives the permit back; call it once
   * @throws ProviderFailure rate_limited if too many calls are queued already, timeout or cancelled when the signal fires
   */
  take(signal: AbortSignal): Promise<() => void>;
  /** Running and queued calls. */
  inFlight(): number;
}

/** Queued calls for each permit; further calls would not get one in time. */
const MAX_QUEUED_PER_PERMIT = 64;

/** @param name of the provider, for messages */
export function createPermits(name: string, { concurrency, perMinute }: PermitLimits): Permits {
  const gapMs = perMinute === null ? 0 : 60_000 / perMinute;
  const queued: (() => void)[] = [];
  let running = 0;
  /** Time of the next permit, by `performance.now`. */
  let nextAt = 0;
  let timer: NodeJS.Timeout | null = null;

  /** Whether a call may go on at once. */
  function isFree(): boolean {
    return queued.length === 0 && running < concurrency && (gapMs === 0 || nextAt <= performance.now());
  }

  function start(): void {
    if (gapMs > 0) nextAt = Math.max(nextAt, performance.now()) + gapMs;
    running++;
  }

  /** Starts as many queued calls as may run. */
  function admit(): void {
    while (queued.length > 0 && running < concurrency) {
      const wait = nextAt - performance.now();
      if (wait > 0) {
        timer ??= setTimeout(() => {
          timer = null;
          admit();
        }, wait);
        return;
      }
      start();
      queued.shift()?.();
    }
  }

  function end(): void {
    running--;
    admit();
  }

  return {
    async take(signal) {
      const target = `a permit for ${name}`;
      if (signal.aborted) throw stopped(signal, target);
      if (queued.length >= MAX_QUEUED_PER_PERMIT * concurrency)
        throw new ProviderFailure('rate_limited', `too many calls wait for ${target}`, {
          retryAfterMs: gapMs,
        });
      if (isFree()) {
        start();
        return end;
      }
      const permit = Promise.withResolvers<void>();
      const leave = (): void => {
        const index = queued.indexOf(permit.resolve);
        if (index < 0) return;
        queued.splice(index, 1);
        permit.reject(stopped(signal, target));
      };
      queued.push(permit.resolve);
      using _listener = addAbortListener(signal, leave);
      admit();
      await permit.promise;
      return end;
    },
    inFlight: () => running + queued.length,
  };
}
