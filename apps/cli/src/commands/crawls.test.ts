import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveSampleSites, siteName } from '../../../../test/support/sample-sites.ts';
import { run, startUp, type Ended } from '../../test/command.ts';

let folder: string;
let dataDir: string;
let web: Awaited<ReturnType<typeof serveSampleSites>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-crawls-'));
  dataDir = join(folder, 'data');
  web = await serveSampleSites(0);
});
afterAll(async () => {
  web.server.close();
  web.server.closeAllConnections();
  await rm(folder, { recursive: true });
});

function settings() {
  return {
    SITEGREP_DATA_DIR: dataDir,
    SITEGREP_HTTP_PROXY: web.proxyUrl,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    SITEGREP_RETRIES: '0',
  };
}

function sitegrep(...args: readonly string[]): Promise<Ended> {
  return run(args, settings());
}

/** A site without the page that is asked for. */
const FAILING = 'no-such-page.example';

test('beside a server its crawls are submitted, watched, listed, retried, cancelled and deleted', async () => {
  await using _ = await startUp(dataDir, settings());
  const list = join(folder, 'sites.txt');
  await writeFile(list, `${siteName(1)}\nhttp://${FAILING}/nowhere\n`);
  const crawled = await sitegrep('crawl', list, '--max-pages', '1');
  expect([crawled.code, crawled.stdout]).toEqual([0, expect.stringMatching(/indexed +1 /)]);
  expect(crawled.stdout).toMatch(new RegExp(`FAILED SITE +OUTCOME +REASON\n${FAILING} `));

  const [line = ''] = (await sitegrep('crawls', 'list', '--json')).stdout.split('\n');
  const { id } = JSON.parse(line) as { id: string };
  expect((await sitegrep('crawls', 'list')).stdout).toMatch(
    new RegExp(`${id} +sites\\.txt +completed .* 2 +2 +1\n`),
  );
  expect((await sitegrep('crawls', 'show', id)).stdout).toMatch(/^sites\.txt: completed\nOUTCOME/);
  const failed = await sitegrep('crawls', 'sites', id, '--failed');
  expect(failed.stdout).toContain(FAILING);
  expect(failed.stdout).not.toContain(siteName(1));
  expect((await sitegrep('crawls', 'sites', id, '--outcome', 'indexed', '--json')).stdout).toContain(
    `"domain":"${siteName(1)}"`,
  );
  expect((await sitegrep('crawls', 'watch', id)).stdout).toMatch(/indexed +1 /);

  const retried = await sitegrep('crawls', 'retry', id);
  expect((await sitegrep('crawls', 'list', '--json')).stdout.split('\n')[0]).toContain(
    '"name":"Failed sites of sites.txt"',
  );
  const again = /crawls watch (\S+)/.exec(retried.stdout)?.[1] ?? '';
  expect((await sitegrep('crawls', 'watch', again)).code).toBe(0);
  expect(await sitegrep('crawls', 'cancel', again)).toMatchObject({ code: 2, stdout: '' });
  const deleted = await sitegrep('crawls', 'delete', again);
  expect([deleted.code, deleted.stdout]).toEqual([0, `deleted crawl ${again} with 1 site\n`]);
  expect((await sitegrep('crawls', 'list')).stdout).not.toContain(again);
  expect(await sitegrep('crawls', 'delete', again)).toMatchObject({
    code: 2,
    stderr: `error: there is no crawl ${again}; "sitegrep crawls list" lists them.\n`,
  });
  expect(await sitegrep('crawls', 'show', 'none')).toMatchObject({
    code: 2,
    stderr: 'error: there is no crawl none; "sitegrep crawls list" lists them.\n',
  });
});

test('a crawl of which no site could be indexed ends with 1, and says what may help', async () => {
  const nobody = { ...settings(), SITEGREP_HTTP_PROXY: 'http://127.0.0.1:9' };
  const { code, stdout } = await run(['crawl', FAILING, siteName(3)], nobody);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /All 2 sites ended as connect_failed: "[a-z ]*sitegrep doctor" checks the network of this machine\.\n$/,
  );
});

test('a file that can’t be read is named, and the others are crawled', async () => {
  const list = join(folder, 'one.txt');
  const broken = join(folder, 'broken.txt.gz');
  await writeFile(list, `${siteName(2)}\n`);
  await writeFile(broken, Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]));
  const { code, stdout, stderr } = await sitegrep('crawl', '--max-pages', '1', broken, folder, list);
  expect([code, stdout]).toEqual([2, expect.stringMatching(/(indexed|unchanged) +1 /)]);
  expect(stderr).toContain(`error: ${broken}: `);
  expect(stderr).toContain(`error: ${folder} is a folder: name the files in it`);
});

test('a list most of whose lines are bad is refused, and nothing is crawled', async () => {
  const list = join(folder, 'prose.txt');
  await writeFile(list, `${siteName(3)}\nwhat is this\nand that\n`);
  expect(await sitegrep('crawl', '--max-pages', '1', siteName(4), list)).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(`error: ${list}: the list has 2 bad lines of 3: line 2 "what is this"`),
  });
  const { stdout } = await sitegrep('crawls', 'list', '--json', '--limit', '1');
  expect(stdout).not.toContain('"total":2,"pending":2');
  expect((await sitegrep('search', siteName(4))).code).toBe(1);
});

test('schedules are made from a file, listed and removed', async () => {
  const file = join(folder, 'nightly.json');
  await writeFile(file, JSON.stringify({ pattern: '0 3 * * *', source: { domains: ['a.example'] } }));
  expect((await sitegrep('schedules', 'put', 'nightly', file)).stdout).toMatch(
    /^schedule nightly; next run 2/,
  );
  expect((await sitegrep('schedules', 'list')).stdout).toMatch(/nightly +0 3 \* \* \* \(UTC\) +yes/);
  expect((await sitegrep('schedules', 'show', 'nightly')).stdout).toContain('"a.example"');
  expect((await sitegrep('schedules', 'delete', 'nightly')).stdout).toBe('removed nightly\n');
  await writeFile(file, '{');
  expect(await sitegrep('schedules', 'put', 'nightly', file)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${file} is not JSON`),
  });
});
