// The data folder, its files and backups are their user's alone; what a command was told to write is as the umask says.
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSampleWarc } from '../../../test/support/sample-sites.ts';
import { runProcess } from '../test/command.ts';

let folder: string;
let data: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-modes-'));
  data = join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a command under the usual umask. */
async function sitegrep(args: readonly string[], dataDir = data): Promise<string> {
  const launcher = ['sh', '-c', 'umask 022; exec "$@"', 'sh'];
  const { code, stdout, stderr } = await runProcess(args, { SITEGREP_DATA_DIR: dataDir }, '', launcher);
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Modes of a folder and all that is in it, without doubles. */
async function modesIn(path: string): Promise<readonly string[]> {
  const names = await readdir(path, { recursive: true });
  const all = await Promise.all(
    [path, ...names.map((name) => join(path, name))].map(async (one) => {
      const stats = await stat(one);
      return `${stats.isDirectory() ? 'folder' : 'file'} ${(stats.mode & 0o777).toString(8)}`;
    }),
  );
  return [...new Set(all)].toSorted();
}

test('in a folder that its owner lets others read', async () => {
  const shared = join(folder, 'shared');
  await mkdir(shared);
  await chmod(shared, 0o750);
  const warc = join(folder, 'few.warc.gz');
  await writeSampleWarc(warc, 2);
  await sitegrep(['import', warc], shared);
  expect(await modesIn(shared)).toEqual(['file 640', 'folder 750']);
});

test('after an import, a search, a backup and an export', async () => {
  const warc = join(folder, 'sites.warc.gz');
  await writeSampleWarc(warc, 3);
  await sitegrep(['import', warc]);
  expect(await modesIn(data)).toEqual(['file 600', 'folder 700']);
  expect(await sitegrep(['doctor'])).toContain('only its user may read it');
  await sitegrep(['backup', join(folder, 'backup')]);
  expect(await modesIn(join(folder, 'backup'))).toEqual(['file 600', 'folder 700']);
  const out = join(folder, 'found.csv');
  await sitegrep(['search', 'html', '--format', 'csv', '--out', out]);
  expect(((await stat(out)).mode & 0o777).toString(8)).toBe('644');
});
