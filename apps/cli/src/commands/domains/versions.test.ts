import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_PAGE_FACTS, NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, type Ended } from '../../../test/command.ts';

const URL_OF = 'https://shop.example/';
let folder: string;
let settings: { readonly SITEGREP_DATA_DIR: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-versions-'));
  const dataDir = join(folder, 'data');
  settings = { SITEGREP_DATA_DIR: dataDir };
  await mkdir(dataDir);
  const storage = await openSqliteStorage({ dataDir, readers: 1, keepVersions: 5 });
  const sources = ['<p>one</p>\n', '<p>one</p>\n<ul><li>and two</li></ul>\n'];
  for (const [month, source] of sources.entries()) {
    const fetchedAt = Date.UTC(2026, month, 5);
    const page = { url: URL_OF, fetchedAt, charset: 'utf-8', truncated: false, source, facts: NO_PAGE_FACTS };
    await storage.domains.put([wholeSite({ domain: 'shop.example', pages: [page], facts: NO_SITE_FACTS })]);
  }
  await storage.close();
});
afterAll(() => rm(folder, { recursive: true }));

const domains = (...args: readonly string[]): Promise<Ended> => run(['domains', ...args], settings);

test('versions are listed with when they were seen', async () => {
  const { code, stdout, stderr } = await domains('versions', URL_OF);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/2026-02-05 00:00\s+stands/);
  expect(stdout).toMatch(/2026-01-05 00:00\s+2026-01-05 00:00/);
  expect(stdout).toContain(`2 versions of ${URL_OF}`);
});

test('the last two versions are compared unless others are named', async () => {
  const { code, stdout, stderr } = await domains('diff', URL_OF);
  expect(code).toBe(0);
  expect(stdout.split('\n')).toContain('+<ul><li>and two</li></ul>');
  expect(stderr).toBe('');
  expect((await domains('diff', URL_OF, '2026-01-20')).stdout).toBe(stdout);
  expect((await domains('diff', URL_OF, '2026-02', '2026-01')).stdout).toContain(
    '-<ul><li>and two</li></ul>',
  );
  const listed = (await domains('versions', URL_OF, '--json')).stdout.trim().split('\n');
  const [newest] = listed.map((line) => (JSON.parse(line) as { readonly id: string }).id);
  const same = await domains('diff', URL_OF, String(newest), String(newest), '--json');
  expect(JSON.parse(same.stdout)).toMatchObject({ hunks: [], unified: null });
  expect((await domains('diff', URL_OF, '1d')).stderr).toBe('The two are the same.\n');
  const early = await domains('diff', URL_OF, '2025-12-01');
  expect([early.code, early.stderr.replaceAll(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining('no version that was seen by 2025-12-01; it has'),
  ]);
});

test('the size of the index counts versions', async () => {
  const { stdout } = await run(['stats'], settings);
  expect(stdout).toMatch(/versions of pages\s+1\s/);
  expect(stdout).toMatch(/versions, compressed\s+\d+ B\s/);
});

test('a page that never was is reported', async () => {
  const { code, stderr } = await domains('versions', 'https://shop.example/absent');
  expect(code).toBe(1);
  expect(stderr).toContain('is or was stored');
});
