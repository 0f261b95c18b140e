// Runs the files again that failed in the last run of the tests, one after the other with nothing beside them. A file that passes
// now depends on the load of the machine or on its neighbours; its name is printed at the end.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { FAILED_FILES, type FailedRun } from '../test/support/failed-files.ts';

const ROOT = join(import.meta.dirname, '..');
const { config, files } = JSON.parse(readFileSync(FAILED_FILES, 'utf8')) as FailedRun;
if (files.length === 0) {
  console.error('The last run has no file that failed: what failed was the run itself.');
  process.exit(1);
}
const paths = files.map((file) => relative(ROOT, file));
console.log(`Again, by themselves: ${paths.join(', ')}`);
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--config', config, '--no-file-parallelism', ...paths],
  {
    cwd: ROOT,
    stdio: 'inherit',
  },
);
if (status === 0) console.log(`UNSTEADY, to be mended: ${paths.join(', ')}`);
process.exit(status ?? 1);
