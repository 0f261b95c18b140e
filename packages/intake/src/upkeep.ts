import type { Queues } from '@sitegrep/jobs';
import type { CrawlRecords } from '@sitegrep/storage';
import { Feeder } from './feeder.ts';
import { startRounds } from './rounds.ts';
import { BROKEN_AFTER_MS } from './submission-life.ts';

/** Times between two rounds, in milliseconds. */
const TIMING = {
  /** Of feeding, while crawls go on: workers take at most half of a window meanwhile. */
  feedMs: 500,
  /** Of feeding and of cancelling, while there is nothing to do. */
  idleMs: 2_000,
  /** Of looking for submissions that broke off, about. */
  discardMs: 5 * 60_000,
  /** After one that failed. */
  failedMs: 5_000,
  /** How long a submission is quiet before it counts as broken off. */
  brokenAfterMs: BROKEN_AFTER_MS,
};

/** Sites of cancelled crawls that get their result in one call: a data folder's records answer nobody else meanwhile. */
const CANCELLED_AT_A_TIME = 2_000;

export type UpkeepTask = 'feed' | 'cancel' | 'discard';

export interface UpkeepOptions {
  readonly crawls: CrawlRecords;
  readonly queues: Pick<Queues, 'add' | 'counts' | 'waitingByPriority'>;
  /** Jobs that may wait in the queue at a time: see Feeder. */
  readonly window: number;
  /**
   * No other process submits to these records: whatever is unsealed at the start broke off. Otherwise it may be a
   * submission that goes on elsewhere, and is given BROKEN_AFTER_MS.
   */
  readonly alone: boolean;
  readonly onDiscarded: (crawls: number) => void;
  /** So many sites of cancelled crawls got their result, besides those that were being crawled. */
  readonly onCancelled: (sites: number) => void;
  /** A round failed, and the one before it did not; further ones do its work. */
  readonly onError: (error: unknown, task: UpkeepTask) => void;
  /** Other times than TIMING, for tests. */
  readonly timing?: Partial<typeof TIMING>;
}

export interface Upkeep {
  /** Looks at once what there is to do: a crawl was submitted or cancelled. */
  wake(): void;
  /** The queue lost what was in it: everything that is to be there is put there again. */
  refill(): void;
  /** Resolves when the rounds that run have ended, early. */
  stop(): Promise<void>;
}

/**
 * Does what crawls need besides being crawled, until it is stopped: feeds the queue out of the records, gives the sites of
 * cancelled crawls their result, and discards submissions that broke off. All of it is in the records, so it takes up
 * what processes left that were stopped or killed. Any number of processes may run it.
 *
 * @returns where nobody else submits, once broken submissions are discarded; all else is done while work begins
 * @throws where nobody else submits, if the records can't be read; elsewhere that passes, and the next round does it
 */
export async function startUpkeep(options: UpkeepOptions): Promise<Upkeep> {
  const { crawls, queues, window, alone, onDiscarded, onCancelled, onError } = options;
  const { feedMs, idleMs, discardMs, failedMs, brokenAfterMs } = { ...TIMING, ...options.timing };
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
  const discarding = startRounds(
    async () => {
      await discard(brokenAfterMs);
      // Not all processes at the same time.
      return discardMs * (0.75 + Math.random() / 2);
    },
    { ...optionsOf('discard'), firstMs: alone ? discardMs : 0 },
  );

  return {
    wake: () => {
      feeding.wake();
      cancelling.wake();
    },
    refill: () => {
      feeder.restart();
      feeding.wake();
    },
    stop: async () => {
      await Promise.all([feeding.stop(), cancelling.stop(), discarding.stop()]);
    },
  };
}
