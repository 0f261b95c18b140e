import type { JobSchedulerJson } from 'bullmq';
import type { Repeats } from '../job-queue.ts';
import { timeAfter, type Timing } from '../timing.ts';
import type { BullQueue } from './producer.ts';

/** A repetition whose next job was due so long ago, in milliseconds, has lost it: it begins anew. */
const LOST_AFTER_MS = 10 * 60_000;

/**
 * Repeated jobs are BullMQ's job schedulers: whoever takes a job adds the next one. Putting one again would take away a
 * job that is due, so that is done only where something is different.
 */
export function repeatsOf(queue: BullQueue, name: string): Repeats {
  return {
    set: async (key, timing, payload) => {
      const known = await queue.getJobScheduler(key);
      if (known !== undefined && isSame(known, timing)) return;
      if (known !== undefined) await queue.removeJobScheduler(key);
      await queue.upsertJobScheduler(key, repeatOf(timing), { name, data: payload });
    },
    remove: async (key) => {
      await queue.removeJobScheduler(key);
    },
    keys: async () => (await queue.getJobSchedulers()).map(({ key }) => key),
  };
}

function isSame({ pattern, tz, every, next }: JobSchedulerJson, timing: Timing): boolean {
  if (next === undefined || next < Date.now() - LOST_AFTER_MS) return false;
  return timing.kind === 'every'
    ? every === timing.seconds * 1_000
    : pattern === timing.pattern && tz === timing.timeZone;
}

function repeatOf(timing: Timing): Parameters<BullQueue['upsertJobScheduler']>[1] {
  if (timing.kind === 'cron') return { pattern: timing.pattern, tz: timing.timeZone };
  const startDate = timeAfter(timing, Date.now());
  return { every: timing.seconds * 1_000, ...(startDate === null ? {} : { startDate }) };
}
