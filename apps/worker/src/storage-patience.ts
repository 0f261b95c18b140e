import { setTimeout } from 'node:timers/promises';
import { Fatal, RetryLater } from '@sitegrep/jobs';
import { StorageBusy, StorageCorrupt, StorageUnavailable } from '@sitegrep/storage';

export interface StoragePatienceOptions {
  /** Maximum wait between two tries, in milliseconds; the first waits are shorter. */
  readonly storageRetryMs: number;
  /** Time for which a call is retried before its job is handed back, in milliseconds; by default a quarter of an hour. */
  readonly storagePatienceMs?: number;
  /** Called once when the storage has gone away. */
  readonly onAway?: ((error: Error) => void) | undefined;
}

/**
 * Calls the storage, and retries while it is down. The call must be repeatable.
 *
 * @throws RetryLater after the maximum time, so that the job comes again without a used attempt; Fatal for a damaged
 *   storage; the signal's reason; any other error as it is, e.g. of a document that can't be stored, which is the job's own
 */
export type Patiently = <T>(
  signal: AbortSignal,
  call: () => Promise<T>,
  isTemporary: (error: unknown) => boolean,
) => Promise<T>;

const PATIENCE_MS = 15 * 60_000;
const FIRST_WAIT_MS = 250;

/** Whether an error is temporary for every call. */
export function isDown(error: unknown): boolean {
  return error instanceof StorageUnavailable || error instanceof StorageBusy;
}

export function openStoragePatience(options: StoragePatienceOptions): Patiently {
  const { storageRetryMs, storagePatienceMs = PATIENCE_MS, onAway } = options;
  let away = false;

  return async (signal, call, isTemporary) => {
    const until = performance.now() + storagePatienceMs;
    for (
      let waitMs = Math.min(FIRST_WAIT_MS, storageRetryMs);
      ;
      waitMs = Math.min(2 * waitMs, storageRetryMs)
    ) {
      try {
        const answer = await unlessAborted(signal, call);
        away = false;
        return answer;
      } catch (cause) {
        signal.throwIfAborted();
        const error = cause instanceof Error ? cause : new Error(String(cause));
        if (error instanceof StorageCorrupt) throw new Fatal(`storage: ${error.message}`, { cause });
        if (!isTemporary(error)) throw cause;
        if (performance.now() >= until) {
          throw new RetryLater(storageRetryMs, `storage: ${error.message}`, { cause });
        }
        if (!away) onAway?.(error);
        away = true;
      }
      // Random, so that jobs which failed together do not retry together.
      await setTimeout(waitMs * (0.5 + Math.random() / 2), undefined, { signal });
    }
  };
}

/** Ends with the signal, so that a hanging call does not keep its process from stopping. The call may still take effect. */
async function unlessAborted<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([call(), aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
