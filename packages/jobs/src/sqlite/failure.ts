import { QueuesUnavailable } from '../unavailable.ts';

/** The database is not what was written. */
export class QueueDamaged extends Error {
  override readonly name = 'QueueDamaged';
}

/** Primary result codes, https://sqlite.org/rescode.html. */
const FULL = 13;
/** Of a disk or a lock that is in the way for now: busy, locked, out of memory, read-only, I/O error, can't open. */
const PASSING = new Set([5, 6, 7, 8, 10, 14]);

/**
 * What an error of SQLite means: QueuesUnavailable if the same may succeed later, QueueDamaged if it can't; any other
 * error as it is.
 *
 * @param file of the database
 */
export function databaseError(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  // The low byte is the primary code; what is above tells more of it.
  const code = error.errcode & 0xff;
  if (code === FULL) {
    return new QueuesUnavailable(
      `the disk that holds the queue's database ${file} is full: free some space, or move SITEGREP_DATA_DIR to a larger disk`,
      { cause: error },
    );
  }
  if (PASSING.has(code)) {
    return new QueuesUnavailable(
      `the queue's database ${file} failed (${error.message}): check the disk that holds it and the permissions`,
      { cause: error },
    );
  }
  return damaged(file, error);
}

export function damaged(file: string, cause: Error): QueueDamaged {
  return new QueueDamaged(
    `the queue's database ${file} is damaged (${cause.message}): delete the folder that it is in and start again; ` +
      'unfinished crawls are put back into the queue at the start',
    { cause },
  );
}
