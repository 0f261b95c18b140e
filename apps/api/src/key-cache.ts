// Cached records of API keys, and the times of their last use, which are written at most once a minute.
import type { KeyOfSecret, KeyStore } from '@sitegrep/storage';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { hashSecret, isUsable, keyPepper } from './api-keys.ts';
import { once } from './once.ts';

/** Time for which a record is cached, in milliseconds; a change by another process takes effect as late. */
const CACHED_MS = 1_000;
/** Maximum cached records. */
const MAX_CACHED = 1_000;

export interface SecretLookup {
  findBySecret(secret: string): Promise<KeyOfSecret | null>;
  /** The same without a lookup in the store; null: it is not cached. */
  cachedBySecret(secret: string): KeyOfSecret | null;
}

/**
 * Looks each valid key up once per second at most, so that a request costs little. A change by this process takes effect at
 * once. Only valid keys are cached: a new key works at once, wrong keys take no memory, and refusing a revoked key takes as
 * long as refusing one that never existed.
 */
export function cacheKeys(
  keys: KeyStore,
  clock: () => number = () => performance.now(),
): KeyStore & SecretLookup {
  const pepper = once(() => keyPepper(keys));
  // The secret is the key of the map, so that a known one is not hashed.
  const cached = new LRUCache<string, { readonly at: number; readonly key: KeyOfSecret }>({
    max: MAX_CACHED,
  });
  const pending = new Map<string, Promise<KeyOfSecret | null>>();

  let changes = 0;

  async function look(secret: string): Promise<KeyOfSecret | null> {
    const [at, began] = [clock(), changes];
    const key = await keys.findByHash(hashSecret(await pepper(), secret));
    // A lookup that began before a change may have the state before it.
    if (key !== null && changes === began && isUsable(key, Date.now())) {
      cached.set(secret, { at, key });
    }
    return key;
  }

  function cachedBySecret(secret: string): KeyOfSecret | null {
    const known = cached.get(secret);
    return known !== undefined && clock() - known.at < CACHED_MS ? known.key : null;
  }

  function forget(): void {
    changes += 1;
    cached.clear();
    pending.clear();
  }

  async function changing<T>(change: Promise<T>): Promise<T> {
    try {
      return await change;
    } finally {
      forget();
    }
  }

  return {
    ...keys,
    cachedBySecret,
    findBySecret(secret) {
      const known = cachedBySecret(secret);
      if (known !== null) return Promise.resolve(known);
      const underWay = pending.get(secret);
      if (underWay !== undefined) return underWay;
      const answer = look(secret).finally(() => {
        if (pending.get(secret) === answer) pending.delete(secret);
      });
      pending.set(secret, answer);
      return answer;
    },
    revoke: (id, at) => changing(keys.revoke(id, at)),
    rotate: (id, rotation) => changing(keys.rotate(id, rotation)),
    openSession: (keyId, session) => changing(keys.openSession(keyId, session)),
    endSession: (id) => changing(keys.endSession(id)),
  };
}

/** Maximum age of a stored time of last use, in milliseconds. */
const RESOLUTION = 60_000;
/** Maximum keys whose last write is remembered; a key that is dropped is written once more often. */
const MAX_KEYS = 10_000;

/** Records when keys are used, at most once a minute for each; no request waits for that. */
export interface LastUsed {
  note(keyId: string, at: number): void;
  /** Waits for writes that are under way. */
  settle(): Promise<void>;
}

export function trackLastUsed(keys: Pick<KeyStore, 'touch'>, logger: FastifyBaseLogger): LastUsed {
  const noted = new LRUCache<string, number>({ max: MAX_KEYS });
  const writing = new Set<Promise<void>>();
  return {
    note(keyId, at) {
      if (at - (noted.get(keyId) ?? -Infinity) < RESOLUTION) return;
      noted.set(keyId, at);
      const write = keys
        .touch(keyId, at)
        .catch((error: unknown) =>
          logger.warn({ err: error, keyId }, 'the time of last use of a key could not be written'),
        )
        .finally(() => writing.delete(write));
      writing.add(write);
    },
    async settle() {
      await Promise.all(writing);
    },
  };
}
