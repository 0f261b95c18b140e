import { once } from 'node:events';
import { COMMAND_TIMEOUT_MS, type RedisClient } from './clients.ts';
import type { Outages } from './outages.ts';

/** Waits a moment for a new connection. If Redis isn't there that is told, and the connection goes on trying. */
export async function reach(client: RedisClient, outages: Outages): Promise<void> {
  try {
    await once(client, 'ready', { signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS) });
  } catch (error) {
    const late = error instanceof Error && error.name === 'AbortError';
    outages.failed(late ? new Error(`no answer in ${COMMAND_TIMEOUT_MS} ms`) : asError(error));
  }
}

function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}
