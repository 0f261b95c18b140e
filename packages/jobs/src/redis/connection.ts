import { randomUUID } from 'node:crypto';
import {
  type BackendFactory,
  type Processor,
  QueueKeys,
  type QueueOptions,
  RedisConnection,
  RedisQueueBackend,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import { type RedisBackend, redisSettings } from './backend.ts';
import { type RedisClient, redisClients } from './clients.ts';
import { Outages, reach, type RedisEvents } from './outages.ts';
import { callRedis, type BullQueue, producer } from './producer.ts';
import { TELEMETRY } from './telemetry.ts';

/** Wait before BullMQ repeats one of its steps that failed while Redis was away, in milliseconds. */
const STEP_RETRY_MS = 1_000;

/** BullMQ on the connections of this process. */
export interface Connection {
  readonly makeQueue: (
    name: string,
    options: Omit<QueueOptions, 'connection'>,
    events: Pick<WorkerEvents, 'onError'>,
  ) => BullQueue;
  readonly makeWorker: (
    name: string,
    process: Processor<unknown, void>,
    options: Omit<WorkerOptions, 'connection'>,
    events: WorkerEvents,
  ) => Worker<unknown, void>;
  /** Whether a command would have to wait, because the server is away. */
  readonly isAway: () => boolean;
  /** Rejects if the queue cannot be used. */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface WorkerEvents {
  readonly onError: (error: Error) => void;
  /** Called with jobs that other processes have now. */
  readonly onLocksLost: (jobIds: readonly string[]) => void;
}

/**
 * Connects BullMQ to Redis, which any number of processes may share. Waits a moment for Redis, then returns whether
 * it is there or not: until it is, additions are refused and workers wait.
 *
 * A job is held by a lock that its process renews. Nothing is taken back at the start, because a lock may belong to
 * another live process. Any worker's checks find jobs whose lock has expired.
 *
 * @param events called for an outage and its end, and for wrong settings of the server
 * @param onLost called when Redis returned without its data
 * @throws Error that names the wrong setting of the backend
 */
export async function connectRedis(
  backend: RedisBackend,
  events: RedisEvents,
  onLost: () => void,
): Promise<Connection> {
  const { onError } = events;
  const settings = redisSettings(backend);
  const { prefix } = settings;
  const outages = new Outages(events);
  const clients = redisClients(settings, (error) => outages.failed(error));
  const client = clients.producer();
  const checked = watchServer(client, prefix, { onError, onLost, onReady: () => outages.over() });
  await reach(client, outages);
  if (client.status === 'ready') await checked;

  return {
    makeQueue: (name, options, { onError: failed }) =>
      producer(client, name, { ...options, prefix }, (error) => outages.unless(error, failed)),
    makeWorker: (name, process, options, { onError: failed, onLocksLost }) => {
      const connection = clients.worker();
      const worker = new Worker<unknown, void>(
        name,
        process,
        { ...options, prefix, connection, runRetryDelay: STEP_RETRY_MS, telemetry: TELEMETRY },
        workerBackend(prefix, connection, clients.worker()),
      );
      worker.on('error', (error) => outages.unless(error, failed));
      worker.on('lockRenewalFailed', onLocksLost);
      return worker;
    },
    isAway: () => client.status !== 'ready',
    probe: async () => {
      await callRedis(client, () => client.ping());
    },
    close: async () => clients.disconnect(),
  };
}

/**
 * BullMQ's backend, but with our own connection for blocking commands. BullMQ would make one that only BullMQ can
 * close, and it does not close it while Redis is away.
 */
function workerBackend(
  prefix: string,
  connection: RedisClient,
  waiting: RedisClient,
): BackendFactory<RedisQueueBackend> {
  return (queue, options) => {
    const keys = new QueueKeys(prefix);
    return new RedisQueueBackend(
      new RedisConnection(connection, { shared: true, blocking: false }),
      queue,
      keys.getKeys(queue),
      (type) => keys.toKey(queue, type),
      options,
      new RedisConnection(waiting, { shared: true, blocking: true }),
    );
  };
}

/** Listeners for checks after each connect: at the start, after a restart, after a failover. */
interface ServerEvents {
  /** Called if the settings of the server are wrong, or it cannot be checked. */
  readonly onError: (error: Error) => void;
  /**
   * Called if the data are not those that this process saw before: the server restarted, or failed over to a
   * replica, without them.
   */
  readonly onLost: () => void;
  readonly onReady: () => void;
}

/**
 * Checks the server whenever the connection is ready: its settings, and whether it still has the same data.
 *
 * The data contain a mark, set by the first process that comes. It disappears with the data.
 *
 * @returns resolves after the first check, even if that failed
 */
function watchServer(client: RedisClient, prefix: string, events: ServerEvents): Promise<void> {
  const checked = Promise.withResolvers<void>();
  const markKey = `${prefix}:mark`;
  let seen: string | null = null;

  const check = async (): Promise<void> => {
    const policy = /^maxmemory_policy:(\S+)/m.exec(await client.info('memory'))?.[1];
    if (policy !== undefined && policy !== 'noeviction') {
      events.onError(
        new Error(
          `Redis has maxmemory-policy ${policy} and would evict jobs when its memory is full: ` +
            'set it to noeviction (CONFIG SET maxmemory-policy noeviction, and in redis.conf)',
        ),
      );
    }
    await client.set(markKey, randomUUID(), 'NX');
    const mark = await client.get(markKey);
    const lost = seen !== null && seen !== mark;
    seen = mark;
    if (lost) events.onLost();
  };
  client.on('ready', () => {
    events.onReady();
    void check()
      .catch((error: unknown) => {
        // The connection is gone again; the next connect repeats the check.
        if (client.status !== 'ready') return;
        events.onError(new Error(`Redis cannot be checked: ${String(error)}`, { cause: error }));
      })
      .finally(checked.resolve);
  });
  return checked.promise;
}
