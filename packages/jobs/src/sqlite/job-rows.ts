import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { TakenJob, Verdict } from '../attempt.ts';
import { type JobCounts, LAST_PRIORITY, type NewJob } from '../job-queue.ts';
import { inTransaction } from './database.ts';
import type { RepeatRows } from './repeat-rows.ts';

/** A job that this process is at. */
export interface ActiveJob extends TakenJob {
  readonly number: number;
  /** 0: none. */
  readonly priority: number;
}

/** A job whose attempt has ended. */
export interface EndedJob {
  readonly job: ActiveJob;
  readonly verdict: Verdict;
}

type Statements = Readonly<Record<keyof ReturnType<typeof statements>, StatementSync>>;

/**
 * The jobs of one queue, in rows. Jobs wait by priority, within one by place: jobs that come in go to the end, those that
 * are handed back keep the place that they had.
 *
 * @throws errors of SQLite from all of it; then nothing was changed
 */
export class JobRows {
  readonly #db: DatabaseSync;
  readonly #queue: string;
  readonly #attempts: number;
  readonly #repeats: RepeatRows;
  readonly #sql: Statements;
  #tally: Tally;
  /** The last place that was given. */
  #place: number;

  constructor(db: DatabaseSync, queue: string, attempts: number, repeats: RepeatRows) {
    this.#db = db;
    this.#queue = queue;
    this.#attempts = attempts;
    this.#repeats = repeats;
    this.#sql = statements(db);
    this.#tally = tallyOf(db, queue);
    const last = db.prepare('SELECT max(place) AS place FROM job WHERE queue = ?').get(queue);
    this.#place = Number(last?.['place'] ?? 0);
  }

  /** Those whose id is there are left as they are. */
  add(jobs: readonly NewJob[]): void {
    this.#change((tally) => {
      const place = this.#nextPlace();
      for (const { id, payload, priority } of jobs) {
        this.#insert(tally, place, { id, payload: JSON.stringify(payload), priority: priority ?? 0 });
      }
    });
  }

  /**
   * Does what the verdicts say, has what is due by now wait, and takes jobs, marked as being at work.
   *
   * @param limit the most to take
   * @param now milliseconds since the epoch
   * @returns those taken, the first first
   */
  exchange(ended: readonly EndedJob[], limit: number, now: number): readonly ActiveJob[] {
    return this.#change((tally) => {
      for (const { job, verdict } of ended) this.#settle(tally, job, verdict, now);
      this.#promote(tally, now);
      return limit <= 0 ? [] : this.#take(tally, limit, now);
    });
  }

  /** When the next job will be due, in milliseconds since the epoch; null if none waits for a time. */
  nextDue(): number | null {
    const due = this.#sql.nextDue.get(this.#queue)?.['due'] ?? null;
    const repeat = this.#repeats.nextDue();
    if (due === null || repeat === null) return due === null ? repeat : Number(due);
    return Math.min(Number(due), repeat);
  }

  counts(): JobCounts {
    const { waiting, active, delayed } = this.#tally;
    return { waiting: waiting.reduce((sum, jobs) => sum + jobs, 0), active, delayed };
  }

  /** Those with a priority. */
  waitingByPriority(): readonly number[] {
    return this.#tally.waiting.slice(1);
  }

  /** What is counted counts once it is kept. */
  #change<T>(work: (tally: Tally) => T): T {
    const tally = copyOf(this.#tally);
    const result = inTransaction(this.#db, () => work(tally));
    this.#tally = tally;
    return result;
  }

  #nextPlace(): number {
    this.#place += 1;
    return this.#place;
  }

  #insert(
    tally: Tally,
    place: number,
    job: {
      readonly id: string;
      readonly payload: string;
      readonly priority: number;
      readonly repeats?: string;
      readonly scheduledAt?: number;
    },
  ): void {
    const { id, payload, priority, repeats = null, scheduledAt = null } = job;
    const values = [this.#queue, id, payload, priority, place, repeats, scheduledAt];
    const { changes } = this.#sql.insert.run(...values);
    addWaiting(tally, priority, Number(changes));
  }

  #settle(tally: Tally, { number, priority }: ActiveJob, verdict: Verdict, now: number): void {
    tally.active -= 1;
    switch (verdict.kind) {
      case 'over':
        this.#sql.remove.run(number);
        return;
      case 'back':
      case 'unfit':
        this.#sql.handBack.run(number);
        addWaiting(tally, priority, 1);
        return;
      case 'again':
        this.#sql.delay.run(
          Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(now + verdict.afterMs)),
          verdict.failed ? 1 : 0,
          number,
        );
        tally.delayed += 1;
    }
  }

  #promote(tally: Tally, now: number): void {
    const place = this.#nextPlace();
    for (const { priority } of this.#sql.promote.all(place, this.#queue, now)) {
      tally.delayed -= 1;
      addWaiting(tally, Number(priority), 1);
    }
    for (const { key, payload, dueAt } of this.#repeats.due(now)) {
      // One whose clock was set back may be there already.
      const id = `repeat:${key}:${dueAt}`;
      this.#insert(tally, place, { id, payload, priority: 0, repeats: key, scheduledAt: dueAt });
      this.#repeats.passed(key, now);
    }
  }

  #take(tally: Tally, limit: number, now: number): readonly ActiveJob[] {
    const rows = this.#sql.take.all(this.#queue, limit);
    // Rows that are returned by a change are in no order.
    rows.sort((a, b) => inOrder(a, b, 'priority') || inOrder(a, b, 'place') || inOrder(a, b, 'number'));
    return rows.map((row) => {
      const priority = Number(row['priority']);
      addWaiting(tally, priority, -1);
      tally.active += 1;
      // What was due meanwhile is made up for by this one.
      if (row['repeats'] !== null) this.#repeats.passed(String(row['repeats']), now);
      return {
        number: Number(row['number']),
        priority,
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

/** Jobs of a process that is gone wait again, as stalled once more. To be asked before any queue is opened. */
export function takeBackAbandoned(db: DatabaseSync): void {
  db.exec("UPDATE job SET state = 'waiting', stalled = stalled + 1 WHERE state = 'active'");
}

function statements(db: DatabaseSync) {
  return {
    insert: db.prepare(
      `INSERT INTO job (queue, id, payload, state, priority, place, repeats, scheduled_at)
       VALUES (?, ?, ?, 'waiting', ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ),
    take: db.prepare(
      `UPDATE job SET state = 'active', begun = begun + 1 WHERE number IN (
         SELECT number FROM job WHERE queue = ? AND state = 'waiting' ORDER BY priority, place, number LIMIT ?
       ) RETURNING *`,
    ),
    remove: db.prepare('DELETE FROM job WHERE number = ?'),
    handBack: db.prepare("UPDATE job SET state = 'waiting' WHERE number = ?"),
    delay: db.prepare("UPDATE job SET state = 'delayed', due = ?, failed = failed + ? WHERE number = ?"),
    promote: db.prepare(
      `UPDATE job SET state = 'waiting', place = ? WHERE queue = ? AND state = 'delayed' AND due <= ?
       RETURNING priority`,
    ),
    nextDue: db.prepare("SELECT min(due) AS due FROM job WHERE queue = ? AND state = 'delayed'"),
  };
}

type Row = Readonly<Record<string, SQLOutputValue>>;

function inOrder(a: Row, b: Row, column: 'priority' | 'place' | 'number'): number {
  return Number(a[column]) - Number(b[column]);
}

/** A text that is no JSON is no payload either, which the queue's schema says of it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** How many jobs of a queue there are. Kept beside the table, since to count its rows takes longer the more there are. */
interface Tally {
  /** By priority; those without one first. */
  readonly waiting: number[];
  active: number;
  delayed: number;
}

/** Counts the rows. */
function tallyOf(db: DatabaseSync, queue: string): Tally {
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

function copyOf({ waiting, active, delayed }: Tally): Tally {
  return { waiting: [...waiting], active, delayed };
}

/** So many more wait of a priority; 0 for none. */
function addWaiting({ waiting }: Tally, priority: number, jobs: number): void {
  waiting[priority] = (waiting[priority] ?? 0) + jobs;
}
