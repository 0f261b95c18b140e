import { stat } from 'node:fs/promises';

/** Bytes on disk of a database and the files SQLite keeps beside it. */
export async function fileBytes(file: string): Promise<number> {
  const sizes = await Promise.all(
    [file, `${file}-wal`, `${file}-shm`].map((path) =>
      stat(path).then(
        ({ size }) => size,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return 0;
          throw error;
        },
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
