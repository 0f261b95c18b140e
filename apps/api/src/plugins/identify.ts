/*
 * Whose key a request bears. Whatever is wrong with it, the same work is done and the answer comes after the same time:
 * nobody learns by trying whether a key was ever there.
 */
import { randomBytes } from 'node:crypto';
import type { ApiKey, KeyStore } from '@sitegrep/storage';
import { hashSecret, isUsable, keyPepper } from '../api-keys.ts';
import type { LastUsed } from '../last-used.ts';
import { once } from '../once.ts';

/** Longer than any secret. */
const MAX_SECRET_LENGTH = 200;

/**
 * Milliseconds from a request's headers to the refusal of its key. Well above what looking one up takes (some 30 µs in
 * SQLite, half a millisecond in Elasticsearch), where a key that is there and one that is not may differ by some
 * microseconds, which can be measured by asking thousands of times.
 */
const REFUSAL_MS = 10;

interface Caller {
  readonly key: ApiKey;
  /** It used a secret that has been replaced and will end. */
  readonly withReplacedSecret: boolean;
}

/** @returns null if the header holds no key that may be used now @throws whatever the store throws */
export type Identify = (header: string | readonly string[] | undefined) => Promise<Caller | null>;

export function identifyBy(keys: KeyStore, lastUsed: LastUsed): Identify {
  const pepper = once(() => keyPepper(keys));
  // Looked up in place of what can't be a secret.
  const decoy = randomBytes(20).toString('hex');

  async function find(header: Parameters<Identify>[0], now: number): Promise<Caller | null> {
    const secret = isSecret(header) ? header : decoy;
    const found = await keys.findByHash(hashSecret(await pepper(), secret));
    if (found === null || !isUsable(found, now)) return null;
    return { key: found.key, withReplacedSecret: found.secretEndsAt !== null };
  }

  return async (header) => {
    const now = Date.now();
    const refusal = Promise.withResolvers<null>();
    // Begun before the lookup: a wait for what is left after it would tell how long that took.
    const timer = setTimeout(() => refusal.resolve(null), REFUSAL_MS);
    try {
      const caller = await find(header, now);
      if (caller === null) return await refusal.promise;
      lastUsed.note(caller.key.id, now);
      return caller;
    } finally {
      clearTimeout(timer);
    }
  };
}

function isSecret(header: Parameters<Identify>[0]): header is string {
  return typeof header === 'string' && header !== '' && header.length <= MAX_SECRET_LENGTH;
}
