import { setTimeout as delay } from 'node:timers/promises';
import { StorageUnavailable } from '@sitegrep/storage';
import type { Logger } from 'pino';
import { CommandFailed } from './failure.ts';

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15_000;

/**
 * Opens a store that may not be reachable yet, or sends it another request that may be repeated: in a cluster everything
 * starts at once, and a restarted service comes back by itself. Errors in the settings are thrown at once.
 *
 * @throws every error of `open` except StorageUnavailable; CommandFailed when the signal fires
 */
export async function whenReachable<T>(
  open: () => Promise<T>,
  { logger, signal }: { readonly logger: Logger; readonly signal: AbortSignal },
): Promise<T> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      logger.warn({ err: error, waitMs }, 'the store cannot be reached; trying again');
      await pause(waitMs, signal);
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CommandFailed('stopped before the store could be reached.', { cause: error });
  }
}
