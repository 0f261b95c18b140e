import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startServer } from '../../../test/support/server-process.ts';
import { leanStart } from './start.js';

const LEAN = ['--max-semi-space-size=8', '--max-old-space-size=1536', '--heap-growing-percent=100'];

describe('a lean start', () => {
  test('adds options and variables to those that are there', () => {
    expect(
      leanStart({ options: ['--enable-source-maps'], environment: { HOME: '/root' } }, '/cache'),
    ).toEqual({
      options: ['--enable-source-maps', ...LEAN],
      environment: {
        HOME: '/root',
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: '131072',
        NODE_COMPILE_CACHE: '/cache',
      },
    });
  });

  test('leaves what the caller has set', () => {
    const environment = {
      NODE_OPTIONS: '--max-old-space-size=8192',
      MALLOC_ARENA_MAX: '8',
      MALLOC_MMAP_THRESHOLD_: '65536',
      NODE_COMPILE_CACHE: '/own',
    };
    expect(leanStart({ options: [], environment }, '/cache')).toEqual({
      options: ['--max-semi-space-size=8'],
      environment,
    });
  });

  test('keeps nothing compiled for a user without a home', () => {
    expect(leanStart({ options: [], environment: {} }, null)?.environment).toEqual({
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
    });
  });

  test('is none of one that is lean', () => {
    expect(leanStart({ options: LEAN, environment: {} }, '/cache')).toBeNull();
    const environment = { NODE_OPTIONS: '--max-semi-space-size=16 --max-old-space-size=8192' };
    expect(leanStart({ options: [], environment }, '/cache')).toBeNull();
  });
});

test.runIf(process.platform === 'linux')(
  'a command that runs for long is lean under the process id that it was started with, and ends as it is told',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sitegrep-lean-'));
    const server = await startServer(folder, { SITEGREP_LOG_LEVEL: 'warn' });
    const words = (await readFile(`/proc/${server.pid}/cmdline`, 'utf8')).split('\0');
    const variables = (await readFile(`/proc/${server.pid}/environ`, 'utf8')).split('\0');
    await server.stop();
    await rm(folder, { recursive: true });
    expect(words.slice(1, 1 + LEAN.length)).toEqual(LEAN);
    expect(variables).toContain('MALLOC_ARENA_MAX=2');
    expect(variables.filter((variable) => variable.startsWith('NODE_COMPILE_CACHE='))).toHaveLength(1);
  },
);
