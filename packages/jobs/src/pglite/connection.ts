import { createPostgresBackend, DEFAULT_SCHEMA, Queue, quoteSchemaName, runMigrations, Worker } from 'bullmq';
import type { Connection } from '../connection.ts';
import { openQueueFolder } from './folder.ts';
import { makeDatabase } from './make-database.ts';
import { PglitePool } from './pool.ts';

/** Far enough ahead that every lock has expired by then: ten years, in milliseconds. */
const AFTER_EVERY_LOCK = 10 * 365 * 86_400_000;

/**
 * BullMQ's Postgres backend over PGlite in a folder.
 *
 * @throws Error that names the folder and the remedy if the database can't be opened
 */
export async function connectPglite(dataDir: string, onDeath: (error: Error) => void): Promise<Connection> {
  const folder = await openQueueFolder(dataDir);
  const pool = await openPool(folder.databaseDir);
  try {
    await migrate(pool);
    await folder.complete();
  } catch (error) {
    await pool.end();
    throw error;
  }
  pool.on('error', onDeath);

  return {
    makeQueue: (name, options, { onError }) => {
      const queue = new Queue(name, { ...options, connection: pool }, createPostgresBackend);
      queue.on('error', onError);
      return queue;
    },
    makeWorker: (name, process, options, { onError, onLocksLost }) => {
      const worker = new Worker(name, process, { ...options, connection: pool }, createPostgresBackend);
      worker.on('error', onError);
      worker.on('lockRenewalFailed', onLocksLost);
      return worker;
    },
    recoverAbandoned: (queue) => recoverAbandoned(pool, queue),
    isAway: () => false,
    probe: async () => {
      await pool.query('SELECT 1');
    },
    close: () => pool.end(),
  };
}

async function openPool(databaseDir: string): Promise<PglitePool> {
  try {
    await makeDatabase(databaseDir);
    return await PglitePool.open(databaseDir);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(
      `the queue's database in ${databaseDir} can't be opened (${cause}): ` +
        'delete that folder and start again; unfinished crawls are put back into the queue at the start',
      { cause: error },
    );
  }
}

async function migrate(pool: PglitePool): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(client);
    await client.query(`SET search_path TO ${quoteSchemaName(DEFAULT_SCHEMA)}`);
  } finally {
    client.release();
  }
}

/**
 * The folder is ours alone, so every job that is still locked belongs to a process that is gone. BullMQ's own check for
 * stalled jobs takes two passes (mark, then sweep what is still marked) and a time: told that all locks are over, it
 * hands those jobs back at once, counting one stall each, instead of after some minutes.
 */
async function recoverAbandoned(pool: PglitePool, queue: string): Promise<void> {
  const noLimit = 2_147_483_647;
  for (const pass of [0, 1]) {
    await pool.query('SELECT move_stalled_jobs_to_wait($1, $2, $3, $4)', [
      queue,
      noLimit,
      Date.now() + AFTER_EVERY_LOCK + pass,
      0,
    ]);
  }
  // Or the next check would wait for that far time.
  await pool.query("DELETE FROM meta WHERE queue = $1 AND field = 'stalled-check'", [queue]);
}
