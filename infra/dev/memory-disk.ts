// Data of servers for tests on a disk in memory, where writing them through costs nothing.
import { createHash } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from './if-there.ts';

const DISK = '/dev/shm';
/** Type of a disk in memory, as Linux numbers file systems. */
const TMPFS = 0x01_02_19_94;
/** Containers often have a disk of 64 MiB there. */
const MIN_FREE_BYTES = 2 * 2 ** 30;

/** Whether this machine has a disk in memory with enough free space. */
export async function hasMemoryDisk(): Promise<boolean> {
  const disk = await ifThere(statfs(DISK));
  return disk !== null && disk.type === TMPFS && disk.bavail * disk.bsize >= MIN_FREE_BYTES;
}

/** Folder on the disk in memory for data that belong to `folder`. */
export function folderInMemory(folder: string): string {
  return join(DISK, `sitegrep-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
}
