// Looks after saved searches: decides what is stored for those that were saved or changed, and drops old events.
import type { SavedSearches } from '@sitegrep/storage';

/** Time between rounds, in milliseconds. */
const EVERY_MS = 2_000;

/** Time until the next round after one that failed, in milliseconds. */
const AGAIN_MS = 30_000;

export interface SearchUpkeepOptions {
  readonly searches: Pick<SavedSearches, 'fill'>;
  /** Called when a round has failed; the next one does its work. */
  readonly onError: (error: unknown) => void;
  /** Times in milliseconds; for tests. */
  readonly everyMs?: number;
  readonly againMs?: number;
}

export interface SearchUpkeep {
  /** Begins the next round at once, since a search may have been saved. */
  wake(): void;
  /** Ends the current round early, and resolves when it has ended. */
  stop(): Promise<void>;
}

/** Fills saved searches round by round; any number of processes may do so. */
export function startSearchUpkeep(options: SearchUpkeepOptions): SearchUpkeep {
  const { searches, onError, everyMs = EVERY_MS, againMs = AGAIN_MS } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let woken = Promise.withResolvers<void>();

  async function run(): Promise<void> {
    while (!signal.aborted) {
      let pauseMs = everyMs;
      try {
        // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- searches are filled here
        await searches.fill({ signal });
      } catch (error) {
        if (signal.aborted) return;
        onError(error);
        pauseMs = againMs;
      }
      await paused(pauseMs);
    }
  }

  async function paused(ms: number): Promise<void> {
    const due = Promise.withResolvers<void>();
    const timer = setTimeout(() => due.resolve(), ms);
    await Promise.race([due.promise, woken.promise]);
    clearTimeout(timer);
    woken = Promise.withResolvers();
  }

  const running = run();
  return {
    wake: () => woken.resolve(),
    stop: async () => {
      stopping.abort();
      woken.resolve();
      await running;
    },
  };
}
