import { Fatal, RetryLater } from '@sitegrep/jobs';
import { StorageBusy, StorageCorrupt, StorageUnavailable } from '@sitegrep/storage';

/**
 * A call of the storage, its failures named by what is to happen with the job: a storage that is down or busy is waited
 * for without using an attempt up, one that is damaged stops the worker. Anything else, such as a document that can't
 * be stored, is the job's own failure.
 *
 * @param retryMs how long to wait for a storage that is down, in milliseconds
 */
export async function asStored<T>(call: Promise<T>, retryMs: number): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof StorageUnavailable || error instanceof StorageBusy) {
      throw new RetryLater(retryMs, `storage: ${error.message}`, { cause: error });
    }
    if (error instanceof StorageCorrupt) throw new Fatal(`storage: ${error.message}`, { cause: error });
    throw error;
  }
}
