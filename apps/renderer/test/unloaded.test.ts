/* Crawlee and Playwright cost nothing where no page is rendered. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../../test/support/server-process.ts';

const run = promisify(execFile);
const COMMAND = join(import.meta.dirname, '../../cli/bin/sitegrep.js');
let folder: string;
let hook: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-unloaded-'));
  hook = join(folder, 'hook.cjs');
  // Notes at the end of a process which modules of others it has loaded.
  await writeFile(
    hook,
    `process.on('exit', () => require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'loaded'))}, Object.keys(require.cache).join('\\n') + '\\nend\\n'));`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function loaded(): Promise<readonly string[]> {
  return (await readFile(join(folder, 'loaded'), 'utf8')).split('\n');
}

const isOfRenderer = (path: string): boolean =>
  /node_modules\/(?:@crawlee|playwright-core|proxy-chain)\//.test(path);

test('the version is told without them', async () => {
  await run(process.execPath, ['--require', hook, COMMAND, '--version'], {
    env: { ...process.env, NODE_OPTIONS: `--require ${hook}` },
  });
  const modules = await loaded();
  expect(modules).toContain('end');
  expect(modules.filter(isOfRenderer)).toEqual([]);
});

test('a server runs without them', async () => {
  await rm(join(folder, 'loaded'), { force: true });
  const server = await startServer(join(folder, 'data'), {
    SITEGREP_LOG_LEVEL: 'error',
    NODE_OPTIONS: `--require ${hook}`,
  });
  await server.stop();
  const modules = await loaded();
  expect(modules).toContain('end');
  expect(modules.filter(isOfRenderer)).toEqual([]);
});

test('and the hook does notice them', async () => {
  await rm(join(folder, 'loaded'), { force: true });
  await run(
    process.execPath,
    ['--require', hook, '--input-type=module', '-e', "await import('playwright-core')"],
    {
      cwd: import.meta.dirname,
    },
  );
  expect((await loaded()).filter(isOfRenderer)).not.toEqual([]);
});
