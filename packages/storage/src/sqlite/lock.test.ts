import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StorageMisconfigured } from '../errors.ts';
import { lockDataFolder } from './lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('makes the folder, locks it once, and releases it', () => {
  const dataDir = join(folder, 'a', 'b');
  const release = lockDataFolder(dataDir);
  expect(() => lockDataFolder(dataDir)).toThrow(StorageMisconfigured);
  release();
  release();
  lockDataFolder(dataDir)();
});

it('names the process that holds the folder, and is free once that is killed', async () => {
  const script = `import { lockDataFolder } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)};
    // How to give it up is forgotten, and whatever is not held by anything is collected.
    lockDataFolder(${JSON.stringify(folder)}); gc(); console.log('locked'); setInterval(gc, 100);`;
  const holder = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(holder, 'exit');
  try {
    await once(holder.stdout, 'data');
    expect(() => lockDataFolder(folder)).toThrow(
      `the data folder ${folder} is in use by process ${holder.pid}: stop it (kill ${holder.pid}), or set SITEGREP_DATA_DIR to another folder`,
    );
  } finally {
    holder.kill('SIGKILL');
    await exited;
  }
  lockDataFolder(folder)();
});

it.each([
  ['that is a file', (): string => join(folder, 'file'), /\/file is a file, .*SITEGREP_DATA_DIR/],
  ['under a file', (): string => join(folder, 'file', 'data'), /\/file is a file, .*SITEGREP_DATA_DIR/],
  [
    'where nothing can be made',
    (): string => '/proc/sitegrep/data',
    /^the data folder .* can't be written .*SITEGREP_DATA_DIR/,
  ],
])('says what to do about a folder %s', async (_, dataDir, message) => {
  await writeFile(join(folder, 'file'), '');
  expect(() => lockDataFolder(dataDir())).toThrow(StorageMisconfigured);
  expect(() => lockDataFolder(dataDir())).toThrow(message);
});
