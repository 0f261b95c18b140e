import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { DomainDocument } from '@sitegrep/site';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUp, restore } from '../../../test/backups.ts';
import { documentOf, put } from '../../../test/conformance/documents.ts';
import { withScreenshots } from '../../../test/conformance/domain-screenshots.ts';
import { StorageCorrupt } from '../../errors.ts';
import { rebuildTextIndex } from '../maintenance/rebuild.ts';
import { verifyTextIndex } from '../maintenance/verify.ts';
import { openSqliteStorage } from '../storage.ts';

let root: string;
let dataDir: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitegrep-'));
  dataDir = join(root, 'data');
  await mkdir(dataDir);
});
afterEach(() => rm(root, { recursive: true }));

const STAYS = withScreenshots('stays.test', 3, 'stays');

/** A data folder in which documents with screenshots were put, replaced and deleted. */
async function fill(): Promise<void> {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const { domains } = storage;
  const changing = withScreenshots('replaced.test', 5, 'old');
  await put(domains, changing, STAYS, withScreenshots('gone.test', 2, 'gone'));
  await put(domains, documentOf('replaced.test', ['<p>']));
  await domains.delete('gone.test');
  await storage.close();
}

/** A document of a page with an image. */
function withImage(domain: string, full: Uint8Array): DomainDocument {
  const [page, ...others] = documentOf(domain, ['<p>']).pages;
  if (page === undefined) throw new Error('a page');
  const rendered = { source: '<p>', truncated: false, screenshot: { full, thumbnail: full.subarray(0, 9) } };
  return { ...documentOf(domain, ['<p>']), pages: [{ ...page, rendered }, ...others] };
}

function change(sql: string): void {
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
  db.exec(sql);
  db.close();
}

async function storedPages(folder: string): Promise<unknown> {
  const storage = await openSqliteStorage({ dataDir: folder, readers: 1 });
  try {
    return (await storage.domains.get('stays.test'))?.pages;
  } finally {
    await storage.close();
  }
}

it('leave no row behind', async () => {
  await fill();
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
  const rows = db.prepare('SELECT count(*) AS count FROM screenshot').get();
  db.close();
  expect(rows).toEqual({ count: 2 });
  await expect(verifyTextIndex(dataDir, () => {})).resolves.toMatchObject({ rows: { domains: 2 } });
});

it('leave no byte in the file once they are gone, whichever way', async () => {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const { domains } = storage;
  const images = Array.from({ length: 3 }, () => randomBytes(60_000));
  const sites = images.map((full, index) => withImage(`site${index}.test`, full));
  await put(domains, ...sites);
  await put(domains, documentOf('site0.test', ['<p>']));
  await domains.delete('site1.test');
  await storage.close();
  const held = (): readonly boolean[] => {
    const file = readFileSync(join(dataDir, 'domains.sqlite'));
    return images.map((full) =>
      [100, 30_000, 59_000].some((at) => file.includes(full.subarray(at, at + 64))),
    );
  };
  expect(held()).toEqual([false, false, true]);
  const again = await openSqliteStorage({ dataDir, readers: 1 });
  await again.domains.blocks.takeDown({ domain: 'site2.test', reason: null, at: 0 });
  await again.close();
  expect(held()).toEqual([false, false, false]);
});

it('are kept by a backup, and by a rebuild of the index', async () => {
  await fill();
  await backUp(dataDir, join(root, 'backup'));
  const restored = await restore(join(root, 'backup'), join(root, 'restored'));
  expect(await storedPages(restored)).toEqual(STAYS.pages);
  const { signal } = new AbortController();
  await rebuildTextIndex({ dataDir, buildBytes: 1 << 20, fullText: true, signal, onProgress: () => {} });
  expect(await storedPages(dataDir)).toEqual(STAYS.pages);
});

it.each([
  [
    'an image of another page',
    'UPDATE screenshot SET "full" = (SELECT "full" FROM screenshot ORDER BY id DESC)',
  ],
  ['a thumbnail that was changed', `UPDATE screenshot SET thumbnail = x'00'`],
  ['a row that is missing', 'DELETE FROM screenshot WHERE id = (SELECT min(id) FROM screenshot)'],
])('%s is found, when it is read and when all is verified', async (_, sql) => {
  await fill();
  change(sql);
  await expect(storedPages(dataDir)).rejects.toThrow(StorageCorrupt);
  await expect(verifyTextIndex(dataDir, () => {})).rejects.toThrow(StorageCorrupt);
});

it('a row of no page is found when all is verified', async () => {
  await fill();
  change(`INSERT INTO screenshot VALUES (999, x'00', x'00')`);
  await expect(verifyTextIndex(dataDir, () => {})).rejects.toThrow('table screenshot has 3 rows');
});
