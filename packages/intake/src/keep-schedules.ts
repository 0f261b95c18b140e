import { setTimeout as delay } from 'node:timers/promises';
import { timeUpTo, type ScheduleQueue } from '@sitegrep/jobs';
import type { CrawlRecords, ListedSchedule, Listed, ScheduleStore } from '@sitegrep/storage';

const EVERY_MS = 60_000;

/** How long a run may be overdue before it is made up for, in milliseconds: the queue does so too. */
const LATE_MS = 60_000;

const SCHEDULES_AT_A_TIME = 100;

interface Parts {
  readonly schedules: ScheduleStore;
  readonly queue: ScheduleQueue;
}

export interface KeepOptions {
  readonly crawls: Pick<CrawlRecords, 'schedules'>;
  readonly queue: ScheduleQueue;
  /** A round failed; the next one does its work. */
  readonly onError: (error: unknown) => void;
  /** Between rounds, about, in milliseconds; for tests. */
  readonly everyMs?: number;
}

/**
 * Makes the queue's repeated jobs those of the schedules, at the start and from time to time: the records are what
 * counts, and a queue may be emptied. Any number of processes may.
 */
export function keepSchedules({ crawls, queue, onError, everyMs = EVERY_MS }: KeepOptions): {
  /** Resolves when the round that runs has ended. */
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    do {
      try {
        await syncSchedules({ schedules: crawls.schedules, queue });
      } catch (error) {
        onError(error);
      }
    } while (await waits(everyMs * (0.75 + Math.random() / 2), stopping.signal));
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** One such round. */
export async function syncSchedules({ schedules, queue }: Parts, now = Date.now()): Promise<void> {
  const known = new Set<string>();
  for await (const schedule of every(schedules)) {
    if (!schedule.enabled) continue;
    known.add(schedule.id);
    await queueSchedule(queue, schedule);
    const missed = missedRun(schedule, now - LATE_MS);
    if (missed !== null) await queue.makeUp(schedule.id, missed);
  }
  for (const id of await queue.ids()) {
    // It may have been made since they were listed.
    if (!known.has(id) && (await schedules.get(id))?.enabled !== true) await queue.remove(id);
  }
}

/** Has the queue tell when a schedule is due, or no more if it is not enabled. */
export async function queueSchedule(
  queue: ScheduleQueue,
  { id, timing, enabled }: Pick<ListedSchedule, 'id' | 'timing' | 'enabled'>,
): Promise<void> {
  if (enabled) await queue.set(id, timing);
  else await queue.remove(id);
}

/** The last due time up to `until` of which nothing became. */
function missedRun({ timing, updatedAt, runs }: ListedSchedule, until: number): number | null {
  const dueAt = timeUpTo(timing, until);
  // Of a run that broke off, the crawl is made anew.
  const done = Math.max(runs.lastRunWhole ? (runs.lastRunAt ?? -1) : -1, runs.lastSkippedAt ?? -1);
  return dueAt === null || dueAt < updatedAt || dueAt <= done ? null : dueAt;
}

async function* every(schedules: ScheduleStore): AsyncGenerator<ListedSchedule> {
  for (let after: string | null = ''; after !== null;) {
    const page: Listed<ListedSchedule> = await schedules.list({
      limit: SCHEDULES_AT_A_TIME,
      ...(after === '' ? {} : { after }),
    });
    yield* page.items;
    after = page.next;
  }
}

/** @returns false if the signal fired before the time was up */
async function waits(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await delay(ms, undefined, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
