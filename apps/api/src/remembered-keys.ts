import type { KeyOfSecret, KeyStore } from '@sitegrep/storage';
import { isUsable } from './api-keys.ts';

/** How long a key is taken to be as it was found, in milliseconds: as late a change by another process is noticed. */
const REMEMBERED_MS = 1_000;
/** Keys remembered; the one found longest ago makes way. */
const MAX_REMEMBERED = 1_000;

/**
 * Looks keys up once a second instead of with every request, so that what has to be refused costs little when too much
 * comes. A change through this process is noticed at once. Only keys that may be used are remembered: a new one works at
 * once, what strangers try takes no room, and one that was revoked takes as long to refuse as one that never was.
 */
export function rememberKeys(keys: KeyStore, clock: () => number = () => performance.now()): KeyStore {
  const found = new Map<string, { readonly at: number; readonly key: KeyOfSecret }>();
  const asked = new Map<string, Promise<KeyOfSecret | null>>();

  let changes = 0;

  async function look(hash: string): Promise<KeyOfSecret | null> {
    const [at, began] = [clock(), changes];
    const key = await keys.findByHash(hash);
    // What was asked before a change may be what was there before it.
    if (key !== null && changes === began && isUsable(key, Date.now())) {
      found.delete(hash);
      found.set(hash, { at, key });
      if (found.size > MAX_REMEMBERED) found.delete(found.keys().next().value ?? '');
    }
    return key;
  }

  function forget(): void {
    changes += 1;
    found.clear();
    asked.clear();
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
    findByHash(hash) {
      const known = found.get(hash);
      if (known !== undefined && clock() - known.at < REMEMBERED_MS) return Promise.resolve(known.key);
      const underWay = asked.get(hash);
      if (underWay !== undefined) return underWay;
      const answer = look(hash).finally(() => {
        if (asked.get(hash) === answer) asked.delete(hash);
      });
      asked.set(hash, answer);
      return answer;
    },
    revoke: (id, at) => changing(keys.revoke(id, at)),
    rotate: (id, rotation) => changing(keys.rotate(id, rotation)),
  };
}
