import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageUnavailable } from '../errors.ts';
import { NO_SPACE, storageError } from './failure.ts';

/** Free bytes below which a write of a large site is likely to fail. */
const MIN_FREE_BYTES = 64 * 1024 ** 2;

/** A file that shows by being written whether a quota, which `statfs` does not tell, is used up. */
const PROBE = Buffer.alloc(64 * 1024);
/** One name for all processes, so that kills leave one such file at most. */
const PROBE_NAME = '.free-space';

/**
 * Whether the disk of a data folder is full, or about to be.
 *
 * @throws StorageUnavailable if the folder is gone, or takes no writes for another reason
 */
export async function isFull(dataDir: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    if (bavail * bsize < MIN_FREE_BYTES) return true;
    await writeProbe(join(dataDir, PROBE_NAME));
    return false;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_SPACE.has(error.code)) return true;
    const known = storageError(error, dataDir);
    if (known instanceof StorageUnavailable) throw known;
    throw new StorageUnavailable(`the data folder can't be used: ${known.message}`, { cause: error });
  }
}

async function writeProbe(path: string): Promise<void> {
  try {
    const file = await open(path, 'w');
    try {
      await file.write(PROBE);
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}
