import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobEvents } from '../attempt.ts';
import type { QueueLimits } from '../queues.ts';
import type { JobQueue, QueueStore } from '../job-queue.ts';
import { databaseError, openDatabase, QueueDamaged } from './database.ts';
import { JobRows, takeBackAbandoned } from './job-rows.ts';
import { QueueWorker } from './queue-worker.ts';
import { RepeatRows } from './repeat-rows.ts';

/**
 * Queues in a database of SQLite in a folder, for one process. Jobs that an earlier process was at wait again.
 *
 * Statements run on the calling thread: each takes some tens of microseconds, less than to tell another thread of it.
 *
 * @throws Error that names the folder and the remedy if it or the database can't be opened
 */
export async function openSqliteStore(dataDir: string, events: JobEvents): Promise<QueueStore> {
  await makeFolder(dataDir);
  const file = join(dataDir, 'queue.sqlite');
  const explain = (error: unknown): unknown => databaseError(error, file);
  const db = opened(file, explain);
  const workers: QueueWorker[] = [];
  let damage: QueueDamaged | null = null;

  /** Asks the database; damage is told once. */
  const ask = async <T>(question: () => T): Promise<T> => {
    try {
      return question();
    } catch (error) {
      const problem = explain(error);
      if (problem instanceof QueueDamaged && damage === null) {
        damage = problem;
        events.onFatal(damage);
      }
      throw problem;
    }
  };

  return {
    open: (name, limits) => {
      try {
        return openQueue({ db, name, limits, events, ask, explain, workers });
      } catch (error) {
        db.close();
        throw explain(error);
      }
    },
    probe: async () => {
      for (const { outage } of workers) if (outage !== null) throw outage;
      if (damage !== null) throw damage;
      await ask(() => db.prepare('SELECT number FROM job LIMIT 1').get());
    },
    close: async () => db.close(),
  };
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(
      `the queue's folder ${dataDir} can't be written: ${cause}: check its permissions, or set SITEGREP_DATA_DIR to another folder`,
      { cause: error },
    );
  }
}

function opened(file: string, explain: (error: unknown) => unknown): DatabaseSync {
  try {
    const db = openDatabase(file);
    takeBackAbandoned(db);
    return db;
  } catch (error) {
    throw explain(error);
  }
}

interface OpenOptions {
  readonly db: DatabaseSync;
  readonly name: string;
  readonly limits: QueueLimits;
  readonly events: JobEvents;
  readonly ask: <T>(question: () => T) => Promise<T>;
  readonly explain: (error: unknown) => unknown;
  /** Of all queues. */
  readonly workers: QueueWorker[];
}

function openQueue({ db, name, limits, events, ask, explain, workers }: OpenOptions): JobQueue {
  const repeats = new RepeatRows(db, name);
  const rows = new JobRows(db, name, limits.attempts, repeats);
  let worker: QueueWorker | null = null;

  return {
    add: async (jobs) => {
      await ask(() => rows.add(jobs));
      worker?.wake();
      // Whoever adds one share after the other lets all else have its turn in between.
      await nextTurn();
    },
    counts: () => ask(() => rows.counts()),
    waitingByPriority: () => ask(() => rows.waitingByPriority()),
    repeats: {
      set: async (key, timing, payload) => {
        await ask(() => repeats.set(key, timing, payload, Date.now()));
        worker?.wake();
      },
      remove: (key) => ask(() => repeats.remove(key)),
      keys: () => ask(() => repeats.keys()),
    },
    work: (attempt, concurrency) => {
      worker = new QueueWorker({ name, rows, attempt, concurrency, events, explain });
      workers.push(worker);
      return worker;
    },
  };
}
