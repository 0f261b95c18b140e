import type { Disk } from '../disk.ts';

/**
 * Makes a file that must not exist yet, with these bytes, and syncs it; its name is durable after the next `syncFolder`.
 * If that fails, the file is removed again.
 * @returns the file, open to be read and written
 */
export function createFile(disk: Disk, path: string, bytes: Uint8Array): number {
  const file = disk.open(path, 'create');
  try {
    disk.write(file, bytes, 0);
    disk.sync(file);
  } catch (error) {
    disk.close(file);
    disk.remove(path);
    throw error;
  }
  return file;
}
