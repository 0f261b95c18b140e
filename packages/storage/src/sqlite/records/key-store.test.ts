import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openKeyStore } from './key-store.ts';

test('keys and known secrets are read while nothing can be written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitegrep-keys-'));
  const keys = await openKeyStore(folder);
  const other = new DatabaseSync(join(folder, 'records.sqlite'));
  try {
    const key = await keys.create({
      name: 'shop',
      prefix: 'sg_1',
      hash: 'a1',
      scopes: ['search'],
      rateLimitPerMinute: null,
      expiresAt: null,
      createdAt: 1_000,
    });
    const secret = await keys.secret('tokens');
    // A write would wait for this lock, and fail.
    other.exec('BEGIN IMMEDIATE');
    expect(await keys.secret('tokens')).toEqual(secret);
    expect((await keys.findByHash('a1'))?.key.id).toBe(key.id);
    expect(await keys.list()).toHaveLength(1);
    other.exec('ROLLBACK');
  } finally {
    other.close();
    await keys.close();
    rmSync(folder, { recursive: true });
  }
});
