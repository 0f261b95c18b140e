import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_PAGE_FACTS, NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, type Ended } from '../../test/command.ts';

const IMAGES = { full: Uint8Array.from([82, 0, 255, 10]), thumbnail: Uint8Array.from([82, 200]) };
const URLS = ['https://shown.example/', 'https://shown.example/bare'] as const;

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-screenshot-'));
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const page = { fetchedAt: 1, charset: 'utf-8', truncated: false, source: '<p>', facts: NO_PAGE_FACTS };
  const rendered = { source: '<p>', truncated: false, screenshot: IMAGES };
  const pages = [
    { ...page, url: URLS[0], rendered },
    { ...page, url: URLS[1] },
  ];
  await storage.domains.put([wholeSite({ domain: 'shown.example', pages, facts: NO_SITE_FACTS })]);
  await storage.close();
});
afterAll(() => rm(dataDir, { recursive: true }));

function screenshot(...rest: readonly string[]): Promise<Ended> {
  return run(['screenshot', ...rest], { SITEGREP_DATA_DIR: dataDir });
}

test('is written to a file, in each size', async () => {
  const out = join(dataDir, 'page.webp');
  const full = await screenshot(URLS[0], '--out', out);
  expect([full.code, full.stdout, Uint8Array.from(await readFile(out))]).toEqual([
    0,
    `4 B written to ${out}\n`,
    IMAGES.full,
  ]);
  const small = await screenshot(URLS[0], '--thumbnail', '--out', out);
  expect([small.stdout, Uint8Array.from(await readFile(out))]).toEqual([
    `2 B written to ${out}\n`,
    IMAGES.thumbnail,
  ]);
});

test.each([
  [URLS[1], 'has no screenshot: set SITEGREP_SCREENSHOTS=on'],
  ['https://shown.example/none', 'No page of shown.example is stored'],
])('%s has none, and that is said', async (url, reason) => {
  const { code, stdout, stderr } = await screenshot(url);
  expect([code, stdout, stderr.replaceAll(/\s+/g, ' ')]).toEqual([1, '', expect.stringContaining(reason)]);
});

test('what is not a URL of a page is refused', async () => {
  const { code, stderr } = await screenshot('shown.example');
  expect([code, stderr]).toEqual([2, expect.stringContaining('Give a complete URL')]);
});
