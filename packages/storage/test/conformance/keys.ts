import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DuplicateKey } from '../../src/errors.ts';
import { MAX_REPLACED_SECRETS, MAX_SESSIONS, type KeyStore, type NewApiKey } from '../../src/records.ts';
import type { EmptyStore } from './empty-store.ts';

const KEY: Omit<NewApiKey, 'hash'> = {
  name: 'a "key"',
  prefix: 'sg_abc',
  scopes: ['search', 'admin'],
  rateLimitPerMinute: null,
  expiresAt: null,
  createdAt: 1_700_000_000_000,
};

const UNUSED = { replacedUntil: null, lastUsedAt: null, revokedAt: null };

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

    it('returns a key by its hash, and never the hash', async () => {
      const key = await keys.create({ ...KEY, hash: 'aa01' });
      expect(key).toEqual({ ...KEY, id: expect.any(String), ...UNUSED });
      expect(await keys.findByHash('aa01')).toEqual({ key, secretEndsAt: null, sessionId: null });
      expect(await keys.findByHash('AA01')).toBeNull();
      const limited = await keys.create({
        ...KEY,
        hash: 'aa02',
        rateLimitPerMinute: 0,
        expiresAt: 5,
        scopes: [],
      });
      expect(await keys.findByHash('aa02')).toEqual({
        key: limited,
        secretEndsAt: null,
        sessionId: null,
      });
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
      expect((await keys.findByHash('cc01'))?.key.revokedAt).toBe(100);
      expect(await keys.revoke('none', 1)).toBeNull();
    });

    const endOf = async (hash: string) => (await keys.findByHash(hash))?.secretEndsAt;
    const sessionsOf = async (keyId: string, at: number) =>
      (await keys.sessions(at)).filter((session) => session.keyId === keyId);

    it('gives a key another secret, and the one before an end', async () => {
      const { id } = await keys.create({ ...KEY, hash: 'ff01', expiresAt: 900 });
      const rotated = await keys.rotate(id, { hash: 'ff02', prefix: 'sg_f02', at: 100, overlapEndsAt: 200 });
      const key = { ...KEY, ...UNUSED, id, expiresAt: 900, prefix: 'sg_f02', replacedUntil: 200 };
      expect(rotated).toEqual({ kind: 'rotated', key });
      expect(await keys.findByHash('ff01')).toEqual({ key, secretEndsAt: 200, sessionId: null });
      expect(await keys.findByHash('ff02')).toEqual({ key, secretEndsAt: null, sessionId: null });
      expect((await keys.list()).filter((each) => each.id === id)).toEqual([key]);
      expect((await keys.revoke(id, 150))?.revokedAt).toBe(150);
      expect((await keys.findByHash('ff01'))?.key.revokedAt).toBe(150);
      expect((await keys.findByHash('ff02'))?.key.revokedAt).toBe(150);
    });

    it('lets no later overlap lengthen the life of a secret, and a shorter one end it', async () => {
      const { id } = await keys.create({ ...KEY, hash: 'f101' });
      const rotate = (hash: string, at: number, overlapEndsAt: number) =>
        keys.rotate(id, { hash, prefix: 'sg_f1', at, overlapEndsAt });
      await rotate('f102', 100, 1_000);
      await rotate('f103', 200, 5_000);
      expect([await endOf('f101'), await endOf('f102'), await endOf('f103')]).toEqual([1_000, 5_000, null]);
      await rotate('f104', 300, 400);
      expect([await endOf('f101'), await endOf('f102'), await endOf('f103')]).toEqual([400, 400, 400]);
      expect(await rotate('f105', 350, 350)).toMatchObject({ key: { replacedUntil: 350 } });
      for (const hash of ['f101', 'f102', 'f103', 'f104']) expect(await endOf(hash)).toBeLessThanOrEqual(350);
      expect(await endOf('f105')).toBeNull();
    });

    it('never takes a secret that ended for a new one', async () => {
      const { id } = await keys.create({ ...KEY, hash: 'f201' });
      await keys.rotate(id, { hash: 'f202', prefix: 'sg_f2', at: 100, overlapEndsAt: 100 });
      for (const hash of ['f203', 'f204'])
        await keys.rotate(id, { hash, prefix: 'sg_f2', at: 9_000, overlapEndsAt: 9_000 });
      for (const hash of ['f201', 'f202', 'f203', 'f204']) {
        await expect(keys.create({ ...KEY, hash })).rejects.toThrow(DuplicateKey);
        const again = keys.rotate(id, { hash, prefix: 'sg_f2', at: 9_000, overlapEndsAt: 9_000 });
        await expect(again).rejects.toThrow(DuplicateKey);
      }
      expect(await endOf('f201')).toBeLessThanOrEqual(100);
      expect(await endOf('f204')).toBeNull();
    });

    it('gives no secret to a key that is unknown, revoked or expired', async () => {
      const rotation = { prefix: 'sg_f3', at: 500, overlapEndsAt: 600 };
      expect(await keys.rotate('none', { ...rotation, hash: 'f30a' })).toEqual({ kind: 'unknown' });
      const revoked = await keys.create({ ...KEY, hash: 'f301' });
      await keys.revoke(revoked.id, 1);
      expect(await keys.rotate(revoked.id, { ...rotation, hash: 'f30b' })).toEqual({ kind: 'revoked' });
      const expired = await keys.create({ ...KEY, hash: 'f302', expiresAt: 500 });
      expect(await keys.rotate(expired.id, { ...rotation, hash: 'f30c' })).toEqual({ kind: 'expired' });
      expect(await endOf('f302')).toBeNull();
      for (const hash of ['f30a', 'f30b', 'f30c']) expect(await keys.findByHash(hash)).toBeNull();
    });

    it('holds a number of replaced secrets at a time, until the first ends or all are ended', async () => {
      const { id } = await keys.create({ ...KEY, hash: 'f400' });
      const rotate = (hash: string, at: number, overlapEndsAt: number) =>
        keys.rotate(id, { hash, prefix: 'sg_f4', at, overlapEndsAt });
      for (let round = 1; round <= MAX_REPLACED_SECRETS; round++)
        expect((await rotate(`f40${round}`, round, 1_000 + round)).kind).toBe('rotated');
      expect(await rotate('f4aa', 500, 9_000)).toEqual({ kind: 'too_many', freeAt: 1_001 });
      expect(await keys.findByHash('f4aa')).toBeNull();
      expect((await rotate('f4bb', 1_001, 9_000)).kind).toBe('rotated');
      expect(await rotate('f4cc', 1_001, 9_000)).toEqual({ kind: 'too_many', freeAt: 1_002 });
      expect((await rotate('f4dd', 1_001, 1_001)).kind).toBe('rotated');
      expect(await endOf('f4bb')).toBeLessThanOrEqual(1_001);
    });

    it('loses none of the secrets that are given at the same time', async () => {
      const other = await reopen();
      const { id } = await keys.create({ ...KEY, hash: 'f500' });
      const hashes = ['f501', 'f502', 'f503', 'f504'];
      const rotated = await Promise.all(
        hashes.map((hash, index) =>
          (index % 2 === 0 ? keys : other).rotate(id, { hash, prefix: hash, at: 10, overlapEndsAt: 50 }),
        ),
      );
      await other.close();
      expect(rotated.map(({ kind }) => kind)).toEqual(hashes.map(() => 'rotated'));
      const ends = await Promise.all(hashes.map(endOf));
      expect(ends.filter((end) => end === 50)).toHaveLength(3);
      expect(ends).toContain(null);
      expect(await endOf('f500')).toBe(50);
      const latest = hashes[ends.indexOf(null)];
      expect((await keys.findByHash('f500'))?.key.prefix).toBe(latest);
    });

    it('opens sessions of a key, which are found as it by their own hashes until they end', async () => {
      const key = await keys.create({ ...KEY, hash: '5e00' });
      const session = await keys.openSession(key.id, { hash: '5e01', at: 100, endsAt: 900 });
      expect(session).toEqual({ id: expect.any(String), keyId: key.id, createdAt: 100, endsAt: 900 });
      expect(await keys.findByHash('5e01')).toEqual({ key, secretEndsAt: 900, sessionId: session?.id });
      expect(await keys.findByHash('5e00')).toEqual({ key, secretEndsAt: null, sessionId: null });
      expect(await sessionsOf(key.id, 899)).toEqual([session]);
      expect(await sessionsOf(key.id, 900)).toEqual([]);
      await expect(keys.openSession(key.id, { hash: '5e01', at: 1, endsAt: 9 })).rejects.toThrow(
        DuplicateKey,
      );
      await expect(keys.openSession(key.id, { hash: '5e00', at: 1, endsAt: 9 })).rejects.toThrow(
        DuplicateKey,
      );
      expect(await keys.endSession(session?.id ?? '')).toEqual(session);
      expect(await keys.findByHash('5e01')).toBeNull();
      expect([await keys.endSession(session?.id ?? ''), await keys.endSession(key.id)]).toEqual([null, null]);
      expect(await keys.findByHash('5e00')).not.toBeNull();
    });

    it('opens no session of a key that is unknown, revoked or expired, and none that outlives its key', async () => {
      expect(await keys.openSession('none', { hash: '5e0a', at: 1, endsAt: 9 })).toBeNull();
      const revoked = await keys.create({ ...KEY, hash: '5e10' });
      await keys.revoke(revoked.id, 1);
      expect(await keys.openSession(revoked.id, { hash: '5e0b', at: 1, endsAt: 9 })).toBeNull();
      const ending = await keys.create({ ...KEY, hash: '5e20', expiresAt: 500 });
      expect(await keys.openSession(ending.id, { hash: '5e0c', at: 500, endsAt: 900 })).toBeNull();
      expect(await keys.openSession(ending.id, { hash: '5e0d', at: 499, endsAt: 900 })).toMatchObject({
        endsAt: 500,
      });
      for (const hash of ['5e0a', '5e0b', '5e0c']) expect(await keys.findByHash(hash)).toBeNull();
    });

    it('ends the sessions of a key with its earlier secrets, and with the key', async () => {
      const { id } = await keys.create({ ...KEY, hash: '5e30' });
      await keys.openSession(id, { hash: '5e31', at: 100, endsAt: 150 });
      await keys.openSession(id, { hash: '5e32', at: 110, endsAt: 900 });
      await keys.rotate(id, { hash: '5e33', prefix: 'sg_5e', at: 120, overlapEndsAt: 200 });
      expect([await endOf('5e31'), await endOf('5e32'), await endOf('5e33')]).toEqual([150, 200, null]);
      await keys.revoke(id, 130);
      expect(await sessionsOf(id, 0)).toEqual([]);
      expect([await keys.findByHash('5e31'), await keys.findByHash('5e32')]).toEqual([null, null]);
    });

    it('holds a number of sessions of a key, beyond which the oldest ends', async () => {
      const { id } = await keys.create({ ...KEY, hash: '5e40' });
      const hashOf = (index: number): string => `5f${index.toString(16).padStart(4, '0')}`;
      await keys.openSession(id, { hash: hashOf(0), at: 1, endsAt: 5 });
      for (let index = 1; index <= MAX_SESSIONS + 1; index++)
        await keys.openSession(id, { hash: hashOf(index), at: 10 + index, endsAt: 1_000 });
      const open = await sessionsOf(id, 0);
      expect(open.map(({ createdAt }) => createdAt)).toEqual(
        Array.from({ length: MAX_SESSIONS }, (_, index) => 12 + index),
      );
      expect([await keys.findByHash(hashOf(0)), await keys.findByHash(hashOf(1))]).toEqual([null, null]);
      expect(await endOf(hashOf(2))).toBe(1_000);
    });

    it('loses none of the sessions that are opened at the same time', async () => {
      const other = await reopen();
      const { id } = await keys.create({ ...KEY, hash: '5e50' });
      const hashes = ['5e51', '5e52', '5e53', '5e54'];
      await Promise.all(
        hashes.map((hash, index) =>
          (index % 2 === 0 ? keys : other).openSession(id, { hash, at: 10, endsAt: 50 }),
        ),
      );
      await other.close();
      expect(await Promise.all(hashes.map(endOf))).toEqual([50, 50, 50, 50]);
      expect(await sessionsOf(id, 10)).toHaveLength(4);
    });

    it('stores the latest use, in whichever order uses are reported', async () => {
      const { id } = await keys.create({ ...KEY, hash: 'dd01' });
      await keys.touch(id, 50);
      await keys.touch(id, 40);
      await keys.touch('none', 99);
      expect((await keys.findByHash('dd01'))?.key.lastUsedAt).toBe(50);
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
