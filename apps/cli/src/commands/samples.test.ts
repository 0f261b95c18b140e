import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../test/command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-samples-'));
});
afterAll(() => rm(folder, { recursive: true }));

function sitegrep(...words: readonly string[]) {
  return run([...words], { SITEGREP_DATA_DIR: folder, SITEGREP_LOG_LEVEL: 'error', npm_command: '' });
}

test('samples are added with searches to try, found, and removed', async () => {
  const added = await sitegrep('samples');
  expect([added.code, added.stderr]).toEqual([0, '']);
  expect(added.stdout).toMatch(/^\d+ sample sites are in the index\n/);
  expect(added.stdout).toMatch(/sitegrep search 'tech:WordPress country:FR' +a technology in a country +1\n/);
  const found = await sitegrep('search', 'tech:WordPress country:FR', '--json');
  expect(found.stdout).toContain('"bakery-lyon.example"');
  const removed = await sitegrep('samples', '--remove');
  expect([removed.code, removed.stdout]).toEqual([
    0,
    expect.stringMatching(/^the \d+ sample sites are not in the index any more\n$/),
  ]);
  const { stdout } = await sitegrep('samples', '--remove', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ indexed: 0, searches: expect.any(Array) });
});
