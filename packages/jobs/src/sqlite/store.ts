import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { JobEvents } from '../attempt.ts';
import { messageOf } from '../errors.ts';
import type { QueueLimits } from '../queues.ts';
import type { JobQueue, QueueStore } from '../job-queue.ts';
import { databaseError, openDatabase, QueueDamaged } from './database.ts';
import { JobRows, requeueAbandoned } from './job-rows.ts';
import { QueueWorker } from './queue-worker.ts';
import { RepeatRows } from './repeat-rows.ts';

/**
 * Opens queues in a SQLite database in a folder, for one process. Jobs that an earlier process was working on wait
 * again.
 *
 * Statements run on the calling thread: each takes tens of microseconds, less than a message to another thread.
 *
 * @throws Error that names the folder and the remedy if it or the database cannot be opened
 */
export async function openSqliteStore(dataDir: string, events: JobEvents): Promise<QueueStore> {
  await makeFolder(dataDir);
  const file = join(dataDir, 'queue.sqlite');
  const explain = (error: unknown): unknown => databaseError(error, file);
  const db = opened(file, explain);
  const workers: QueueWorker[] = [];
  let damage: QueueDamaged | null = null;

  /** Runs a query; damage is reported once. */
  const query = async <T>(run: () => T): Promise<T> => {
    try {
      return run();
    } catch (error) {
      const problem = explain(error);
      if (problem instanceof QueueDamaged && damage === null) {
        damage = problem;
        events.onFatal(damage);
      }
      throw problem;
    }
  };

  const openQueue = (name: string, limits: QueueLimits): JobQueue => {
    const repeats = new RepeatRows(db, name);
    const rows = new JobRows(db, name, limits.attempts, repeats);
    let worker: QueueWorker | null = null;

    return {
      add: async (jobs) => {
        await query(() => rows.add(jobs));
        worker?.wake();
        // Other tasks run between the chunks of a large addition.
        await nextTick();
      },
      counts: () => query(() => rows.counts()),
      waitingByLevel: () => query(() => rows.waitingByLevel()),
      repeats: {
        set: async (key, timing, payload) => {
          await query(() => repeats.set(key, timing, payload, Date.now()));
          worker?.wake();
        },
        remove: (key) => query(() => repeats.remove(key)),
        keys: () => query(() => repeats.keys()),
      },
      work: (attempt, concurrency) => {
        worker = new QueueWorker({ name, rows, attempt, concurrency, events, explain });
        workers.push(worker);
        return worker;
      },
    };
  };

  return {
    open: (name, limits) => {
      try {
        return openQueue(name, limits);
      } catch (error) {
        db.close();
        throw explain(error);
      }
    },
    probe: async () => {
      for (const { outage } of workers) if (outage !== null) throw outage;
      if (damage !== null) throw damage;
      await query(() => db.prepare('SELECT number FROM job LIMIT 1').get());
    },
    close: async () => db.close(),
  };
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
  } catch (error) {
    throw new Error(
      `the queue's folder ${dataDir} can't be written: ${messageOf(error)}: check its permissions, or set SITEGREP_DATA_DIR to another folder`,
      { cause: error },
    );
  }
}

function opened(file: string, explain: (error: unknown) => unknown): DatabaseSync {
  try {
    const db = openDatabase(file);
    requeueAbandoned(db);
    return db;
  } catch (error) {
    throw explain(error);
  }
}
