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
import { Outages, reach } from './outages.ts';
import { ask, type BullQueue, producer } from './producer.ts';

/** The wait before BullMQ tries a step of its own again that failed while Redis was away, in milliseconds. */
const STEP_RETRY_MS = 1_000;

/** BullMQ over the connections of this process. */
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
  /** Whether what is asked now has to wait for a server that isn't there. */
  readonly isAway: () => boolean;
  /** Rejects if the queue can't be used. */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface WorkerEvents {
  readonly onError: (error: Error) => void;
  /** Other processes have these jobs now. */
  readonly onLocksLost: (jobIds: readonly string[]) => void;
}

/**
 * BullMQ over Redis, shared by any number of processes. Waits a moment for Redis, then opens whether it is there or
 * not: those who add are refused until it is, workers wait for it.
 *
 * A job is held by a lock that its process renews. Nothing is taken back at the start: a lock may belong to another
 * process that lives. A job whose lock ran out is found by the checks of whichever worker comes first.
 *
 * @param onError an outage once, its end, and what is wrong with the server's settings
 * @param onLost Redis came back without what was in it
 * @throws Error that names what is wrong with the backend's settings
 */
export async function connectRedis(
  backend: RedisBackend,
  onError: (error: Error) => void,
  onLost: () => void,
): Promise<Connection> {
  const settings = redisSettings(backend);
  const { prefix } = settings;
  const outages = new Outages(onError);
  const clients = redisClients(settings, (error) => outages.failed(error));
  const asking = clients.producer();
  const looked = watchServer(asking, prefix, { onError, onLost, onReady: () => outages.over() });
  await reach(asking, outages);
  if (asking.status === 'ready') await looked;

  return {
    makeQueue: (name, options, events) =>
      producer(asking, name, { ...options, prefix }, (error) => outages.unless(error, events.onError)),
    makeWorker: (name, process, options, { onError: failed, onLocksLost }) => {
      const connection = clients.worker();
      const worker = new Worker<unknown, void>(
        name,
        process,
        { ...options, prefix, connection, runRetryDelay: STEP_RETRY_MS },
        workerBackend(prefix, connection, clients.worker()),
      );
      worker.on('error', (error) => outages.unless(error, failed));
      worker.on('lockRenewalFailed', onLocksLost);
      return worker;
    },
    isAway: () => asking.status !== 'ready',
    probe: async () => {
      await ask(asking, () => asking.ping());
    },
    close: async () => clients.disconnect(),
  };
}

/**
 * BullMQ's own, but with a connection to wait on that is ours like the other: one that BullMQ makes can't be closed by
 * anyone else, and BullMQ does not close it while Redis is away.
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

/** What is looked at each time the server answers anew: at the start, after a restart, after a failover. */
interface ServerEvents {
  /** Something is wrong with its settings, or it can't be looked at. */
  readonly onError: (error: Error) => void;
  /** It is not the data that this process saw before: it restarted without them, or fell back to a replica without them. */
  readonly onLost: () => void;
  readonly onReady: () => void;
}

/**
 * Looks at the server whenever the connection is ready: its settings, and whether the data are those of before.
 *
 * The data have a mark of their own, made by whoever comes first. It goes when they go.
 *
 * @returns when it was looked at for the first time, also if that failed
 */
function watchServer(client: RedisClient, prefix: string, events: ServerEvents): Promise<void> {
  const looked = Promise.withResolvers<void>();
  const markKey = `${prefix}:mark`;
  let seen: string | null = null;

  const look = async (): Promise<void> => {
    const policy = /^maxmemory_policy:(\S+)/m.exec(await client.info('memory'))?.[1];
    if (policy !== undefined && policy !== 'noeviction') {
      events.onError(
        new Error(
          `Redis has maxmemory-policy ${policy} and would throw jobs away when its memory is full: ` +
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
    void look()
      .catch((error: unknown) => {
        // Gone again: the next ready looks again.
        if (client.status !== 'ready') return;
        events.onError(new Error(`Redis can't be looked at: ${String(error)}`, { cause: error }));
      })
      .finally(looked.resolve);
  });
  return looked.promise;
}
