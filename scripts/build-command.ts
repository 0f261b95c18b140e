// Builds the command of this clone into a folder of build/command, and names that folder and its sources in built.json, by which
// apps/cli/bin/built.js sees whether it is still that of the sources. The command runs this where it is not; here nothing is done
// where it is.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BUILT, builtBefore, CHECKED, stateOf } from '../apps/cli/bin/built.js';
import { bundleCommand, ROOT } from './bundle-command.ts';

/** Age of an earlier build that is removed, in milliseconds: a process that still runs it would load the rest of its modules. */
const KEPT_MS = 24 * 3_600_000;

if (builtBefore(ROOT) !== null) process.exit();
const startedAt = Date.now();
const folder = join(ROOT, BUILT.folder);
const bundle = await bundleCommand((path) => join('../../..', relative(ROOT, path)));
const sources = [...bundle.sources.map((path) => relative(ROOT, path)), ...CHECKED];
const states = sources.map((path) => {
  const { mtimeMs } = statSync(join(ROOT, path));
  // It may have been read before it changed.
  return mtimeMs >= startedAt ? 'changed' : stateOf(ROOT, path);
});
const built = join(folder, bundle.digest);
if (!existsSync(built)) {
  const unfinished = join(folder, `unfinished-${process.pid}`);
  await mkdir(unfinished, { recursive: true });
  await bundle.write(unfinished);
  await rename(unfinished, built).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was faster.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(unfinished, { recursive: true });
  });
}
const record = { folder: bundle.digest, sources, states };
const written = join(folder, `built-${process.pid}.json`);
await writeFile(written, JSON.stringify(record));
await rename(written, join(ROOT, BUILT.record));
await removeEarlier();

async function removeEarlier(): Promise<void> {
  const limit = Date.now() - KEPT_MS;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name === bundle.digest || path === join(ROOT, BUILT.record)) continue;
    // Another process may have removed it, or given it its name.
    const state = statSync(path, { throwIfNoEntry: false });
    if (state !== undefined && state.mtimeMs < limit) await rm(path, { recursive: true, force: true });
  }
}
