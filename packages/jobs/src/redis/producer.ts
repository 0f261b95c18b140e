import { Queue, type QueueOptions } from 'bullmq';
import { messageOf, QueuesUnavailable } from '../errors.ts';
import { COMMAND_TIMEOUT_MS, type RedisClient } from './clients.ts';
import { TELEMETRY } from './telemetry.ts';

/** Maximum duration of a complete call, in milliseconds, whatever ioredis and BullMQ are waiting for. */
const CALL_TIMEOUT_MS = 2 * COMMAND_TIMEOUT_MS;

/** A server that is connected, and does not answer in time. */
class RedisLate extends QueuesUnavailable {
  override readonly name = 'RedisLate';
}

/** Whether a call failed because a connected server did not answer in time. */
export function isLate(error: unknown): error is Error {
  return error instanceof RedisLate;
}

const LATE = `no answer in ${CALL_TIMEOUT_MS} ms`;
/** Message of ioredis about a command without an answer in time. */
const COMMAND_LATE = 'Command timed out';

/** BullMQ's queue, whose methods are called through `callRedis`. */
export type BullQueue = <T>(call: (queue: Queue<unknown, void>) => Promise<T>) => Promise<T>;

/**
 * Calls Redis if it is there.
 *
 * @throws QueuesUnavailable
 */
export async function callRedis<T>(client: RedisClient, call: () => Promise<T>): Promise<T> {
  if (client.status !== 'ready') throw new QueuesUnavailable(`Redis is not reachable (${client.status})`);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(LATE)), CALL_TIMEOUT_MS);
  try {
    return await Promise.race([call(), late.promise]);
  } catch (error) {
    // Payloads were validated before, so only Redis or the network can have refused the call.
    const message = messageOf(error);
    const text = `Redis failed: ${message}`;
    throw message === LATE || message === COMMAND_LATE
      ? new RedisLate(text, { cause: error })
      : new QueuesUnavailable(text, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A queue for additions and queries, which rejects at once while Redis is away.
 *
 * BullMQ's own queue waits for Redis when it is created, and becomes useless if Redis goes away during that. So it
 * is created at the first use while Redis is there, and created again if that failed.
 */
export function producer(
  client: RedisClient,
  name: string,
  options: Omit<QueueOptions, 'connection'>,
  onError: (error: Error) => void,
): BullQueue {
  let made: Promise<Queue<unknown, void>> | null = null;
  const make = async (): Promise<Queue<unknown, void>> => {
    const queue = new Queue<unknown, void>(name, { ...options, connection: client, telemetry: TELEMETRY });
    queue.on('error', onError);
    try {
      await queue.waitUntilReady();
      return queue;
    } catch (error) {
      made = null;
      await queue.close();
      throw error;
    }
  };
  return (call) => callRedis(client, async () => call(await (made ??= make())));
}
