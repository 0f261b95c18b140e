// Wakes those who wait for events of saved searches: one read for all of them, and none while nobody waits.
import type { SavedSearches } from '@sitegrep/storage';

export interface EventTail {
  /** Number of the newest event; 0: there is none. */
  newest(): Promise<number>;
  /** Resolves when an event after this number may have come. Nothing is read after the signal. */
  after(number: number, signal: AbortSignal): Promise<void>;
}

interface EventTailOptions {
  readonly searches: Pick<SavedSearches, 'events'>;
  /** Interval of reads, in milliseconds. */
  readonly everyMs: number;
  /** Called at the first failed read of a series; reading goes on. */
  readonly onError: (error: unknown) => void;
}

export function openEventTail({ searches, everyMs, onError }: EventTailOptions): EventTail {
  /** Those who wait, at most one for each open stream. */
  const waiting = new Set<{ readonly after: number; readonly wake: () => void }>();
  let timer: NodeJS.Timeout | null = null;
  let failing = false;

  async function newest(): Promise<number> {
    const [event] = await searches.events({ after: 0, limit: 1, newestFirst: true });
    return event?.number ?? 0;
  }

  async function read(): Promise<void> {
    try {
      const number = await newest();
      failing = false;
      for (const one of waiting) if (number > one.after) one.wake();
    } catch (error) {
      if (!failing) onError(error);
      failing = true;
    }
    timer = null;
    readLater();
  }

  function readLater(): void {
    if (waiting.size > 0) timer ??= setTimeout(() => void read(), everyMs);
  }

  return {
    newest,
    after: (number, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          waiting.delete(one);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const one = { after: number, wake };
        signal.addEventListener('abort', wake, { once: true });
        waiting.add(one);
        if (signal.aborted) wake();
        readLater();
      }),
  };
}
