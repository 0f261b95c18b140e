import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kindedLabel, type PageKey, type Visit } from '@sitegrep/site';
import { NO_PAGE_FACTS, NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, type Ended } from '../../../test/command.ts';

let folder: string;
let settings: { readonly SITEGREP_DATA_DIR: string };

const visit = (day: number, names: readonly string[]): Visit => ({
  at: Date.UTC(2026, 0, day, 6, 30),
  source: 'crawl',
  facts: 'v1',
  labels: new Map(names.map((name): [string, PageKey] => [kindedLabel('tech', name), 0])),
  pages: [0],
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-history-'));
  const dataDir = join(folder, 'data');
  settings = { SITEGREP_DATA_DIR: dataDir };
  await mkdir(dataDir);
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const page = {
    url: 'https://shop.example/',
    fetchedAt: Date.UTC(2026, 0, 5),
    charset: 'utf-8',
    truncated: false,
    source: '<p>shop',
    facts: NO_PAGE_FACTS,
  };
  const document = { domain: 'shop.example', pages: [page], facts: NO_SITE_FACTS };
  const visits = [
    visit(1, ['A', 'B', 'D']),
    visit(2, ['A', 'C', 'D']),
    visit(3, ['A', 'C', 'D']),
    visit(4, ['A', 'C']),
  ];
  await storage.domains.put([{ ...wholeSite(document), visits }]);
  await storage.close();
});
afterAll(() => rm(folder, { recursive: true }));

const history = (...args: readonly string[]): Promise<Ended> =>
  run(['domains', 'history', ...args], settings);

test('what came and went is listed by time', async () => {
  const { code, stdout, stderr } = await history('shop.example', '--kind', 'tech');
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.split('\n').map((line) => line.trimEnd().replaceAll(/ {2,}/g, '  '));
  expect(lines).toEqual([
    'TIME  KIND  VALUE  NOTE',
    '2026-01-02 06:30  -  tech  B',
    '2026-01-02 06:30  +  tech  C',
    '2026-01-04 06:30  ?  tech  D  missed once',
    '',
    '4 visits of shop.example, from 2026-01-01 06:30 to 2026-01-04 06:30; 1 label without a change',
    '',
  ]);
});

test('--all lists when each label was seen', async () => {
  const { stdout } = await history('shop.example', '--kind', 'tech', '--all');
  const lines = stdout.split('\n').map((line) => line.trimEnd().replaceAll(/ {2,}/g, '  '));
  expect(lines.slice(0, 5)).toEqual([
    'KIND  VALUE  FIRST SEEN  LAST SEEN  GONE',
    'tech  A  2026-01-01 06:30  2026-01-04 06:30',
    'tech  B  2026-01-01 06:30  2026-01-01 06:30  2026-01-02 06:30',
    'tech  C  2026-01-02 06:30  2026-01-04 06:30',
    'tech  D  2026-01-01 06:30  2026-01-03 06:30',
  ]);
});

test('--json prints the answer whole, and a domain that is not stored has none', async () => {
  const { stdout } = await history('shop.example', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ domain: 'shop.example', next_token: '', visits: { length: 4 } });
  expect((await history('absent.example')).code).toBe(1);
});
