import { stat, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { basename } from 'node:path';

/** Writes a run: its figures, and when, on what and from which files it took them. @param out null: it is not kept */
export async function writeRecord(
  { out, files }: { readonly out: string | null; readonly files: readonly string[] },
  figures: object,
): Promise<void> {
  if (out === null) return;
  const record = { ...(await origin(files)), ...figures };
  await writeFile(out, `${JSON.stringify(record, null, 2)}\n`);
}

/** Prints a run as JSON, too. */
export async function printRecord(
  options: { readonly out: string | null; readonly files: readonly string[] },
  figures: object,
): Promise<void> {
  console.log(JSON.stringify({ ...(await origin(options.files)), ...figures }, null, 2));
  await writeRecord(options, figures);
}

async function origin(files: readonly string[]): Promise<object> {
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
