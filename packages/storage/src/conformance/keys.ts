import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DuplicateKey } from '../errors.ts';
import type { KeyStore, NewApiKey } from '../keys.ts';
import type { EmptyStore } from './empty-store.ts';

const KEY: Omit<NewApiKey, 'hash'> = {
  name: 'a "key"',
  prefix: 'sg_abc',
  scopes: ['search', 'admin'],
  rateLimitPerMinute: null,
  expiresAt: null,
  createdAt: 1_700_000_000_000,
};

/** Everything a store of keys must do, whatever keeps it. */
export function describeKeyStore(name: string, emptyStore: EmptyStore<KeyStore>): void {
  describe(`key store: ${name}`, () => {
    let keys: KeyStore;
    let reopen: () => Promise<KeyStore>;
    beforeAll(async () => {
      reopen = await emptyStore();
      keys = await reopen();
    });
    afterAll(() => keys.close());

    it('gives back a key by its hash, never with it', async () => {
      const key = await keys.create({ ...KEY, hash: 'aa01' });
      expect(key).toEqual({ ...KEY, id: expect.any(String), lastUsedAt: null, revokedAt: null });
      expect(await keys.findByHash('aa01')).toEqual(key);
      expect(await keys.findByHash('AA01')).toBeNull();
      const limited = await keys.create({
        ...KEY,
        hash: 'aa02',
        rateLimitPerMinute: 0,
        expiresAt: 5,
        scopes: [],
      });
      expect(await keys.findByHash('aa02')).toEqual(limited);
      expect(limited).toMatchObject({ rateLimitPerMinute: 0, expiresAt: 5, scopes: [] });
      expect(limited.id).not.toBe(key.id);
    });

    it('refuses a hash that is taken, and only that key', async () => {
      const made = await Promise.allSettled(
        ['bb01', 'bb02', 'bb01', 'bb03'].map((hash) => keys.create({ ...KEY, hash })),
      );
      expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
      await expect(keys.create({ ...KEY, hash: 'bb02' })).rejects.toThrow(DuplicateKey);
      expect(await keys.findByHash('bb03')).not.toBeNull();
    });

    it('revokes once, and keeps the first time', async () => {
      const { id } = await keys.create({ ...KEY, hash: 'cc01' });
      expect((await keys.revoke(id, 100))?.revokedAt).toBe(100);
      expect((await keys.revoke(id, 200))?.revokedAt).toBe(100);
      expect((await keys.findByHash('cc01'))?.revokedAt).toBe(100);
      expect(await keys.revoke('none', 1)).toBeNull();
    });

    it('remembers the last use, whichever is told last', async () => {
      const { id } = await keys.create({ ...KEY, hash: 'dd01' });
      await keys.touch(id, 50);
      await keys.touch(id, 40);
      await keys.touch('none', 99);
      expect((await keys.findByHash('dd01'))?.lastUsedAt).toBe(50);
    });

    it('lists all keys, oldest first', async () => {
      const before = await keys.list();
      const made = [await keys.create({ ...KEY, hash: 'ee02' }), await keys.create({ ...KEY, hash: 'ee01' })];
      expect(await keys.list()).toEqual([...before, ...made]);
    });

    it('gives a secret of 32 bytes under each name, the same to all who share the storage', async () => {
      const other = await reopen();
      const [first, second, third] = await Promise.all([
        keys.secret('one'),
        other.secret('one'),
        keys.secret('two'),
      ]);
      await other.close();
      expect(first).toHaveLength(32);
      expect(second).toEqual(first);
      expect(third).not.toEqual(first);
      expect(new Set(first).size).toBeGreaterThan(8);
    });

    it('holds the same after it was closed and opened again', async () => {
      const [before, secret] = [await keys.list(), await keys.secret('one')];
      await keys.close();
      keys = await reopen();
      expect(await keys.list()).toEqual(before);
      expect(await keys.secret('one')).toEqual(secret);
    });
  });
}
