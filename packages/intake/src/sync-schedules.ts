import { timeUpTo, type ScheduleQueue } from '@sitegrep/jobs';
import type { CrawlRecords, ListedSchedule, Listed, ScheduleStore } from '@sitegrep/storage';
import { pause } from './upkeep.ts';

const EVERY_MS = 60_000;

/** Time by which a run may be late before it is caught up, in milliseconds; the queue does so, too. */
const LATE_MS = 60_000;

const SCHEDULES_AT_A_TIME = 100;

interface Parts {
  readonly schedules: ScheduleStore;
  readonly queue: ScheduleQueue;
}

export interface ScheduleSyncOptions {
  readonly crawls: Pick<CrawlRecords, 'schedules'>;
  readonly queue: ScheduleQueue;
  /** Called when a round has failed after one that did not; the next one does its work. */
  readonly onError: (error: unknown) => void;
  /** Approximate time between rounds, in milliseconds; for tests. */
  readonly everyMs?: number;
}

/**
 * Synchronises the queue's repeated jobs with the schedules, at the start and from time to time. The records are
 * authoritative, since a queue may be emptied. Any number of processes may run it.
 */
export function startScheduleSync({ crawls, queue, onError, everyMs = EVERY_MS }: ScheduleSyncOptions): {
  /** Resolves when the current round has ended. */
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  let isFailing = false;
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await syncSchedules({ schedules: crawls.schedules, queue });
        isFailing = false;
      } catch (error) {
        if (!isFailing) onError(error);
        isFailing = true;
      }
      await pause(everyMs * (0.75 + Math.random() / 2), stopping.signal);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Runs one round. */
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
    // A schedule may have been created since they were listed.
    if (!known.has(id) && (await schedules.get(id))?.enabled !== true) await queue.remove(id);
  }
}

/** Adds a schedule to the queue, or removes it if it is not enabled. */
export async function queueSchedule(
  queue: ScheduleQueue,
  { id, timing, enabled }: Pick<ListedSchedule, 'id' | 'timing' | 'enabled'>,
): Promise<void> {
  if (enabled) await queue.set(id, timing);
  else await queue.remove(id);
}

/** The last due time up to `until` without a run. */
function missedRun({ timing, updatedAt, runs }: ListedSchedule, until: number): number | null {
  const dueAt = timeUpTo(timing, until);
  // The crawl of an interrupted run is submitted anew.
  const done = Math.max(runs.lastRunComplete ? (runs.lastRunAt ?? -1) : -1, runs.lastSkippedAt ?? -1);
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
