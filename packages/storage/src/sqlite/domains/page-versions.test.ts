import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { documentOf, found, put } from '../../conformance/documents.ts';
import { StorageCorrupt } from '../../errors.ts';
import { verifyTextIndex } from '../maintenance/text-index.ts';
import { openSqliteStorage } from '../storage.ts';
import { DOMAIN_SCHEMA } from './schema.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sitegrep-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** Makes the database what a version before these of pages would have written. */
function takeVersionsAway(): void {
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
  const added = DOMAIN_SCHEMA.findIndex(
    (step) => typeof step === 'string' && step.includes('ADD COLUMN version'),
  );
  db.exec(`ALTER TABLE page DROP COLUMN version; DROP TABLE confirmed; DROP TABLE block;
    PRAGMA user_version = ${added}; PRAGMA application_id = ${0x7367_0000 + added}`);
  db.close();
}

it('a folder from before pages had versions answers as before, and goes on', async () => {
  const storage = await openSqliteStorage({ dataDir, readers: 1, index: 'segments' });
  await put(storage.domains, documentOf('a.test', ['first of a', 'second of a'], { lastVisited: 7_000 }));
  await put(storage.domains, documentOf('b.test', ['first of b']));
  const before = await Array.fromAsync(storage.domains.scan());
  await storage.close();

  takeVersionsAway();
  const upgraded = await openSqliteStorage({ dataDir, readers: 1, index: 'segments' });
  expect(await Array.fromAsync(upgraded.domains.scan())).toEqual(before);
  const revision = before[0]?.revision ?? 0;
  expect(await upgraded.domains.lastVisit('a.test')).toEqual({ revision, at: 7_000 });
  expect(await upgraded.domains.confirm('a.test', { revision, at: 9_000 })).toBe(true);
  await put(upgraded.domains, documentOf('b.test', ['new of b']));
  expect(await found(upgraded.domains, ' of b')).toEqual(['b.test']);
  await upgraded.close();
  expect((await verifyTextIndex(dataDir, () => {})).rows).toMatchObject({ domains: 2 });
});

it('a time of confirmation that is damaged is not believed', async () => {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  await put(storage.domains, documentOf('a.test', ['a']));
  const revision = (await storage.domains.get('a.test'))?.revision ?? 0;
  await storage.domains.confirm('a.test', { revision, at: 9_000 });
  await storage.close();
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
  db.exec('UPDATE confirmed SET at = at + 1');
  db.close();
  const damaged = await openSqliteStorage({ dataDir, readers: 1 });
  await expect(damaged.domains.lastVisit('a.test')).rejects.toThrow(StorageCorrupt);
  await damaged.close();
});
