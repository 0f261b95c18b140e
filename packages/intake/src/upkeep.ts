import { setTimeout as delay } from 'node:timers/promises';
import type { Queues } from '@sitegrep/jobs';
import type { CrawlRecords } from '@sitegrep/storage';
import { resumeCrawls } from './resume.ts';
import { BROKEN_AFTER_MS } from './submission-life.ts';

const EVERY_MS = 5 * 60_000;

export interface UpkeepOptions {
  readonly crawls: CrawlRecords;
  readonly queues: Pick<Queues, 'add' | 'counts'>;
  /**
   * No other process submits to these records: whatever is unsealed at the start broke off. Otherwise it may be a
   * submission that goes on elsewhere, and is given BROKEN_AFTER_MS.
   */
  readonly alone: boolean;
  readonly onDiscarded: (crawls: number) => void;
  readonly onResumed: (unfinished: { readonly crawls: number; readonly sites: number }) => void;
  /** A round failed; the next one does its work. */
  readonly onError: (error: unknown) => void;
  /** Times between rounds, about, and of a quiet submission, in milliseconds; for tests. */
  readonly timing?: { readonly everyMs?: number; readonly brokenAfterMs?: number };
}

export interface Upkeep {
  /** Resolves when the round that runs has ended early. */
  stop(): Promise<void>;
}

/**
 * Takes up what processes left that were stopped or killed: submissions that broke off are discarded, sites without a
 * result go back into the queue. At the start, and from time to time after it: then sites go back only when the queue is
 * empty, so that a submitter that was killed before it had put all of its sites there is made up for, and a queue at
 * work is not filled over and over. Any number of processes may run it.
 *
 * @returns where nobody else submits, once broken submissions are discarded; all else is done while work begins
 * @throws where nobody else submits, if the records can't be read; elsewhere that passes, and the next round does it
 */
export async function startUpkeep(options: UpkeepOptions): Promise<Upkeep> {
  const { crawls, queues, alone, onDiscarded, onResumed, onError } = options;
  const { everyMs = EVERY_MS, brokenAfterMs = BROKEN_AFTER_MS } = options.timing ?? {};
  const stopping = new AbortController();
  const { signal } = stopping;

  const discard = async (quietMs: number): Promise<void> => {
    const { length } = await crawls.discardUnsealed(quietMs);
    if (length > 0) onDiscarded(length);
  };
  const resume = async (): Promise<void> => {
    const unfinished = await resumeCrawls({ crawls, queues, signal });
    if (unfinished.sites > 0) onResumed(unfinished);
  };
  const attempt = async (step: () => Promise<void>): Promise<void> => {
    if (signal.aborted) return;
    try {
      await step();
    } catch (error) {
      onError(error);
    }
  };
  const run = async (): Promise<void> => {
    if (!alone) await attempt(() => discard(brokenAfterMs));
    await attempt(resume);
    // Not all processes at the same time.
    while (await waits(everyMs * (0.75 + Math.random() / 2), signal)) {
      await attempt(() => discard(brokenAfterMs));
      await attempt(async () => {
        const { waiting, active, delayed } = await queues.counts('site');
        if (waiting + active + delayed === 0) await resume();
      });
    }
  };

  if (alone) await discard(0);
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** @returns false if the signal fired before the time was up */
async function waits(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await delay(ms, undefined, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
