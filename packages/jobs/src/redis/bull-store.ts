import type { JobEvents } from '../attempt.ts';
import type { QueueLimits } from '../definition.ts';
import { LAST_PRIORITY, type JobQueue, type QueueStore } from '../job-queue.ts';
import type { Connection } from './connection.ts';
import { repeatsOf } from './repeats.ts';
import { workQueue, type BullWork } from './work-queue.ts';

/** What keeps queues in BullMQ. */
export function bullStore(connection: Connection, events: JobEvents): QueueStore {
  const works: BullWork[] = [];
  return {
    open: (name, limits) => openQueue(connection, name, limits, events, works),
    probe: () => connection.probe(),
    close: async () => {
      await connection.close();
      await Promise.all(works.map((work) => work.gone()));
    },
  };
}

function openQueue(
  connection: Connection,
  name: string,
  limits: QueueLimits,
  events: JobEvents,
  works: BullWork[],
): JobQueue {
  const queue = connection.makeQueue(
    name,
    {
      defaultJobOptions: {
        attempts: limits.attempts,
        backoff: { type: 'custom' },
        removeOnComplete: true,
        removeOnFail: true,
        stackTraceLimit: 1,
      },
      // Nobody reads BullMQ's stream of events; it can't be turned off.
      streams: { events: { maxLen: 100 } },
    },
    { onError: (error) => events.onError(new Error(`queue ${name}: ${error.message}`, { cause: error })) },
  );
  const priorities = Array.from({ length: LAST_PRIORITY }, (_, n) => n + 1);

  return {
    add: async (jobs) => {
      await queue.addBulk(
        jobs.map(({ id, payload, priority }) => ({
          name,
          data: payload,
          opts: { jobId: id, ...(priority === null ? {} : { priority }) },
        })),
      );
    },
    counts: async () => {
      const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed');
      return {
        waiting: (counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0),
        active: counts['active'] ?? 0,
        delayed: counts['delayed'] ?? 0,
      };
    },
    waitingByPriority: async () => {
      const counts = await queue.getCountsPerPriority(priorities);
      return priorities.map((priority) => counts[String(priority)] ?? 0);
    },
    repeats: repeatsOf(queue, name),
    work: (attempt, concurrency) => {
      const work = workQueue(connection, { name, limits, concurrency }, attempt, events);
      works.push(work);
      return work;
    },
  };
}
