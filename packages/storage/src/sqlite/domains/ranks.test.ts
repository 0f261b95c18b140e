import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DomainDocument } from '@sitegrep/site';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { documentOf, put } from '../../../test/conformance/documents.ts';
import { StorageCorrupt } from '../../errors.ts';
import { rebuildTextIndex } from '../maintenance/rebuild.ts';
import { verifyTextIndex } from '../maintenance/verify.ts';
import { openSqliteStorage } from '../storage.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sitegrep-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function linking(domain: string, ...linkedDomains: readonly string[]): DomainDocument {
  const document = documentOf(domain, [`page of ${domain}`]);
  return {
    ...document,
    pages: document.pages.map((page) => ({ ...page, facts: { ...page.facts, linkedDomains } })),
  };
}

async function opened<T>(
  work: (storage: Awaited<ReturnType<typeof openSqliteStorage>>) => Promise<T>,
): Promise<T> {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** to.test is linked by a.test and by subdomains of b.test, and a list ranks listed.test. */
async function fill(): Promise<void> {
  await opened(async ({ domains }) => {
    await domains.setRanks([{ domain: 'listed.test', rank: 700 }]);
    await put(
      domains,
      linking('a.test', 'to.test', 'later.test'),
      linking('x.b.test', 'to.test'),
      linking('y.b.test', 'to.test', 'listed.test'),
      linking('to.test'),
      linking('listed.test'),
    );
  });
}

const ranks = () =>
  opened(async ({ domains }) =>
    Object.fromEntries((await Array.fromAsync(domains.scan())).map(({ domain, rank }) => [domain, rank])),
  );
const RANKS = { 'a.test': 0, 'listed.test': 700, 'to.test': 60, 'x.b.test': 0, 'y.b.test': 0 };

function change(sql: string): void {
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
  db.exec(sql);
  db.close();
}

const rebuild = () =>
  rebuildTextIndex({
    dataDir,
    buildBytes: 1 << 20,
    fullText: true,
    signal: new AbortController().signal,
    onProgress: () => {},
  });

it.each([
  ['the counts of a domain', "DELETE FROM referred WHERE domain = 'to.test'", linking('c.test', 'to.test')],
  ['the counts of a domain', "DELETE FROM referred WHERE domain = 'to.test'", linking('to.test')],
  ['the counts of a domain', "DELETE FROM referred WHERE domain = 'later.test'", linking('a.test')],
  ['what a subdomain links to', "DELETE FROM referral WHERE target = 'to.test'", linking('x.b.test')],
  ['what a site links to', "DELETE FROM linked WHERE targets LIKE '%later.test%'", linking('a.test')],
  ['the rank of a list', 'DELETE FROM rank', linking('listed.test')],
])('names the damage if %s are lost: %s', async (_, sql, next) => {
  await fill();
  await expect(verifyTextIndex(dataDir, () => {})).resolves.toMatchObject({ rows: { domains: 5 } });
  change(sql);
  await expect(opened(({ domains }) => put(domains, next))).rejects.toThrow(StorageCorrupt);
  await expect(verifyTextIndex(dataDir, () => {})).rejects.toThrow(/domains\.sqlite is damaged/);
});

it.each(['DELETE FROM referred', 'DELETE FROM referral', 'UPDATE referred SET referrers = 9, crc = 5'])(
  'is right again after a rebuild: %s',
  async (sql) => {
    await fill();
    change(sql);
    await rebuild();
    expect(await ranks()).toEqual(RANKS);
    await verifyTextIndex(dataDir, () => {});
    await opened(({ domains }) => domains.delete('x.b.test').then(() => domains.delete('y.b.test')));
    expect(await ranks()).toEqual({ 'a.test': 0, 'listed.test': 700, 'to.test': 38 });
  },
);
