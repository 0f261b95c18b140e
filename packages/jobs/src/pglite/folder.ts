import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';

/**
 * Where PGlite's files live, and whether they can be trusted.
 *
 * PGlite never calls fsync (it starts Postgres with -F, and its file system has none). What it acknowledged outlives
 * its process, whatever kills it, for the operating system holds the writes; it does not outlive a power cut, which may
 * leave a folder that opens and lies. So a folder is used within one boot of the machine only, and made anew after it,
 * as is one whose making broke off. Jobs are ids that can be added again from the storage, which does call fsync.
 */
export interface QueueFolder {
  /** PGlite's own folder; empty or not there if it has to be made. */
  readonly databaseDir: string;
  /** Says that the database is whole; from then on the folder is used again. */
  complete(): Promise<void>;
}

/**
 * @param dataDir made if missing; nobody else may use it meanwhile (the data folder's lock sees to that)
 * @throws Error that names the folder if it can't be written
 */
export async function openQueueFolder(dataDir: string): Promise<QueueFolder> {
  const databaseDir = join(dataDir, 'pglite');
  const stamp = join(dataDir, 'complete.json');
  const boot = await bootIdentity();
  try {
    await mkdir(dataDir, { recursive: true });
    if ((await stampedBoot(stamp)) !== boot) {
      await rm(stamp, { force: true });
      await rm(databaseDir, { recursive: true, force: true });
    }
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(`the queue's folder ${dataDir} can't be written: ${cause}`, { cause: error });
  }
  return {
    databaseDir,
    complete: async () => {
      await writeFile(`${stamp}.new`, JSON.stringify({ boot }));
      await rename(`${stamp}.new`, stamp);
    },
  };
}

async function stampedBoot(stamp: string): Promise<string | null> {
  try {
    const { boot }: { boot?: unknown } = JSON.parse(await readFile(stamp, 'utf8'));
    return typeof boot === 'string' ? boot : null;
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (missing || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The same until the machine starts again. Linux has an id for it; elsewhere the hour it started in has to do. */
async function bootIdentity(): Promise<string> {
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  } catch {
    return `started in hour ${Math.round((Date.now() / 1_000 - uptime()) / 3_600)}`;
  }
}
