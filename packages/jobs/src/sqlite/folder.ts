import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What earlier versions left in the folder, which kept jobs in PGlite. Crawls that go on are put into the queue anew. */
const FORMER = /^(?:pglite(?:-unfinished-.*)?|complete\.json(?:\.new)?)$/;

/**
 * Makes the queue's folder if need be, and removes what earlier versions kept there.
 *
 * @param dataDir nobody else may use it meanwhile (the data folder's lock sees to that)
 * @returns the file of the database
 * @throws Error that names the folder if it can't be written
 */
export async function openQueueFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    for (const name of await readdir(dataDir)) {
      if (FORMER.test(name)) await rm(join(dataDir, name), { recursive: true });
    }
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(
      `the queue's folder ${dataDir} can't be written: ${cause}: check its permissions, or set SITEGREP_DATA_DIR to another folder`,
      { cause: error },
    );
  }
  return join(dataDir, 'queue.sqlite');
}
