import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { TakenJob, Verdict } from '../attempt.ts';
import { type JobCounts, LAST_LEVEL, type NewJob } from '../job-queue.ts';
import { inTransaction } from './database.ts';
import type { RepeatRows } from './repeat-rows.ts';

/** A job that this process is working on. */
export interface ActiveJob extends TakenJob {
  readonly number: number;
  /** Level; 0: none. */
  readonly level: number;
}

/** A job whose attempt has ended. */
export interface EndedJob {
  readonly job: ActiveJob;
  readonly verdict: Verdict;
}

/**
 * Rows of the jobs of one queue. Waiting jobs are ordered by level, then by position: new jobs go to the end,
 * jobs that are handed back keep their position.
 *
 * @throws errors of SQLite from all methods; then nothing was changed
 */
export class JobRows {
  readonly #db: DatabaseSync;
  readonly #queue: string;
  readonly #attempts: number;
  readonly #repeats: RepeatRows;
  readonly #sql: ReturnType<typeof statements>;
  #counters: Counters;
  /** Last assigned position. */
  #position: number;

  constructor(db: DatabaseSync, queue: string, attempts: number, repeats: RepeatRows) {
    this.#db = db;
    this.#queue = queue;
    this.#attempts = attempts;
    this.#repeats = repeats;
    this.#sql = statements(db);
    this.#counters = countRows(db, queue);
    const last = db.prepare('SELECT max(position) AS position FROM job WHERE queue = ?').get(queue);
    this.#position = Number(last?.['position'] ?? 0);
  }

  /** Adds jobs; those whose id exists stay as they are. */
  add(jobs: readonly NewJob[]): void {
    this.#change((counters) => {
      const position = this.#nextPosition();
      for (const { id, payload, level } of jobs) {
        this.#insert(counters, position, { id, payload: JSON.stringify(payload), level: level ?? 0 });
      }
    });
  }

  /**
   * Applies the verdicts, lets jobs that are due wait, and takes jobs, which become active.
   *
   * @param limit maximum number of jobs to take
   * @param now milliseconds since the epoch
   * @returns taken jobs in order
   */
  exchange(ended: readonly EndedJob[], limit: number, now: number): readonly ActiveJob[] {
    return this.#change((counters) => {
      for (const { job, verdict } of ended) this.#settle(counters, job, verdict, now);
      this.#promote(counters, now);
      return limit <= 0 ? [] : this.#take(counters, limit, now);
    });
  }

  /** Time at which the next job is due, in milliseconds since the epoch; null if none waits for a time. */
  nextDue(): number | null {
    const due = this.#sql.nextDue.get(this.#queue)?.['due'] ?? null;
    const repeat = this.#repeats.nextDue();
    if (due === null || repeat === null) return due === null ? repeat : Number(due);
    return Math.min(Number(due), repeat);
  }

  counts(): JobCounts {
    const { waiting, active, delayed } = this.#counters;
    return { waiting: waiting.reduce((sum, jobs) => sum + jobs, 0), active, delayed };
  }

  /** Number of waiting jobs per level, without those that have none. */
  waitingByLevel(): readonly number[] {
    return this.#counters.waiting.slice(1);
  }

  /** The counters change only if the transaction is committed. */
  #change<T>(work: (counters: Counters) => T): T {
    const counters = copyCounters(this.#counters);
    const result = inTransaction(this.#db, () => work(counters));
    this.#counters = counters;
    return result;
  }

  #nextPosition(): number {
    this.#position += 1;
    return this.#position;
  }

  #insert(
    counters: Counters,
    position: number,
    job: {
      readonly id: string;
      readonly payload: string;
      readonly level: number;
      readonly repeats?: string;
      readonly scheduledAt?: number;
    },
  ): void {
    const { id, payload, level, repeats = null, scheduledAt = null } = job;
    const values = [this.#queue, id, payload, level, position, repeats, scheduledAt];
    const { changes } = this.#sql.insert.run(...values);
    addWaiting(counters, level, Number(changes));
  }

  #settle(counters: Counters, { number, level }: ActiveJob, verdict: Verdict, now: number): void {
    counters.active -= 1;
    switch (verdict.kind) {
      case 'finished':
        this.#sql.remove.run(number);
        return;
      case 'handBack':
      case 'stop':
        this.#sql.handBack.run(number);
        addWaiting(counters, level, 1);
        return;
      case 'retry':
        this.#sql.delay.run(
          Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(now + verdict.afterMs)),
          verdict.failed ? 1 : 0,
          number,
        );
        counters.delayed += 1;
    }
  }

  #promote(counters: Counters, now: number): void {
    const position = this.#nextPosition();
    for (const { level } of this.#sql.promote.all(position, this.#queue, now)) {
      counters.delayed -= 1;
      addWaiting(counters, Number(level), 1);
    }
    for (const { key, payload, dueAt } of this.#repeats.due(now)) {
      // If the clock was set back, this job may exist already.
      const id = `repeat:${key}:${dueAt}`;
      this.#insert(counters, position, { id, payload, level: 0, repeats: key, scheduledAt: dueAt });
      this.#repeats.passed(key, now);
    }
  }

  #take(counters: Counters, limit: number, now: number): readonly ActiveJob[] {
    const rows = this.#sql.take.all(this.#queue, limit);
    // SQLite returns changed rows in no particular order.
    rows.sort((a, b) => inOrder(a, b, 'level') || inOrder(a, b, 'position') || inOrder(a, b, 'number'));
    return rows.map((row) => {
      const level = Number(row['level']);
      addWaiting(counters, level, -1);
      counters.active += 1;
      // This job makes up for everything that was due meanwhile.
      if (row['repeats'] !== null) this.#repeats.passed(String(row['repeats']), now);
      return {
        number: Number(row['number']),
        level,
        id: String(row['id']),
        payload: parsed(String(row['payload'])),
        failed: Number(row['failed']),
        attempts: this.#attempts,
        begun: Number(row['begun']),
        stalled: Number(row['stalled']),
        scheduledAt: row['scheduled_at'] === null ? null : Number(row['scheduled_at']),
      };
    });
  }
}

/** Makes jobs of an ended process wait again, stalled once more. To be called before any queue is opened. */
export function requeueAbandoned(db: DatabaseSync): void {
  db.exec("UPDATE job SET state = 'waiting', stalled = stalled + 1 WHERE state = 'active'");
}

function statements(db: DatabaseSync) {
  return {
    insert: db.prepare(
      `INSERT INTO job (queue, id, payload, state, level, position, repeats, scheduled_at)
       VALUES (?, ?, ?, 'waiting', ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ),
    take: db.prepare(
      `UPDATE job SET state = 'active', begun = begun + 1 WHERE number IN (
         SELECT number FROM job WHERE queue = ? AND state = 'waiting' ORDER BY level, position, number LIMIT ?
       ) RETURNING *`,
    ),
    remove: db.prepare('DELETE FROM job WHERE number = ?'),
    handBack: db.prepare("UPDATE job SET state = 'waiting' WHERE number = ?"),
    delay: db.prepare("UPDATE job SET state = 'delayed', due = ?, failed = failed + ? WHERE number = ?"),
    promote: db.prepare(
      `UPDATE job SET state = 'waiting', position = ? WHERE queue = ? AND state = 'delayed' AND due <= ?
       RETURNING level`,
    ),
    nextDue: db.prepare("SELECT min(due) AS due FROM job WHERE queue = ? AND state = 'delayed'"),
  };
}

type Row = Readonly<Record<string, SQLOutputValue>>;

function inOrder(a: Row, b: Row, column: 'level' | 'position' | 'number'): number {
  return Number(a[column]) - Number(b[column]);
}

/** Text that is not JSON is returned as it is: the schema of the queue rejects it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** Numbers of jobs of a queue, in memory, because counting rows takes longer the more there are. */
interface Counters {
  /** Waiting jobs by level, starting with those that have none. */
  readonly waiting: number[];
  active: number;
  delayed: number;
}

/** Counts the rows. */
function countRows(db: DatabaseSync, queue: string): Counters {
  const counters: Counters = {
    waiting: Array.from({ length: LAST_LEVEL + 1 }, () => 0),
    active: 0,
    delayed: 0,
  };
  const rows = db
    .prepare('SELECT state, level, count(*) AS jobs FROM job WHERE queue = ? GROUP BY state, level')
    .all(queue);
  for (const { state, level, jobs } of rows) {
    if (state === 'waiting') counters.waiting[Number(level)] = Number(jobs);
    else if (state === 'active') counters.active += Number(jobs);
    else counters.delayed += Number(jobs);
  }
  return counters;
}

function copyCounters({ waiting, active, delayed }: Counters): Counters {
  return { waiting: [...waiting], active, delayed };
}

/** Changes the number of waiting jobs of a level; 0 for none. */
function addWaiting({ waiting }: Counters, level: number, jobs: number): void {
  waiting[level] = (waiting[level] ?? 0) + jobs;
}
