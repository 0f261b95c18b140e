import {
  QueueKeys,
  RedisConnection,
  RedisQueueBackend,
  Worker,
  type BackendFactory,
  type Processor,
  type QueueOptions,
  type WorkerOptions,
} from 'bullmq';
import { redisSettings, type RedisBackend } from './backend.ts';
import { redisClients, type RedisClient } from './clients.ts';
import { Outages } from './outages.ts';
import { ask, producer, type BullQueue } from './producer.ts';
import { reach } from './reach.ts';
import { watchServer } from './server.ts';

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
