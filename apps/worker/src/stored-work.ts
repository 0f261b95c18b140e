// Work that the records keep, one at a time: a process takes it up, and leaves it to the next one when it stops or is killed.
import { setTimeout as delay } from 'node:timers/promises';

/** Time between two looks at the records, in milliseconds. */
const EVERY_MS = 5_000;

/** The work as the records have it. */
interface WorkStore {
  get(): Promise<{ readonly state: string } | null>;
  /** Does the work unless another process does; its signal fires when another one took it over. */
  alone(work: (lost: AbortSignal) => Promise<void>): Promise<unknown>;
}

export interface StoredWorkOptions {
  /** Called when the work could not go on; it is tried again. */
  readonly onError: (error: unknown) => void;
  /** Time between two looks at the records, in milliseconds; for tests. */
  readonly everyMs?: number;
}

export interface StoredWork {
  /** Looks at the records at once. */
  wake(): void;
  /** Ends the work after what is being written, and resolves when it has ended. */
  stop(): Promise<void>;
}

/** Does the work whenever the records have some that goes on. */
export function startStoredWork(
  store: WorkStore,
  work: (signal: AbortSignal) => Promise<void>,
  { onError, everyMs = EVERY_MS }: StoredWorkOptions,
): StoredWork {
  const stopping = new AbortController();
  let awake = new AbortController();

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        if ((await store.get())?.state === 'running') {
          await store.alone((lost) => work(AbortSignal.any([stopping.signal, lost])));
        }
      } catch (error) {
        if (!stopping.signal.aborted) onError(error);
      }
      await rested(everyMs, AbortSignal.any([stopping.signal, awake.signal]));
      if (awake.signal.aborted) awake = new AbortController();
    }
  };

  const running = run();
  return {
    wake: () => awake.abort(),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Waits so many milliseconds, or until the signal fires. */
export async function rested(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
