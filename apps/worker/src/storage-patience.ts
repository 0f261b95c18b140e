import { setTimeout } from 'node:timers/promises';
import { Fatal, RetryLater } from '@sitegrep/jobs';
import { StorageBusy, StorageCorrupt, StorageUnavailable } from '@sitegrep/storage';

export interface StoragePatienceOptions {
  /** The longest wait between two tries, in milliseconds; the first waits are shorter. */
  readonly storageRetryMs: number;
  /** How long a call is tried again before its job is handed back, in milliseconds; a quarter of an hour if not said. */
  readonly storagePatienceMs?: number;
  /** The storage has gone; told once. */
  readonly onAway?: ((error: Error) => void) | undefined;
  /** It answers again. */
  readonly onBack?: (() => void) | undefined;
}

/**
 * Asks the storage, and again while it is down, with the same right each time: what is asked must bear repeating.
 *
 * @throws RetryLater when patience has ended, so that the job comes again without an attempt used up; Fatal for a damaged
 *   storage; the signal's reason; anything else as it is, e.g. that a document can't be stored, for it is the job's own
 */
export type Patiently = <T>(
  signal: AbortSignal,
  ask: () => Promise<T>,
  passes: (error: unknown) => boolean,
) => Promise<T>;

const PATIENCE_MS = 15 * 60_000;
const FIRST_WAIT_MS = 250;

/** Waiting helps, whatever was asked. */
export function isDown(error: unknown): boolean {
  return error instanceof StorageUnavailable || error instanceof StorageBusy;
}

export function openStoragePatience(options: StoragePatienceOptions): Patiently {
  const { storageRetryMs, storagePatienceMs = PATIENCE_MS, onAway, onBack } = options;
  let away = false;

  return async (signal, ask, passes) => {
    const until = performance.now() + storagePatienceMs;
    for (
      let waitMs = Math.min(FIRST_WAIT_MS, storageRetryMs);
      ;
      waitMs = Math.min(2 * waitMs, storageRetryMs)
    ) {
      try {
        const answer = await unlessAborted(signal, ask);
        if (away) onBack?.();
        away = false;
        return answer;
      } catch (cause) {
        signal.throwIfAborted();
        const error = cause instanceof Error ? cause : new Error(String(cause));
        if (error instanceof StorageCorrupt) throw new Fatal(`storage: ${error.message}`, { cause });
        if (!passes(error)) throw cause;
        if (performance.now() >= until) {
          throw new RetryLater(storageRetryMs, `storage: ${error.message}`, { cause });
        }
        if (!away) onAway?.(error);
        away = true;
      }
      // Jobs that found it gone together don't come back together.
      await setTimeout(waitMs * (0.5 + Math.random() / 2), undefined, { signal });
    }
  };
}

/** A call that hangs doesn't keep a job whose process goes down; what comes of it later is as good as a repetition. */
async function unlessAborted<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([ask(), aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
