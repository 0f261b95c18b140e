// The disk in memory of Linux, where a write does not wait for a device.
import { createHash } from 'node:crypto';
import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const DISK = '/dev/shm';
/** Least free space, in bytes, with which it is used: containers have 64 MiB unless told otherwise. */
const MIN_FREE_BYTES = 4 * 2 ** 30;

/** Its folder; null if there is none, or too little room in it. */
export function memoryDisk(): string | null {
  if (!existsSync(DISK)) return null;
  const { bavail, bsize } = statfsSync(DISK);
  return bavail * bsize >= MIN_FREE_BYTES ? DISK : null;
}

/** Folder on it for data that belong to `folder`. */
export function folderInMemory(folder: string): string {
  return join(DISK, `sitegrep-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
}
