import { setInterval } from 'node:timers/promises';
import type { Queues } from '@sitegrep/jobs';
import type { DomainIndex } from '@sitegrep/storage';

/** Time between rounds, in milliseconds. */
const EVERY_MS = 10 * 60_000;

/** Rounds that wait for the queue to become empty; a crawl may take weeks. */
const WAITING_ROUNDS = 5;

export interface RankUpkeepOptions {
  readonly domains: Pick<DomainIndex, 'updateRanksAlone'>;
  readonly queues: Pick<Queues, 'counts'>;
  readonly onUpdated: (ranks: number) => void;
  /** Called when a round has failed; the next one does its work. */
  readonly onError: (error: unknown) => void;
  /** Approximate time between rounds, in milliseconds; for tests. */
  readonly everyMs?: number;
}

export interface RankUpkeep {
  /** Notes that a document was put, which may change ranks. */
  note(): void;
  /** Ends the current round early, and resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * Updates ranks after this process has put documents, for storages whose puts don't update ranks: when the queue is empty, or
 * about every hour while it is not. Any number of processes may run it; one of them updates ranks at a time.
 */
export function startRankUpkeep(options: RankUpkeepOptions): RankUpkeep {
  const { domains, queues, onUpdated, onError, everyMs = EVERY_MS } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isDue = false;
  let waited = 0;

  const round = async (): Promise<void> => {
    const counts = await Promise.all([queues.counts('site'), queues.counts('rendered')]);
    const isBusy = counts.some(({ waiting, active, delayed }) => waiting + active + delayed > 0);
    if (isBusy && ++waited <= WAITING_ROUNDS) return;
    isDue = false;
    try {
      const ranks = await domains.updateRanksAlone({ signal });
      // Another process may have counted before the last puts of this one.
      if (ranks === null) isDue = true;
      else waited = 0;
      if (ranks !== null && ranks > 0) onUpdated(ranks);
    } catch (error) {
      isDue = true;
      if (!signal.aborted) throw error;
    }
  };
  const run = async (): Promise<void> => {
    // Random, so that processes do not update at the same time.
    const ms = everyMs * (0.75 + Math.random() / 2);
    try {
      for await (const attempt of setInterval(ms, round, { signal })) {
        if (isDue) await attempt().catch(onError);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };

  const running = run();
  return {
    note() {
      isDue = true;
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
