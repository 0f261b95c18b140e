import { setTimeout as delay } from 'node:timers/promises';
import { tell, type TellerOptions } from './teller.ts';

export interface TellingOptions extends Omit<TellerOptions, 'now' | 'random' | 'pollMs'> {
  /** Ends it; what is under way is sent again by who tells next, under the same id. */
  readonly signal: AbortSignal;
  /** Clock in milliseconds since the epoch; for tests, as the others. */
  readonly now?: () => number;
  readonly random?: () => number;
  readonly pollMs?: number;
  readonly againMs?: number;
}

/** Time between two looks at the events, in milliseconds. */
const POLL_MS = 1_000;
/** Time until it is tried again to tell, after another process did or the storage failed. */
const AGAIN_MS = 5_000;

/** Tells what happens to saved searches, whenever no other process does, until the signal is aborted. */
export async function runTelling(options: TellingOptions): Promise<void> {
  const { signal, deliveries, onError, againMs = AGAIN_MS } = options;
  const defaults = { now: Date.now, random: Math.random, pollMs: POLL_MS };
  const parts = { ...defaults, ...options };
  while (!signal.aborted) {
    try {
      await deliveries.alone((lost) => tell(parts, AbortSignal.any([signal, lost])));
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await delay(againMs, null, { signal }).catch(() => null);
  }
}
