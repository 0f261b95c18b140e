import { setTimeout as delay } from 'node:timers/promises';
import { tell, type TellerOptions } from './teller.ts';

export interface TellingOptions extends Omit<TellerOptions, 'now' | 'random' | 'pollMs'> {
  /** Ends it; what is under way is sent again by who tells next, under the same id. */
  readonly signal: AbortSignal;
  /** Work that is done beside it, in the same process as long as that tells, such as making what is told. */
  readonly beside?: (signal: AbortSignal) => Promise<void>;
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
  const { signal, deliveries, onError, beside, againMs = AGAIN_MS } = options;
  const defaults = { now: Date.now, random: Math.random, pollMs: POLL_MS };
  const parts = { ...defaults, ...options };

  /** Ends both when one ends. */
  async function together(until: AbortSignal): Promise<void> {
    const end = new AbortController();
    const both = AbortSignal.any([until, end.signal]);
    const works = [tell(parts, both), ...(beside === undefined ? [] : [beside(both)])];
    const ended = works.map((work) => work.finally(() => end.abort()));
    const fault = (await Promise.allSettled(ended)).find(({ status }) => status === 'rejected');
    if (fault?.status === 'rejected') throw fault.reason;
  }

  while (!signal.aborted) {
    try {
      await deliveries.alone((lost) => together(AbortSignal.any([signal, lost])));
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await delay(againMs, null, { signal }).catch(() => null);
  }
}
