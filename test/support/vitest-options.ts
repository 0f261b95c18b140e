import { join } from 'node:path';
import type { ViteUserConfig } from 'vitest/config';
import { FailedFiles } from './failed-files.ts';
import { LongestFirst } from './longest-first.ts';
import { testFolder } from './test-folder.ts';

// The threads and processes that tests start take half of their processor time to strip types from the sources and to
// compile them, unless the result is cached. Processes inherit the variable.
process.env['NODE_COMPILE_CACHE'] ??= join(
  import.meta.dirname,
  '..',
  '..',
  'node_modules',
  '.cache',
  'compiled',
);

process.env['TMPDIR'] = testFolder();

/** Options of every run of tests. */
export const OPTIONS: NonNullable<ViteUserConfig['test']> = {
  // Real threads, sockets and databases: separate processes, and two of them for each core of a small machine, since much of
  // their time is that of servers, disks, outages and timers.
  pool: 'forks',
  maxWorkers: 4,
  sequence: { sequencer: LongestFirst },
  reporters: ['default', new FailedFiles()],
  setupFiles: ['fixed-seed.ts', 'built-threads.ts'].map((name) => join(import.meta.dirname, name)),
  // Limits for tests that hang, far above what a test takes on a busy machine; one that takes longer sets its own.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Time for which `expect.poll` tries again.
  expect: { poll: { timeout: 60_000 } },
};
