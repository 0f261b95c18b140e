import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { timeAfter, type Timing } from '../timing.ts';

/** A repeated job that is due. */
export interface DueRepeat {
  readonly key: string;
  /** JSON. */
  readonly payload: string;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
}

/**
 * Rows of the repeated jobs of one queue: their timings and next times. A repetition becomes a job when it is due,
 * unless its previous job is still waiting; so one job makes up for all missed times.
 *
 * @throws errors of SQLite from all methods; then nothing was changed
 */
export class RepeatRows {
  readonly #queue: string;
  readonly #sql: ReturnType<typeof statements>;

  constructor(db: DatabaseSync, queue: string) {
    this.#queue = queue;
    this.#sql = statements(db);
  }

  /** Sets a timing. An unchanged one keeps its next time, which may be in the past. */
  set(key: string, timing: Timing, payload: unknown, now: number): void {
    const row = this.#sql.find.get(this.#queue, key);
    const next = timeAfter(timing, now);
    const text = JSON.stringify(payload);
    if (row !== undefined && row['payload'] === text && isSame(timingOf(row), timing)) {
      // A next time later than the computed one means that the clock was set back.
      if (next === null || (row['next'] !== null && Number(row['next']) <= next)) return;
    }
    const { seconds, pattern, timeZone } = columnsOf(timing);
    this.#sql.put.run(this.#queue, key, text, seconds, pattern, timeZone, next);
  }

  remove(key: string): void {
    this.#sql.remove.run(this.#queue, key);
  }

  keys(): readonly string[] {
    return this.#sql.keys.all(this.#queue).map(({ key }) => String(key));
  }

  /** Repetitions that are due. */
  due(now: number): readonly DueRepeat[] {
    return this.#sql.due.all(this.#queue, now).map(({ key, payload, next }) => ({
      key: String(key),
      payload: String(payload),
      dueAt: Number(next),
    }));
  }

  /** Moves the next time after `now`: earlier times have had their job. */
  passed(key: string, now: number): void {
    const row = this.#sql.find.get(this.#queue, key);
    if (row === undefined || row['next'] === null || Number(row['next']) > now) return;
    this.#sql.setNext.run(timeAfter(timingOf(row), now), this.#queue, key);
  }

  /**
   * Time at which the first repetition that can become a job is due, in milliseconds since the epoch; null if there
   * is none.
   */
  nextDue(): number | null {
    const next = this.#sql.nextDue.get(this.#queue)?.['next'] ?? null;
    return next === null ? null : Number(next);
  }
}

function statements(db: DatabaseSync) {
  const free = `NOT EXISTS (
    SELECT 1 FROM job WHERE job.queue = repeat.queue AND job.repeats = repeat.key AND job.state = 'waiting')`;
  return {
    find: db.prepare(
      'SELECT payload, seconds, pattern, time_zone, next FROM repeat WHERE queue = ? AND key = ?',
    ),
    put: db.prepare(
      `INSERT INTO repeat (queue, key, payload, seconds, pattern, time_zone, next) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET payload = excluded.payload, seconds = excluded.seconds, pattern = excluded.pattern,
         time_zone = excluded.time_zone, next = excluded.next`,
    ),
    remove: db.prepare('DELETE FROM repeat WHERE queue = ? AND key = ?'),
    keys: db.prepare('SELECT key FROM repeat WHERE queue = ? ORDER BY key'),
    due: db.prepare(
      `SELECT key, payload, next FROM repeat WHERE queue = ? AND next <= ? AND ${free} ORDER BY next, key`,
    ),
    setNext: db.prepare('UPDATE repeat SET next = ? WHERE queue = ? AND key = ?'),
    nextDue: db.prepare(
      `SELECT next FROM repeat WHERE queue = ? AND next IS NOT NULL AND ${free} ORDER BY next LIMIT 1`,
    ),
  };
}

function columnsOf(timing: Timing): {
  readonly seconds: number | null;
  readonly pattern: string | null;
  readonly timeZone: string | null;
} {
  return timing.kind === 'every'
    ? { seconds: timing.seconds, pattern: null, timeZone: null }
    : { seconds: null, pattern: timing.pattern, timeZone: timing.timeZone };
}

function timingOf(row: Readonly<Record<string, SQLOutputValue>>): Timing {
  const { seconds, pattern, time_zone: timeZone } = row;
  return seconds === null
    ? { kind: 'cron', pattern: String(pattern), timeZone: String(timeZone) }
    : { kind: 'every', seconds: Number(seconds) };
}

function isSame(a: Timing, b: Timing): boolean {
  const [one, other] = [columnsOf(a), columnsOf(b)];
  return one.seconds === other.seconds && one.pattern === other.pattern && one.timeZone === other.timeZone;
}
