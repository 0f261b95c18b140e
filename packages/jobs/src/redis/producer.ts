import { Queue, type JobSchedulerJson, type QueueOptions, type RepeatOptions } from 'bullmq';
import { QueuesUnavailable } from '../errors.ts';
import { COMMAND_TIMEOUT_MS, type RedisClient } from './clients.ts';

/** The most that a whole question may take, in milliseconds, whatever ioredis and BullMQ are waiting for. */
const ANSWER_TIMEOUT_MS = 2 * COMMAND_TIMEOUT_MS;

/** The parts of BullMQ's queue that are used. */
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

/** Asks Redis if it is there. @throws QueuesUnavailable */
export async function ask<T>(client: RedisClient, question: () => Promise<T>): Promise<T> {
  if (client.status !== 'ready') throw new QueuesUnavailable(`Redis is not reachable (${client.status})`);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`no answer in ${ANSWER_TIMEOUT_MS} ms`)),
    ANSWER_TIMEOUT_MS,
  );
  try {
    return await Promise.race([question(), late.promise]);
  } catch (error) {
    // Payloads were checked before: what is refused now is refused by Redis or by the way to it.
    const cause = error instanceof Error ? error.message : String(error);
    throw new QueuesUnavailable(`Redis failed: ${cause}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A queue to add to and to ask, which rejects at once while Redis is away.
 *
 * BullMQ's own waits for Redis when it is made, and is of no more use if Redis goes away during that, so it is made
 * when it is needed first and Redis is there, and anew if that failed.
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
    addBulk: (jobs) => ask(client, async () => (await queue()).addBulk(jobs)),
    getCountsPerPriority: (priorities) =>
      ask(client, async () => (await queue()).getCountsPerPriority(priorities)),
    getJobCounts: (...states) => ask(client, async () => (await queue()).getJobCounts(...states)),
    upsertJobScheduler: (id, repeat, job) =>
      ask(client, async () => (await queue()).upsertJobScheduler(id, repeat, job)),
    removeJobScheduler: (id) => ask(client, async () => (await queue()).removeJobScheduler(id)),
    getJobScheduler: (id) => ask(client, async () => (await queue()).getJobScheduler(id)),
    getJobSchedulers: () => ask(client, async () => (await queue()).getJobSchedulers()),
  };
}
