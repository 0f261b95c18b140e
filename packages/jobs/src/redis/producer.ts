import { Queue, type JobSchedulerJson, type QueueOptions, type RepeatOptions } from 'bullmq';
import { QueuesUnavailable } from '../errors.ts';
import { COMMAND_TIMEOUT_MS, type RedisClient } from './clients.ts';

/** Maximum duration of a complete call, in milliseconds, whatever ioredis and BullMQ are waiting for. */
const CALL_TIMEOUT_MS = 2 * COMMAND_TIMEOUT_MS;

/** The used part of BullMQ's queue. */
export interface BullQueue {
  addBulk(jobs: BullJobs): Promise<unknown>;
  getCountsPerPriority(priorities: number[]): Promise<Readonly<Record<string, number>>>;
  getJobCounts(...states: BullState[]): Promise<Readonly<Record<string, number>>>;
  upsertJobScheduler(
    id: string,
    repeat: RepeatOptions,
    job: { readonly name: string; readonly data: unknown },
  ): Promise<unknown>;
  removeJobScheduler(id: string): Promise<boolean>;
  getJobScheduler(id: string): Promise<JobSchedulerJson | undefined>;
  getJobSchedulers(): Promise<readonly JobSchedulerJson[]>;
}

type BullJobs = Parameters<Queue<unknown, void, string, unknown, void, string>['addBulk']>[0];
type BullState = 'waiting' | 'prioritized' | 'active' | 'delayed';

/**
 * Calls Redis if it is there.
 *
 * @throws QueuesUnavailable
 */
export async function callRedis<T>(client: RedisClient, call: () => Promise<T>): Promise<T> {
  if (client.status !== 'ready') throw new QueuesUnavailable(`Redis is not reachable (${client.status})`);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`no answer in ${CALL_TIMEOUT_MS} ms`)),
    CALL_TIMEOUT_MS,
  );
  try {
    return await Promise.race([call(), late.promise]);
  } catch (error) {
    // Payloads were validated before, so only Redis or the network can have refused the call.
    const cause = error instanceof Error ? error.message : String(error);
    throw new QueuesUnavailable(`Redis failed: ${cause}`, { cause: error });
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
    const queue = new Queue<unknown, void>(name, { ...options, connection: client });
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
  const queue = (): Promise<Queue<unknown, void>> => (made ??= make());

  return {
    addBulk: (jobs) => callRedis(client, async () => (await queue()).addBulk(jobs)),
    getCountsPerPriority: (priorities) =>
      callRedis(client, async () => (await queue()).getCountsPerPriority(priorities)),
    getJobCounts: (...states) => callRedis(client, async () => (await queue()).getJobCounts(...states)),
    upsertJobScheduler: (id, repeat, job) =>
      callRedis(client, async () => (await queue()).upsertJobScheduler(id, repeat, job)),
    removeJobScheduler: (id) => callRedis(client, async () => (await queue()).removeJobScheduler(id)),
    getJobScheduler: (id) => callRedis(client, async () => (await queue()).getJobScheduler(id)),
    getJobSchedulers: () => callRedis(client, async () => (await queue()).getJobSchedulers()),
  };
}
