import { setTimeout as delay } from 'node:timers/promises';
import type { Queues } from '@sitegrep/jobs';
import type { CrawlRecords } from '@sitegrep/storage';
import { Feeder } from './feeder.ts';
import { INTERRUPTED_AFTER_MS } from './submit.ts';

/** Times in milliseconds. */
const TIMING = {
  /** Time between rounds of feeding while crawls are unfinished: workers take at most half of a window meanwhile. */
  feedMs: 500,
  /** Time between rounds of feeding and of cancelling while there is nothing to do. */
  idleMs: 2_000,
  /** Time between searches for interrupted submissions, approximately. */
  discardMs: 5 * 60_000,
  /** Time between searches for crawls to remove, approximately. */
  removeMs: 60_000,
  /** Time after a failed round. */
  failedMs: 5_000,
  /** Time without a heartbeat after which a submission counts as interrupted. */
  interruptedAfterMs: INTERRUPTED_AFTER_MS,
};

/** Sites of cancelled crawls that get their result in one call. A data folder's records answer no other call meanwhile. */
const CANCELLED_AT_A_TIME = 2_000;

/** Crawls that are removed in one call because they ended long ago. */
const REMOVED_AT_A_TIME = 100;

/** Sites of removed crawls that are removed in one call. */
const PURGED_AT_A_TIME = 5_000;

const DAY_MS = 24 * 3_600_000;

export type UpkeepTask = 'feed' | 'cancel' | 'discard' | 'remove';

/** Numbers of records that one round has removed. */
interface RemovedRecords {
  /** Crawls that ended too long ago. */
  readonly crawls: number;
  /** Sites of crawls that are gone, for whatever reason. */
  readonly sites: number;
}

export interface UpkeepOptions {
  readonly crawls: CrawlRecords;
  readonly queues: Pick<Queues, 'add' | 'counts' | 'waitingByPriority'>;
  /** Maximum queued jobs; see Feeder. */
  readonly window: number;
  /**
   * Whether no other process submits to these records: an unsealed crawl at the start is then interrupted. Otherwise another
   * process may still submit it, and it is discarded after INTERRUPTED_AFTER_MS.
   */
  readonly alone: boolean;
  readonly onDiscarded: (crawls: number) => void;
  /** Days after its end for which a crawl is stored. */
  readonly retentionDays: number;
  /** Called when everything was removed that is to be, if that was anything. */
  readonly onRemoved: (removed: RemovedRecords) => void;
  /** Called with the number of sites of cancelled crawls that got their result without being crawled. */
  readonly onCancelled: (sites: number) => void;
  /** Called when a round has failed after one that did not; later rounds do its work. */
  readonly onError: (error: unknown, task: UpkeepTask) => void;
  /** Other times than TIMING, for tests. */
  readonly timing?: Partial<typeof TIMING>;
}

export interface Upkeep {
  /** Starts rounds at once, after a crawl was submitted or cancelled. */
  wake(): void;
  /** Fills the queue again, after it has lost its content. */
  refill(): void;
  /** Ends the current rounds early, and resolves when they have ended. */
  stop(): Promise<void>;
}

/**
 * Maintains crawls until it is stopped: feeds the queue from the records, gives the sites of cancelled crawls their result,
 * discards interrupted submissions, and removes crawls that ended long ago. Everything it needs is in the records, so it continues the work of stopped and
 * killed processes. Any number of processes may run it.
 *
 * @returns if `alone`, after interrupted submissions are discarded; everything else is done while work begins
 * @throws if `alone` and the records can't be read; otherwise such an error is temporary, and the next round tries again
 */
export async function startUpkeep(options: UpkeepOptions): Promise<Upkeep> {
  const { crawls, queues, window, alone, onDiscarded, onCancelled, onError } = options;
  const { retentionDays, onRemoved } = options;
  const { feedMs, idleMs, discardMs, removeMs, failedMs, interruptedAfterMs } = {
    ...TIMING,
    ...options.timing,
  };
  const feeder = new Feeder({ crawls, queues, window });

  const discard = async (quietMs: number): Promise<void> => {
    const { length } = await crawls.discardUnsealed(quietMs);
    if (length > 0) onDiscarded(length);
  };
  const optionsOf = (task: UpkeepTask) => ({
    failedMs,
    onError: (error: unknown) => onError(error, task),
  });

  if (alone) await discard(0);
  const feeding = startRounds(
    async (signal) => ((await feeder.feed(signal)) ? feedMs : idleMs),
    optionsOf('feed'),
  );
  const cancelling = startRounds(async () => {
    const sites = await crawls.cancelSites(CANCELLED_AT_A_TIME);
    if (sites > 0) onCancelled(sites);
    return sites > 0 ? 0 : idleMs;
  }, optionsOf('cancel'));
  const removing = startRounds(async (signal) => {
    const removed = { crawls: 0, sites: 0 };
    try {
      await removeRecords(crawls, Date.now() - retentionDays * DAY_MS, removed, signal);
    } finally {
      if (removed.crawls + removed.sites > 0) onRemoved(removed);
    }
    // Random, so that processes do not remove the same at the same time.
    return removeMs * (0.75 + Math.random() / 2);
  }, optionsOf('remove'));
  const discarding = startRounds(
    async () => {
      await discard(interruptedAfterMs);
      // Random, so that processes do not search at the same time.
      return discardMs * (0.75 + Math.random() / 2);
    },
    { ...optionsOf('discard'), firstMs: alone ? discardMs : 0 },
  );

  return {
    wake: () => {
      feeding.wake();
      cancelling.wake();
      removing.wake();
    },
    refill: () => {
      feeder.restart();
      feeding.wake();
    },
    stop: async () => {
      await Promise.all([feeding.stop(), cancelling.stop(), discarding.stop(), removing.stop()]);
    },
  };
}

/**
 * Removes crawls that ended before a time, and what is left of crawls that are gone, until nothing is or the signal fires.
 *
 * @param removed counts what is removed, also before an error
 */
async function removeRecords(
  crawls: Pick<CrawlRecords, 'removeEnded' | 'purge'>,
  before: number,
  removed: { crawls: number; sites: number },
  signal: AbortSignal,
): Promise<void> {
  // All crawls first: a store that keeps the sites of some crawls together can then remove them at once.
  for (let ended = 1; ended > 0 && !signal.aborted;) {
    ended = await crawls.removeEnded(before, REMOVED_AT_A_TIME);
    removed.crawls += ended;
  }
  for (let sites = 1; sites > 0 && !signal.aborted;) {
    sites = await crawls.purge(PURGED_AT_A_TIME);
    removed.sites += sites;
  }
}

/** A task that is repeated. */
interface Rounds {
  /** Starts the next round at once, or another one after the current round. */
  wake(): void;
  /** Resolves when the current round has ended. */
  stop(): Promise<void>;
}

interface RoundsOptions {
  /** Time before the first round, in milliseconds. */
  readonly firstMs?: number;
  /** Time between a failed round and the next, in milliseconds. */
  readonly failedMs: number;
  /** Called when a round has failed after one that did not, so an outage is reported once. */
  readonly onError: (error: unknown) => void;
}

/** @param round runs one round, and gives the milliseconds to wait before the next */
function startRounds(
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
      // A call of `wake` from here on may be too late for this round.
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

/** Waits until the time is over or the signal fires. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
