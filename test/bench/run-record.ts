import { stat } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { basename } from 'node:path';

/** When, on what and from which files a run took its figures: what each record of one begins with. */
export async function runRecord(files: readonly string[]): Promise<object> {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    machine: {
      cores: cpus().length,
      model: cpus()[0]?.model ?? 'unknown',
      memoryGiB: Math.round(totalmem() / 2 ** 30),
    },
    corpus: await Promise.all(
      files.map(async (file) => ({ file: basename(file), bytes: (await stat(file)).size })),
    ),
  };
}
