import type { DatabaseSync } from 'node:sqlite';
import { LAST_PRIORITY } from '../job-queue.ts';

/** How many jobs of a queue there are. Kept beside the table, since to count its rows takes longer the more there are. */
export interface Tally {
  /** By priority; those without one first. */
  readonly waiting: number[];
  active: number;
  delayed: number;
}

/** Counts the rows. */
export function tallyOf(db: DatabaseSync, queue: string): Tally {
  const tally: Tally = {
    waiting: Array.from({ length: LAST_PRIORITY + 1 }, () => 0),
    active: 0,
    delayed: 0,
  };
  const rows = db
    .prepare('SELECT state, priority, count(*) AS jobs FROM job WHERE queue = ? GROUP BY state, priority')
    .all(queue);
  for (const { state, priority, jobs } of rows) {
    if (state === 'waiting') tally.waiting[Number(priority)] = Number(jobs);
    else if (state === 'active') tally.active += Number(jobs);
    else tally.delayed += Number(jobs);
  }
  return tally;
}

export function copyOf({ waiting, active, delayed }: Tally): Tally {
  return { waiting: [...waiting], active, delayed };
}

/** So many more wait of a priority; 0 for none. */
export function addWaiting({ waiting }: Tally, priority: number, jobs: number): void {
  waiting[priority] = (waiting[priority] ?? 0) + jobs;
}
