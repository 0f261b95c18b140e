import { setTimeout as delay } from 'node:timers/promises';
import { StorageUnavailable } from '@sitegrep/storage';
import type { Logger } from 'pino';
import { CommandFailed } from './failure.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/**
 * Opens a store that may not be up yet, or asks it something else that bears repeating: in a cluster everything starts at
 * once, and what is restarted comes back by itself. What is wrong with the settings is told at once.
 *
 * @throws whatever `open` throws but StorageUnavailable; CommandFailed when the signal fires
 */
export async function whenReachable<T>(
  open: () => Promise<T>,
  { logger, signal }: { readonly logger: Logger; readonly signal: AbortSignal },
): Promise<T> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      logger.warn({ err: error, waitMs }, 'the store cannot be reached; it is tried again');
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
