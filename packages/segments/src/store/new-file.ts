import type { Disk } from '../disk.ts';

/**
 * Makes a file that must not exist yet, with these bytes, and syncs it; its name is durable after the next `syncFolder`.
 * If that fails, the file is removed again, if it can be.
 * @returns the file, open to be read and written
 */
export function createFile(disk: Disk, path: string, bytes: Uint8Array): number {
  const file = disk.open(path, 'create');
  try {
    disk.write(file, bytes, 0);
    disk.sync(file);
  } catch (error) {
    disk.close(file);
    removeUnfinished(disk, path);
    throw error;
  }
  return file;
}

/** Removes a file whose writing failed, if it is there and the disk lets it: for the caller, that failure is the news. */
export function removeUnfinished(disk: Disk, path: string): void {
  try {
    if (disk.stat(path) !== null) disk.remove(path);
  } catch {
    // A file that nothing names is removed when the folder is opened for writing.
  }
}
