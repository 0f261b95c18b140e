import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldSite } from '@sitegrep/site';
import { NO_PAGE_FACTS } from '@sitegrep/site/test/facts';
import { wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run, startUp, type Ended } from '../../test/command.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-reanalyse-'));
});
afterEach(() => rm(folder, { recursive: true }));

const DOMAINS = ['a.example', 'b.example', 'c.example'];

/** Fills the folder with domains of a page, as an earlier version has analysed them. */
async function fill(): Promise<void> {
  const storage = await openSqliteStorage({ dataDir: folder, readers: 1 });
  const puts = DOMAINS.map((domain) => {
    const page = { url: `https://${domain}/`, fetchedAt: 5, charset: 'utf-8', truncated: false };
    const facts = { ...NO_PAGE_FACTS, version: '0-old' };
    const pages = [{ ...page, source: `<title>New title of ${domain}</title>`, facts }];
    return wholeSite(foldSite(domain, pages, { maxSiteBytes: 1_000 }));
  });
  await storage.domains.put(puts);
  await storage.close();
}

function sitegrep(...args: readonly string[]): Promise<Ended> {
  return run(args, { SITEGREP_DATA_DIR: folder });
}

const NOTHING = 'every stored page has the facts that an analysis would give now\n';

test('stored pages are analysed again by the command alone, for a query or for all', async () => {
  await fill();
  expect((await sitegrep('stats')).stdout).toMatch(
    /3 domains have pages whose facts an earlier version gave: run "(?:npx )?sitegrep reanalyse"\n$/,
  );
  const doctor = JSON.parse((await sitegrep('doctor', '--json')).stdout) as {
    readonly checks: readonly { readonly area: string; readonly status: string; readonly finding: string }[];
  };
  expect(doctor.checks).toContainEqual({
    area: 'index',
    status: 'warn',
    finding: '3 domains with pages whose facts an earlier version gave',
    remedy: 'run "sitegrep reanalyse": it reads their stored sources, and asks no host',
  });
  const one = await sitegrep('reanalyse', 'site:b.example');
  expect([one.code, one.stdout]).toEqual([0, '1 page of 1 domain analysed again\n']);
  const rest = await sitegrep('reanalyse', '--json');
  expect(rest.code).toBe(0);
  expect(JSON.parse(rest.stdout)).toMatchObject({
    q: null,
    state: 'finished',
    domains: { total: 2, done: 2 },
    pages: { analysed: 2, failed: 0 },
  });
  expect((await sitegrep('reanalyse')).stdout).toBe(NOTHING);
  const shown = await sitegrep('domains', 'show', 'c.example');
  expect(shown.stdout).toContain('New title of c.example');
});

test('beside a server, the server does the work, and it can be stopped only while it goes on', async () => {
  await fill();
  await using _ = await startUp(folder, { SITEGREP_DATA_DIR: folder });
  const nothing = await sitegrep('reanalyse', '--stop');
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('nothing to stop')]);
  const both = await sitegrep('reanalyse', 'tech:WordPress', '--stop');
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--stop takes no query')]);
  const wrong = await sitegrep('reanalyse', 'tech:WordPres');
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('WordPress')]);
  const done = await sitegrep('reanalyse');
  expect([done.code, done.stdout]).toEqual([0, '3 pages of 3 domains analysed again\n']);
});
