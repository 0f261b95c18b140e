import { once } from 'node:events';
import { RedisAway } from '../errors.ts';
import { COMMAND_TIMEOUT_MS, type RedisClient } from './clients.ts';

/** Error codes of sockets and name lookups in Node, and messages of ioredis about lost connections. */
const CODES = /^(E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_)|ENOTFOUND)/;
const MESSAGES =
  /Connection is closed|Stream isn't writeable|All sentinels are unreachable|slots cache|ClusterAllFailed/;
/** Errors that Redis gives to every connection while it accepts none. */
const REFUSALS = /^(NOAUTH|WRONGPASS|NOPERM|LOADING|CLUSTERDOWN|MASTERDOWN)/;

/** Listeners for a connection to Redis. */
export interface RedisEvents {
  /** Called once for an outage with RedisAway, and for every other error. */
  readonly onError: (error: Error) => void;
  /** Called when Redis answers again after an outage. */
  readonly onBack?: (() => void) | undefined;
}

/** Reports an outage of Redis once, not at each attempt of each connection. Any other error is reported each time. */
export class Outages {
  readonly #events: RedisEvents;
  /** Reported message of the current outage. */
  #reported: string | null = null;

  constructor(events: RedisEvents) {
    this.#events = events;
  }

  /** Records that a connection failed. */
  failed(error: Error): void {
    const message = messageOf(error);
    if (this.#reported === message || (this.#reported !== null && isOutage(error))) return;
    this.#reported = message;
    this.#events.onError(new RedisAway(`Redis is not reachable, trying again: ${message}`, { cause: error }));
  }

  /** Records that Redis answers. */
  over(): void {
    if (this.#reported === null) return;
    this.#reported = null;
    this.#events.onBack?.();
  }

  /** Reports an error of BullMQ, unless it is caused by an outage, which the connections report. */
  unless(error: Error, report: (error: Error) => void): void {
    if (!isOutage(error)) report(error);
  }
}

/** Whether an error means that Redis cannot be reached. */
export function isOutage(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return CODES.test(code) || MESSAGES.test(error.message) || REFUSALS.test(error.message);
}

/** Node's error for several addresses has no message of its own. */
function messageOf(error: Error): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors
      .map((each: unknown) => (each instanceof Error ? each.message : String(each)))
      .join(', ');
  }
  return error.message;
}

/** Waits a moment for a new connection. If Redis is not there, that is reported, and the connection keeps trying. */
export async function reach(client: RedisClient, outages: Outages): Promise<void> {
  try {
    await once(client, 'ready', { signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS) });
  } catch (error) {
    const late = error instanceof Error && error.name === 'AbortError';
    outages.failed(
      late
        ? new Error(`no answer in ${COMMAND_TIMEOUT_MS} ms`)
        : error instanceof Error
          ? error
          : new Error(String(error)),
    );
  }
}
