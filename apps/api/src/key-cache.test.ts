import type { ApiKey, KeyOfSecret, KeyStore } from '@sitegrep/storage';
import { expect, test, vi } from 'vitest';
import { hashSecret } from './api-keys.ts';
import { cacheKeys } from './key-cache.ts';

const PEPPER = Buffer.from('pepper');

const untouched = (): never => {
  throw new Error('not asked for in these tests');
};

function keyOf(id: string): ApiKey {
  return {
    id,
    name: id,
    prefix: 'sg_',
    scopes: ['search'],
    rateLimitPerMinute: null,
    createdAt: 0,
    expiresAt: null,
    replacedUntil: null,
    lastUsedAt: null,
    revokedAt: null,
  };
}

/** A store with the key `a`, whose answers to lookups are given by hand where `slow` says so. */
function store() {
  const lookups: string[] = [];
  const waiting: (() => void)[] = [];
  let revokedAt: number | null = null;
  const state = { now: 0, slow: false, lookups, waiting };
  const keys: KeyStore = {
    create: untouched,
    list: untouched,
    touch: untouched,
    secret: () => Promise.resolve(PEPPER),
    close: untouched,
    rotate: () => Promise.resolve({ kind: 'unknown' }),
    openSession: untouched,
    endSession: () => Promise.resolve(null),
    sessions: untouched,
    async findByHash(hash): Promise<KeyOfSecret | null> {
      lookups.push(['a', 'b'].find((secret) => hashSecret(PEPPER, secret) === hash) ?? hash);
      const answer =
        hash === hashSecret(PEPPER, 'a')
          ? { key: { ...keyOf('a'), revokedAt }, secretEndsAt: null, sessionId: null }
          : null;
      if (state.slow) await new Promise<void>((resolve) => waiting.push(resolve));
      return answer;
    },
    revoke(_id, at) {
      revokedAt = at;
      return Promise.resolve(keyOf('a'));
    },
  };
  return { state, keys: cacheKeys(keys, () => state.now) };
}

test('a key that was found is not looked up again for a second', async () => {
  const { state, keys } = store();
  await keys.findBySecret('a');
  state.now = 999;
  expect((await keys.findBySecret('a'))?.key.id).toBe('a');
  expect(state.lookups).toEqual(['a']);
  state.now = 1_000;
  await keys.findBySecret('a');
  expect(state.lookups).toEqual(['a', 'a']);
});

test('an unknown key is looked up each time', async () => {
  const { state, keys } = store();
  expect([await keys.findBySecret('b'), await keys.findBySecret('b')]).toEqual([null, null]);
  expect(state.lookups).toEqual(['b', 'b']);
});

test('requests that come together share a lookup', async () => {
  const { state, keys } = store();
  state.slow = true;
  const all = Promise.all([keys.findBySecret('a'), keys.findBySecret('a')]);
  await vi.waitFor(() => expect(state.waiting).toHaveLength(1), 60_000);
  state.waiting.forEach((go) => go());
  expect((await all).map((found) => found?.key.id)).toEqual(['a', 'a']);
  expect(state.lookups).toEqual(['a']);
});

test('a key that is revoked here is known to be at once', async () => {
  const { keys } = store();
  await keys.findBySecret('a');
  await keys.revoke('a', 7);
  expect((await keys.findBySecret('a'))?.key.revokedAt).toBe(7);
});

test('a key that is revoked is looked up each time, as one that is not there', async () => {
  const { state, keys } = store();
  await keys.revoke('a', 7);
  await keys.findBySecret('a');
  await keys.findBySecret('a');
  expect(state.lookups).toEqual(['a', 'a']);
});

test('what a lookup brings that began before a change is not remembered', async () => {
  const { state, keys } = store();
  state.slow = true;
  const before = keys.findBySecret('a');
  await vi.waitFor(() => expect(state.waiting).toHaveLength(1), 60_000);
  state.slow = false;
  await keys.revoke('a', 7);
  state.waiting.forEach((go) => go());
  expect((await before)?.key.revokedAt).toBeNull();
  expect((await keys.findBySecret('a'))?.key.revokedAt).toBe(7);
});
