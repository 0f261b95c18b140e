import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes on disk of a database and the files SQLite keeps beside it. */
export function fileBytes(file: string): Promise<number> {
  return bytesOf([file, `${file}-wal`, `${file}-shm`]);
}

/** Bytes on disk of the files in a folder; 0 if there is none. */
export async function folderBytes(folder: string): Promise<number> {
  const names = await orIfAbsent(readdir(folder), []);
  return bytesOf(names.map((name) => join(folder, name)));
}

async function bytesOf(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map((path) =>
      orIfAbsent(
        stat(path).then(({ size }) => size),
        0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function orIfAbsent<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return otherwise;
    throw error;
  }
}
