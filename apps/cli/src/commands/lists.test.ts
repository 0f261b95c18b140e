import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, type Ended } from '../../test/command.ts';

let folder: string;
let settings: { readonly SITEGREP_DATA_DIR: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-lists-'));
  settings = { SITEGREP_DATA_DIR: join(folder, 'data') };
  await mkdir(settings.SITEGREP_DATA_DIR);
});
afterAll(() => rm(folder, { recursive: true }));

const lists = (...args: readonly string[]): Promise<Ended> => run(['lists', ...args], settings);

test('a list is made of a file, changed, shown and removed', async () => {
  const file = join(folder, 'shops.txt.gz');
  await writeFile(file, gzipSync('wool.example\n# a comment\n\nhttps://tea.example/x\nnot a domain!\n'));
  const made = await lists('put', 'shops', file);
  expect(made.code).toBe(0);
  expect(made.stdout).toMatch(
    /^2 domains in shops; .*\n1 entry names no domain:\n {2}not a domain! \(.+\)\n$/,
  );
  await lists('add', 'shops', 'cake.example');
  await lists('remove', 'shops', 'wool.example');
  expect((await lists('show', 'shops', '--domains')).stdout).toBe('cake.example\ntea.example\n');
  expect((await lists()).stdout).toMatch(/shops\s+2\s/);
  expect((await lists('delete', 'shops')).stdout).toBe('removed shops\n');
  expect((await lists()).stdout).toContain('no list so far');
});

test.each([
  [['put', 'shops', '/nowhere/shops.txt'], /shops\.txt/],
  [['put', 'Shops', '-'], /lower|a to z|pattern/],
  [['show', 'absent'], /absent/],
])('%j is refused with the reason', async (args, reason) => {
  const { code, stdout, stderr } = await lists(...args);
  expect([code === 0, stdout]).toEqual([false, '']);
  expect(stderr).toMatch(reason);
});
