// Versions of pages in a data folder, also a damaged one.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeVersions } from '../../../../test/conformance/versions.ts';
import { numbered, textsOf, visited } from '../../../../test/conformance/versioned-pages.ts';
import type { DomainIndex } from '../../../domains.ts';
import { StorageCorrupt } from '../../../errors.ts';
import { verifyTextIndex } from '../../maintenance/verify.ts';
import type { KeepVersions } from '../../../past/retention.ts';
import { openDomainIndex } from '../domain-index.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const opened = (keepVersions: KeepVersions): Promise<DomainIndex> =>
  openDomainIndex({ dataDir, readers: 1, keepVersions });

/** How often versions after random visits are compared with a model. */
const RUNS = 60;

describeVersions(async () => ({ open: opened, check: () => verifyTextIndex(dataDir, () => {}) }), RUNS);

describe('damage', () => {
  const damage = (statement: string): void => {
    const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
    db.exec(statement);
    db.close();
  };

  it.each([
    ['a changed source', "UPDATE version SET packed = CAST('x' || substr(packed, 2) AS BLOB)"],
    ['a lost source', 'DELETE FROM version WHERE id = (SELECT min(id) FROM version)'],
    ['a source of another version', 'UPDATE version SET packed = (SELECT max(packed) FROM version)'],
    ['another past', "UPDATE past SET body = CAST('x' || substr(body, 2) AS BLOB)"],
  ])('%s is found by readers and by the check', async (_, statement) => {
    const index = await opened(10);
    await visited(index, numbered(4));
    await index.close();
    damage(statement);
    const again = await opened(10);
    await expect(textsOf(again)).rejects.toThrow(StorageCorrupt);
    await again.close();
    await expect(verifyTextIndex(dataDir, () => {})).rejects.toThrow(StorageCorrupt);
  });

  it.each([
    ['a lost past', 'DELETE FROM past'],
    ['a source too many', 'INSERT INTO version SELECT id + 1000, domain, packed, crc FROM version LIMIT 1'],
  ])('%s is found by the check', async (_, statement) => {
    const index = await opened(10);
    await visited(index, numbered(4));
    await index.close();
    damage(statement);
    await expect(verifyTextIndex(dataDir, () => {})).rejects.toThrow(StorageCorrupt);
  });
});
