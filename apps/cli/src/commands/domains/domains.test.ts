import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holderOf } from '@sitegrep/storage/lock';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { siteName, writeSampleWarc } from '../../../../../test/support/sample-sites.ts';
import { run, start, startUp, type Ended } from '../../../test/command.ts';

const [GONE, BLOCKED, KEPT] = [siteName(0), siteName(1), siteName(2)];

let folder: string;
let dataDir: string;
let warc: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-domains-'));
  dataDir = join(folder, 'data');
  warc = join(folder, 'sites.warc.gz');
  await writeSampleWarc(warc, 3);
  const { code, stderr } = await sitegrep('import', warc);
  if (code !== 0) throw new Error(stderr);
});
afterAll(() => rm(folder, { recursive: true }));

function sitegrep(...args: readonly string[]): Promise<Ended> {
  return run(args, { SITEGREP_DATA_DIR: dataDir });
}
const domains = (...args: readonly string[]): Promise<Ended> => sitegrep('domains', ...args);

async function stored(): Promise<readonly string[]> {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const all = await Array.fromAsync(storage.domains.scan());
  await storage.close();
  return all.map(({ domain }) => domain);
}

test('a takedown removes a site and keeps imports from bringing it back, until it is lifted', async () => {
  const shown = await domains('show', `WWW.${GONE.toUpperCase()}`, '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({
    domain: GONE,
    title: GONE,
    pages: [{ url: `http://${GONE}/`, fetched_at: '2026-01-02 03:04:05 +00:00' }],
    block: null,
  });
  expect(await domains('remove', `${GONE}.`, '--reason', 'by court order')).toEqual({
    code: 0,
    stdout: `removed ${GONE}\nblocked ${GONE} and its subdomains: by court order\n`,
    stderr: '',
  });
  expect(await stored()).toEqual([BLOCKED, KEPT]);
  expect(await domains('show', GONE)).toEqual({
    code: 1,
    stdout: '',
    stderr: `Nothing is stored for ${GONE}; it is blocked by the block of ${GONE}.\n`,
  });

  expect(await domains('remove', BLOCKED, '--no-block', '--json')).toMatchObject({
    stdout: `${JSON.stringify({ domain: BLOCKED, removed: { count: 1, domains: [BLOCKED] }, block: null })}\n`,
  });
  expect((await domains('block', BLOCKED)).stdout).toBe(`blocked ${BLOCKED} and its subdomains\n`);
  expect((await sitegrep('import', warc)).stdout).toMatch(
    /^0 pages stored, 1 unchanged.*\nskipped 2 pages of blocked domains: see "sitegrep domains blocked"\n$/,
  );
  expect((await domains('blocked')).stdout).toMatch(
    /^DOMAIN .*\n.*by court order\nsite-1.*\n2 domains are blocked\n$/,
  );

  expect(await domains('unblock', GONE)).toMatchObject({ code: 0, stdout: `unblocked ${GONE}\n` });
  const last = await sitegrep('import', warc, '--json');
  expect(JSON.parse(last.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
    outcomes: { stored: 1, unchanged: 1, blocked_domain: 1 },
  });
  expect(await stored()).toEqual([GONE, KEPT]);
});

test.each([
  [['block', 'co.uk'], 'It is a public suffix, under which sites of many owners are'],
  [['remove', 'https://example.com/page'], 'It is a URL: give its domain, example.com.'],
  [['remove', 'example.com', '--no-block', '--reason', 'x'], '--reason is the reason of a block'],
])('%j is refused', async (args, message) => {
  const { code, stdout, stderr } = await domains(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('    at ');
});

test('beside a server the commands go to the server', async () => {
  await using server = await startUp(dataDir);
  expect((await domains('block', 'busy.example', '--reason', 'spam')).code).toBe(0);
  expect(await domains('remove', KEPT)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(`removed ${KEPT}`),
  });
  expect((await domains('show', KEPT)).code).toBe(1);
  expect((await domains('unblock', 'busy.example', '--json')).stdout).toContain('"reason":"spam"');
  expect(await domains('unblock', 'busy.example')).toMatchObject({
    code: 2,
    stderr: 'error: busy.example itself is not blocked; "sitegrep domains blocked" lists all blocks.\n',
  });
  const audit = await sitegrep('audit', '--limit', '1');
  expect(audit.stdout).toMatch(/command line +block\.delete +busy\.example +refused 404/);
  const elsewhere = await run(['domains', 'blocked', '--url', server.url, '--key', 'sg_wrong'], {});
  expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringMatching('does not know the API key') });
});

test('a command that comes while the server starts waits until it answers', async () => {
  const { child, ended } = start(['up'], { SITEGREP_DATA_DIR: dataDir, SITEGREP_PORT: '0' });
  // The process holds the folder before it listens.
  await vi.waitFor(() => expect(holderOf(dataDir).kind).toBe('held'), { timeout: 60_000, interval: 5 });
  expect((await domains('block', 'early.example')).code).toBe(0);
  child.kill('SIGTERM');
  const { stdout } = await ended;
  expect(stdout).toContain('sitegrep listens at');
  // The address of a process that is gone leads nowhere.
  expect((await domains('unblock', 'early.example')).code).toBe(0);
});
