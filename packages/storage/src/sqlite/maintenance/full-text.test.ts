import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { documentOf, put } from '../../../test/conformance/documents.ts';
import { StorageCorrupt, StorageMisconfigured } from '../../errors.ts';
import { FullTextOff } from '../../full-text.ts';
import { openSqliteStorage } from '../storage.ts';
import { rebuildTextIndex } from './rebuild.ts';
import { verifyTextIndex } from './verify.ts';
import type { Storage } from '../../storage.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const opened = (fullText: boolean): Promise<Storage> => openSqliteStorage({ dataDir, readers: 1, fullText });

async function fill(fullText: boolean): Promise<void> {
  const storage = await opened(fullText);
  await put(storage.domains, documentOf('a.test', ['<p>otters</p>', '<p>beavers</p>']));
  await put(storage.domains, documentOf('b.test', ['<p>otters too</p>']));
  await put(storage.domains, documentOf('a.test', ['<p>more otters</p>']));
  await storage.close();
}

async function urls(keyword: string): Promise<readonly string[]> {
  const storage = await opened(true);
  const request = { keyword, language: 'en', country: null, limit: 10, now: 0 };
  const found = await storage.domains.fullText.search(request);
  await storage.close();
  return found.map(({ url }) => url).toSorted();
}

const OTTERS = ['https://a.test/000000', 'https://b.test/000000'];

function rebuild(fullText: boolean): Promise<void> {
  const { signal } = new AbortController();
  return rebuildTextIndex({ dataDir, buildBytes: 1 << 20, fullText, signal, onProgress: () => {} });
}

function change(sql: string): void {
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'), { defensive: false });
  db.exec(sql);
  db.close();
}

it.each([
  ['a text that is missing', 'DELETE FROM page_text WHERE id = (SELECT max(id) FROM page_text)'],
  ['a head that was changed', `UPDATE page_text SET head = replace(head, 'en', 'de')`],
  ['lines that were changed', 'UPDATE page_text SET lines = zeroblob(9)'],
  ['words that are missing', `INSERT INTO word (word) VALUES ('delete-all')`],
  ['means that were changed', 'UPDATE word_data SET block = zeroblob(length(block)) WHERE id = 1'],
])('%s is found when all is read, and made again by a rebuild', async (_, sql) => {
  await fill(true);
  await verifyTextIndex(dataDir, () => {});
  expect(await urls('otters')).toEqual(OTTERS);
  change(sql);
  await expect(verifyTextIndex(dataDir, () => {})).rejects.toThrow(StorageCorrupt);
  await rebuild(true);
  await verifyTextIndex(dataDir, () => {});
  expect(await urls('otters')).toEqual(OTTERS);
});

it('an index has full text of all documents or of none, and a rebuild changes it', async () => {
  await fill(false);
  await verifyTextIndex(dataDir, () => {});
  const without = await opened(false);
  const request = { keyword: 'otters', language: 'en', country: null, limit: 10, now: 0 };
  await expect(without.domains.fullText.search(request)).rejects.toThrow(FullTextOff);
  await expect(without.domains.fullText.complete('ott', 10)).rejects.toThrow(FullTextOff);
  await without.close();
  await expect(opened(true)).rejects.toThrow(StorageMisconfigured);
  await rebuild(true);
  expect(await urls('otters')).toEqual(OTTERS);
  await expect(opened(false)).rejects.toThrow(/SITEGREP_FULL_TEXT is off/);
  await rebuild(false);
  await verifyTextIndex(dataDir, () => {});
  await (await opened(false)).close();
});
