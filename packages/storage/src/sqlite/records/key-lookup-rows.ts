import type { DatabaseSync } from 'node:sqlite';
import { DuplicateKey } from '../../errors.ts';
import type { ApiKey } from '../../records.ts';
import { intact } from './checked-rows.ts';
import type { KeyCalls } from './key-store.ts';
import { isScopes, jsonIn, numberOrNull, type Row, textOrNull } from './row-values.ts';

/** Looks hashes up, which are those of keys, of secrets that were replaced, and of sessions. */
export interface KeyLookup extends Pick<KeyCalls, 'findByHash'> {
  /** @throws DuplicateKey if anything has the hash */
  readonly requireFree: (hash: string) => void;
}

export function createLookup(db: DatabaseSync): KeyLookup {
  // The oldest key if the hash is unknown: see `Lookup`.
  const find = db.prepare(
    `SELECT api_key.*, coalesce(replaced_secret.ends_at, session.ends_at) AS secret_ends_at,
       session.id AS session_id,
       api_key.hash = ?1 OR replaced_secret.hash IS NOT NULL OR session.hash IS NOT NULL AS known
     FROM api_key LEFT JOIN replaced_secret ON replaced_secret.hash = ?1 LEFT JOIN session ON session.hash = ?1
     WHERE api_key.number = coalesce(
       (SELECT number FROM api_key WHERE hash = ?1),
       (SELECT key FROM replaced_secret WHERE hash = ?1),
       (SELECT key FROM session WHERE hash = ?1),
       (SELECT min(number) FROM api_key)
     ) AND ${intact('api_key')} AND (replaced_secret.hash IS NULL OR ${intact('replaced_secret')})
       AND (session.hash IS NULL OR ${intact('session')})`,
  );

  return {
    requireFree(hash) {
      if (find.get(hash)?.['known'] === 1) throw new DuplicateKey('a key with this hash exists');
    },
    findByHash(hash) {
      const row = find.get(hash);
      if (row === undefined) return null;
      return {
        isKnown: row['known'] === 1,
        key: keyOf(row),
        secretEndsAt: numberOrNull(row['secret_ends_at']),
        sessionId: textOrNull(row['session_id']),
      };
    },
  };
}

export function keyOf(row: Row): ApiKey {
  return {
    id: String(row['id']),
    name: String(row['name']),
    prefix: String(row['prefix']),
    scopes: jsonIn(row, 'scopes', isScopes),
    rateLimitPerMinute: numberOrNull(row['rate_limit_per_minute']),
    expiresAt: numberOrNull(row['expires_at']),
    createdAt: Number(row['created_at']),
    replacedUntil: numberOrNull(row['replaced_until']),
    lastUsedAt: numberOrNull(row['last_used_at']),
    revokedAt: numberOrNull(row['revoked_at']),
  };
}
