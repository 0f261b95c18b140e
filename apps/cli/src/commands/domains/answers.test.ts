import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KNOWN_AGENTS, type PageRecord, type SiteAnswers } from '@sitegrep/site';
import { NO_PAGE_FACTS, NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, type Ended } from '../../../test/command.ts';

const ROBOTS = 'User-agent: GPTBot\nDisallow: /\n';
const SITE: SiteAnswers = {
  files: [
    {
      name: 'llms.txt',
      status: 200,
      isReal: false,
      reason: 'it is a login page',
      bytes: 0,
      truncated: false,
      digest: '',
    },
    {
      name: 'robots.txt',
      status: 200,
      isReal: true,
      reason: null,
      bytes: ROBOTS.length,
      truncated: true,
      digest: '',
    },
  ],
  agents: {
    others: 'blocked',
    named: KNOWN_AGENTS.filter(({ name }) => name !== 'CCBot' && name !== 'GPTBot').map(({ name }) => ({
      agent: name,
      verdict: name === 'Googlebot' ? 'partly' : 'allowed',
    })),
  },
  certificate: {
    issuer: 'Example CA R1',
    names: ['tea.example', 'www.tea.example'],
    nameCount: 102,
    notBefore: Date.UTC(2026, 0, 2),
    notAfter: Date.UTC(2026, 3, 2),
    tls: 'TLSv1.3',
  },
  icon: {
    url: 'https://tea.example/i.png',
    bytes: 2_048,
    mmh3: -12,
    md5: 'ab',
    sha256: 'cd',
    phash: 'ef',
    png: null,
    problem: null,
  },
};

let folder: string;
let settings: { readonly SITEGREP_DATA_DIR: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-answers-'));
  const dataDir = join(folder, 'data');
  settings = { SITEGREP_DATA_DIR: dataDir };
  await mkdir(dataDir);
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const page = (path: string, rest: Partial<PageRecord>): PageRecord => ({
    url: `https://tea.example/${path}`,
    fetchedAt: Date.UTC(2026, 0, 2),
    charset: 'utf-8',
    truncated: false,
    source: '<p>tea',
    facts: NO_PAGE_FACTS,
    ...rest,
  });
  const pages = [
    page('', {
      answers: {
        headers: 'HTTP 200\nserver: nginx/1.25\nset-cookie: id; path=/; httponly\n… 2 fields left out\n',
        cookies: '\nid; path=/; httponly\n',
        file: `/robots.txt\n${ROBOTS}\n`,
      },
      facts: {
        ...NO_PAGE_FACTS,
        site: SITE,
        hosts: [
          { host: 'www.google-analytics.com', kinds: 'sr' },
          { host: 'cdn.partner.example', kinds: 'i' },
          { host: 'only.linked.example', kinds: 'l' },
          { host: 'img.tea.example', kinds: 'i' },
        ],
      },
    }),
    page('a', {}),
  ];
  await storage.domains.put([wholeSite({ domain: 'tea.example', pages, facts: NO_SITE_FACTS })]);
  await storage.close();
});
afterAll(() => rm(folder, { recursive: true }));

const answers = (...args: readonly string[]): Promise<Ended> =>
  run(['domains', 'answers', ...args], settings);

test('what a site answers is shown with the heads of its pages', async () => {
  const { code, stdout, stderr } = await answers('tea.example');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.replace(/^(robots.txt: allowed) .*$/m, '$1 …')).toBe(`tea.example

FILE        STATUS  SIZE
llms.txt       200        not it: it is a login page
robots.txt     200  31 B  truncated

FACT                 VALUE
robots.txt: blocked  CCBot, GPTBot
robots.txt: partly   Googlebot
robots.txt: allowed …
certificate of       Example CA R1
certificate for      tea.example, www.tea.example, and 100 further names
certificate valid    2026-01-02 00:00:00 +00:00 to 2026-04-02 00:00:00 +00:00
TLS                  TLSv1.3
icon                 https://tea.example/i.png (2.0 KiB)
icon mmh3            -12
icon md5             ab
icon sha256          cd
icon phash           ef

https://tea.example/
  HTTP 200
  server: nginx/1.25
  set-cookie: id; path=/; httponly
  … 2 further fields
  cookie id; path=/; httponly

https://tea.example/a
  head not known

2 pages
`);
  expect((await answers('tea.example', '-n', '1')).stdout).toMatch(/\n2 pages, 1 shown \(--limit\)\n$/);
});

test('a file is printed as it is stored', async () => {
  expect(await answers('tea.example', '--file', 'robots.txt')).toEqual({
    code: 0,
    stdout: ROBOTS,
    stderr: '',
  });
  const { stdout } = await answers('tea.example', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ domain: 'tea.example', icon: { mmh3: -12 }, total_count: 2 });
});

test.each([
  [['nowhere.example'], 1, /^Nothing is stored for nowhere\.example/],
  [
    ['tea.example', '--file', 'llms.txt'],
    1,
    'No llms.txt of tea.example is stored: it is a login page; stored are robots.txt.\n',
  ],
  [['tea.example', '--file', 'x.txt'], 1, 'No x.txt of tea.example is stored; stored are robots.txt.\n'],
  [['tea.example', '-n', '0'], 2, /Give a whole number from 1 to 1000/],
])('%j says why there is nothing', async (args, code, words) => {
  const ended = await answers(...args);
  expect([ended.code, ended.stdout]).toEqual([code, '']);
  expect(ended.stderr).toMatch(words);
});

test('hosts of third parties are listed by category', async () => {
  const listed = (...args: readonly string[]) => run(['domains', 'third-parties', ...args], settings);
  const { code, stdout, stderr } = await listed('tea.example');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^CATEGORY +HOST +NAMED BY +TECHNOLOGIES\n/);
  expect(stdout).toMatch(/^Analytics +www\.google-analytics\.com +script, request +Google Analytics\b/m);
  expect(stdout).toMatch(/^others +cdn\.partner\.example +image$/m);
  expect(stdout).toMatch(/\n\n2 hosts of third parties on tea\.example\n$/);
  expect(JSON.parse((await listed('tea.example', '--json')).stdout)).toMatchObject({
    domain: 'tea.example',
    others: [{ host: 'cdn.partner.example' }],
  });
  const none = await listed('nowhere.example');
  expect([none.code, none.stdout]).toEqual([1, '']);
  expect(none.stderr).toMatch(/^Nothing is stored for nowhere\.example/);
});
