import { setInterval } from 'node:timers/promises';
import type { Queues } from '@sitegrep/jobs';
import type { DomainIndex } from '@sitegrep/storage';

/** A crawl that goes on for weeks is never done with, but a queue that is empty now and then has time to spare. */
const EVERY_MS = 10 * 60_000;

export interface RankUpkeepOptions {
  readonly domains: Pick<DomainIndex, 'updateRanks'>;
  readonly queues: Pick<Queues, 'counts'>;
  readonly onUpdated: (ranks: number) => void;
  /** It failed; the next round does its work. */
  readonly onError: (error: unknown) => void;
  /** Time between rounds, about, in milliseconds; for tests. */
  readonly everyMs?: number;
}

export interface RankUpkeep {
  /** To be called when a document was put: ranks may follow. */
  note(): void;
  /** Resolves when the round that runs has ended early. */
  stop(): Promise<void>;
}

/**
 * Updates ranks when this process has put documents and nothing is left to be crawled, where puts don't do so
 * themselves. Any number of processes may run it.
 */
export function startRankUpkeep(options: RankUpkeepOptions): RankUpkeep {
  const { domains, queues, onUpdated, onError, everyMs = EVERY_MS } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isDue = false;

  const round = async (): Promise<void> => {
    const { waiting, active, delayed } = await queues.counts('site');
    if (waiting + active + delayed > 0) return;
    isDue = false;
    try {
      const ranks = await domains.updateRanks({ signal });
      if (ranks > 0) onUpdated(ranks);
    } catch (error) {
      isDue = true;
      if (!signal.aborted) throw error;
    }
  };
  const run = async (): Promise<void> => {
    // Not all processes at the same time.
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
