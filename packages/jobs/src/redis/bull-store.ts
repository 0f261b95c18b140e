import type { JobSchedulerJson, RepeatOptions } from 'bullmq';
import type { JobEvents } from '../attempt.ts';
import type { QueueLimits } from '../queues.ts';
import { type JobQueue, LAST_LEVEL, type QueueStore, type Repeats } from '../job-queue.ts';
import type { Connection } from './connection.ts';
import { type BullWork, workQueue } from './work-queue.ts';
import { timeAfter, type Timing } from '../timing.ts';
import type { BullQueue } from './producer.ts';

/** Queue storage in BullMQ. */
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
      // Nothing reads BullMQ's stream of events, but it cannot be turned off.
      streams: { events: { maxLen: 100 } },
    },
    { onError: (error) => events.onError(new Error(`queue ${name}: ${error.message}`, { cause: error })) },
  );
  const levels = Array.from({ length: LAST_LEVEL }, (_, n) => n + 1);

  return {
    add: async (jobs) => {
      const added = jobs.map(({ id, payload, level }) => ({
        name,
        data: payload,
        opts: { jobId: id, ...(level === null ? {} : { priority: level }) },
      }));
      await queue((bull) => bull.addBulk(added));
    },
    counts: async () => {
      const counts = await queue((bull) => bull.getJobCounts('waiting', 'prioritized', 'active', 'delayed'));
      return {
        waiting: (counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0),
        active: counts['active'] ?? 0,
        delayed: counts['delayed'] ?? 0,
      };
    },
    waitingByLevel: async () => {
      const counts = await queue((bull) => bull.getCountsPerPriority(levels));
      return levels.map((level) => counts[String(level)] ?? 0);
    },
    repeats: repeatsOf(queue, name),
    work: (attempt, concurrency) => {
      const work = workQueue(connection, name, limits, concurrency, attempt, events);
      works.push(work);
      return work;
    },
  };
}

/** Time after which a repetition whose next job is overdue counts as broken and is set again, in milliseconds. */
const LOST_AFTER_MS = 10 * 60_000;

/**
 * Repeated jobs are BullMQ's job schedulers: the worker that takes a job adds the next one. Setting a scheduler
 * again would remove a job that is due, so that is done only if something changes.
 */
function repeatsOf(queue: BullQueue, name: string): Repeats {
  return {
    set: async (key, timing, payload) => {
      const known = await queue((bull) => bull.getJobScheduler(key));
      if (known !== undefined && isSame(known, timing)) return;
      if (known !== undefined) await queue((bull) => bull.removeJobScheduler(key));
      await queue((bull) => bull.upsertJobScheduler(key, repeatOf(timing), { name, data: payload }));
    },
    remove: async (key) => {
      await queue((bull) => bull.removeJobScheduler(key));
    },
    keys: async () => (await queue((bull) => bull.getJobSchedulers())).map(({ key }) => key),
  };
}

function isSame({ pattern, tz, every, next }: JobSchedulerJson, timing: Timing): boolean {
  if (next === undefined || next < Date.now() - LOST_AFTER_MS) return false;
  return timing.kind === 'every'
    ? every === timing.seconds * 1_000
    : pattern === timing.pattern && tz === timing.timeZone;
}

function repeatOf(timing: Timing): RepeatOptions {
  if (timing.kind === 'cron') return { pattern: timing.pattern, tz: timing.timeZone };
  const startDate = timeAfter(timing, Date.now());
  return { every: timing.seconds * 1_000, ...(startDate === null ? {} : { startDate }) };
}
