// Set-up of every test file: threads run as they are bundled with the command, where that is built of the sources as they are
// (`npm run build:command`). Tests start thousands of threads, whose modules, some hundreds each, took a third of all time.
import { existsSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as WorkerThreads from 'node:worker_threads';
import { isMainThread } from 'node:worker_threads';
import { builtBefore } from '../../apps/cli/bin/built.js';

const ROOT = join(import.meta.dirname, '..', '..');

const threads: { Worker: typeof WorkerThreads.Worker } = createRequire(import.meta.url)(
  'node:worker_threads',
);
// Files of tests share processes, and threads of a process that imports this import it, too, but are bundled already. Sources
// change while vitest watches them.
if (isMainThread && threads.Worker.name !== 'BuiltWorker' && process.env['VITEST_MODE'] !== 'WATCH') {
  const main = builtBefore(ROOT);
  if (main !== null) redirectThreads(dirname(main));
}

function redirectThreads(folder: string): void {
  const { Worker } = threads;
  threads.Worker = class BuiltWorker extends Worker {
    constructor(entry: string | URL, options?: WorkerThreads.WorkerOptions) {
      super(builtEntry(folder, entry), options);
    }
  };
  syncBuiltinESMExports();
}

/** The bundled module of a thread, if it is one of the command's. */
function builtEntry(folder: string, entry: string | URL): string | URL {
  if (!(entry instanceof URL) || entry.protocol !== 'file:') return entry;
  const name = relative(ROOT, fileURLToPath(entry)).replace(/\.ts$/, '').replaceAll('/', '-');
  const built = join(folder, `${name}.js`);
  return existsSync(built) ? pathToFileURL(built) : entry;
}
