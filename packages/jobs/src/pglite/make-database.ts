import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What the process says if it fails. */
export interface MakingFailed {
  readonly message: string;
}

/**
 * Makes the database in a folder that has none yet, in a process of its own: that takes some 300 MB, which a process
 * would never give back. It is made elsewhere and renamed, since the process may outlive for seconds the one that wanted
 * it, and another one may want it meanwhile.
 *
 * @throws Error with PGlite's reason
 */
export async function makeDatabase(databaseDir: string): Promise<void> {
  if (existsSync(join(databaseDir, 'PG_VERSION'))) return;
  await removeUnfinished(databaseDir);
  const unfinished = `${unfinishedName(databaseDir)}${randomUUID()}`;
  await makeInProcess(unfinished);
  await rm(databaseDir, { recursive: true, force: true });
  await rename(unfinished, databaseDir);
}

async function removeUnfinished(databaseDir: string): Promise<void> {
  const folder = dirname(databaseDir);
  const prefix = basename(unfinishedName(databaseDir));
  for (const name of await readdir(folder))
    if (name.startsWith(prefix)) await rm(join(folder, name), { recursive: true, force: true });
}

function unfinishedName(databaseDir: string): string {
  return `${databaseDir}-unfinished-`;
}

async function makeInProcess(databaseDir: string): Promise<void> {
  const child = fork(new URL('./making-process.ts', import.meta.url), [databaseDir], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let reason: string | null = null;
  const ended = Promise.withResolvers<void>();
  child.on('message', ({ message }: MakingFailed) => {
    reason = message;
  });
  child.once('error', ended.reject);
  child.once('exit', (code, signal) => {
    if (code === 0) ended.resolve();
    else ended.reject(new Error(reason ?? `the process that makes it ended with ${code ?? signal}`));
  });
  await ended.promise;
}
