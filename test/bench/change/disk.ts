import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describeIndex, nodeDisk } from '@sitegrep/segments';

/** Megabytes of a data folder's files. */
export interface DiskUse {
  /** Segments and what says which of their documents are dead. */
  readonly segments: number;
  /** Texts that are in no segment yet: up to their bound. */
  readonly logs: number;
  /** Records and sources, with what SQLite keeps beside them. */
  readonly database: number;
  readonly all: number;
}

export function diskUse(dataDir: string): DiskUse {
  const megabytes = (sizes: ReadonlyMap<string, number>, is: (name: string) => boolean): number =>
    [...sizes].reduce((sum, [name, size]) => sum + (is(name) ? size / 1e6 : 0), 0);
  const files = sizesOf(join(dataDir, 'segments'));
  const segments = megabytes(files, (name) => !name.endsWith('.log'));
  const logs = megabytes(files, (name) => name.endsWith('.log'));
  const database = megabytes(sizesOf(dataDir), (name) => name.startsWith('domains.sqlite'));
  return { segments, logs, database, all: segments + logs + database };
}

/** Milliseconds between two checks, and the number of successive checks that must find nothing in progress. */
const LOOK_EVERY_MS = 500;
const QUIET_LOOKS = 8;

/**
 * Resolves when nothing has been built or merged for four seconds: no log waits, and no segment is written, which the
 * manifest does not name before it is whole.
 */
export async function settled(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'segments');
  for (let quiet = 0; quiet < QUIET_LOOKS;) {
    await delay(LOOK_EVERY_MS);
    const names = [...sizesOf(folder).keys()];
    const logs = names.filter((name) => name.endsWith('.log')).length;
    const segments = names.filter((name) => name.endsWith('.segment')).length;
    const isBusy = logs > 1 || segments > describeIndex(nodeDisk, folder).segments.length;
    quiet = isBusy ? 0 : quiet + 1;
  }
}

/** Files come and go while they are looked at. */
function sizesOf(folder: string): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const name of readdirSync(folder)) {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    if (found?.isFile() === true) sizes.set(name, found.size);
  }
  return sizes;
}
