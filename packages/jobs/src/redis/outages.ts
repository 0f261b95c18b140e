import { once } from 'node:events';
import { COMMAND_TIMEOUT_MS, type RedisClient } from './clients.ts';

/** Codes of Node's sockets and names, and what ioredis says when a connection is gone. */
const CODES = /^(E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_)|ENOTFOUND)/;
const MESSAGES =
  /Connection is closed|Stream isn't writeable|All sentinels are unreachable|slots cache|ClusterAllFailed/;
/** What Redis answers to every connection while it lets none in. */
const REFUSALS = /^(NOAUTH|WRONGPASS|NOPERM|LOADING|CLUSTERDOWN|MASTERDOWN)/;

/**
 * Redis being away, told once and not at every attempt of every connection. Anything else that goes wrong is told as
 * often as it happens.
 */
export class Outages {
  readonly #tell: (error: Error) => void;
  /** What was told of the outage that lasts. */
  #told: string | null = null;

  constructor(tell: (error: Error) => void) {
    this.#tell = tell;
  }

  /** A connection failed. */
  failed(error: Error): void {
    const message = messageOf(error);
    if (this.#told === message || (this.#told !== null && isOutage(error))) return;
    this.#told = message;
    this.#tell(new Error(`Redis is not reachable, trying again: ${message}`, { cause: error }));
  }

  /** Redis answers. */
  over(): void {
    this.#told = null;
  }

  /** Tells an error of BullMQ, unless it is the outage's, which the connections tell. */
  unless(error: Error, tell: (error: Error) => void): void {
    if (!isOutage(error)) tell(error);
  }
}

function isOutage(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return CODES.test(code) || MESSAGES.test(error.message) || REFUSALS.test(error.message);
}

/** Node's error for several addresses has none of its own. */
function messageOf(error: Error): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors
      .map((each: unknown) => (each instanceof Error ? each.message : String(each)))
      .join(', ');
  }
  return error.message;
}

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
