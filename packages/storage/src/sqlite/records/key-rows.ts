import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { DuplicateKey } from '../../errors.ts';
import {
  MAX_REPLACED_SECRETS,
  type ApiKey,
  type KeyOfSecret,
  type NewApiKey,
  type Rotated,
  type Rotation,
} from '../../records.ts';
import { intact } from './checked-rows.ts';
import { isScopes, jsonIn, type Row } from './stored-json.ts';

/**
 * The key that was found, or another key where none was: as much is read and handed over either way, so the time reveals
 * nothing. Null only if there is no key at all.
 */
interface Lookup extends KeyOfSecret {
  readonly isKnown: boolean;
}

/** The calls of the keys thread. Each must run inside a transaction, one that writes except for KEY_READS. */
export type KeyCalls = {
  create(key: NewApiKey): ApiKey;
  findByHash(hash: string): Lookup | null;
  list(call: null): readonly ApiKey[];
  revoke(call: { readonly id: string; readonly at: number }): ApiKey | null;
  rotate(call: { readonly id: string; readonly rotation: Rotation }): Rotated;
  touch(call: { readonly id: string; readonly at: number }): void;
  /** Null if it was not made yet. */
  knownSecret(name: string): Uint8Array | null;
  secret(name: string): Uint8Array;
};

/** Calls that change nothing: every request over HTTP looks its key up. */
export const KEY_READS: ReadonlySet<keyof KeyCalls> = new Set(['findByHash', 'list', 'knownSecret']);

const SECRET_BYTES = 32;

export function createKeyRows(db: DatabaseSync): KeyCalls {
  const sql = {
    insert: db.prepare(
      `INSERT INTO api_key (id, name, prefix, hash, scopes, rate_limit_per_minute, expires_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    ),
    // The oldest key if the hash is unknown: see `Lookup`.
    find: db.prepare(
      `SELECT api_key.*, replaced_secret.ends_at AS secret_ends_at,
         api_key.hash = ?1 OR replaced_secret.hash IS NOT NULL AS known
       FROM api_key LEFT JOIN replaced_secret ON replaced_secret.hash = ?1
       WHERE number = coalesce(
         (SELECT number FROM api_key WHERE hash = ?1),
         (SELECT key FROM replaced_secret WHERE hash = ?1),
         (SELECT min(number) FROM api_key)
       ) AND ${intact('api_key')} AND (replaced_secret.hash IS NULL OR ${intact('replaced_secret')})`,
    ),
    byId: db.prepare(`SELECT * FROM api_key WHERE id = ? AND ${intact('api_key')}`),
    replacedOf: db.prepare(
      `SELECT count(*) AS count, min(ends_at) AS first FROM replaced_secret
       WHERE key = ? AND ends_at > ? AND ${intact('replaced_secret')}`,
    ),
    endReplaced: db.prepare('UPDATE replaced_secret SET ends_at = ?2 WHERE key = ?1 AND ends_at > ?2'),
    addReplaced: db.prepare('INSERT INTO replaced_secret VALUES (?, ?, ?)'),
    setSecret: db.prepare(
      'UPDATE api_key SET hash = ?2, prefix = ?3, replaced_until = ?4 WHERE number = ?1 RETURNING *',
    ),
    list: db.prepare(`SELECT * FROM api_key WHERE ${intact('api_key')} ORDER BY number`),
    revoke: db.prepare('UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING *'),
    touch: db.prepare('UPDATE api_key SET last_used_at = max(coalesce(last_used_at, ?1), ?1) WHERE id = ?2'),
    makeSecret: db.prepare('INSERT INTO secret VALUES (?, ?) ON CONFLICT DO NOTHING'),
    secret: db.prepare(`SELECT value FROM secret WHERE name = ? AND ${intact('secret')}`),
  };
  function knownSecret(name: string): Uint8Array | null {
    const known = sql.secret.get(name)?.['value'];
    return known instanceof Uint8Array ? known : null;
  }

  /** @throws DuplicateKey */
  function requireFree(hash: string): void {
    if (sql.find.get(hash)?.['known'] === 1) throw new DuplicateKey('a key with this hash exists');
  }

  return {
    create(key) {
      requireFree(key.hash);
      const row = sql.insert.get(
        randomUUID(),
        key.name,
        key.prefix,
        key.hash,
        JSON.stringify(key.scopes),
        key.rateLimitPerMinute,
        key.expiresAt,
        key.createdAt,
      );
      return keyOf(written(row));
    },
    findByHash(hash) {
      const row = sql.find.get(hash);
      if (row === undefined) return null;
      return {
        isKnown: row['known'] === 1,
        key: keyOf(row),
        secretEndsAt: numberOrNull(row['secret_ends_at']),
      };
    },
    list: () => sql.list.all().map(keyOf),
    revoke({ id, at }) {
      const row = sql.revoke.get(at, id);
      return row === undefined ? null : keyOf(row);
    },
    rotate({ id, rotation: { hash, prefix, at, overlapEndsAt } }) {
      const row = sql.byId.get(id);
      if (row === undefined) return { kind: 'unknown' };
      const { revokedAt, expiresAt } = keyOf(row);
      if (revokedAt !== null) return { kind: 'revoked' };
      if (expiresAt !== null && expiresAt <= at) return { kind: 'expired' };
      const number = Number(row['number']);
      const replaced = sql.replacedOf.get(number, at);
      if (overlapEndsAt > at && Number(replaced?.['count']) >= MAX_REPLACED_SECRETS) {
        return { kind: 'too_many', freeAt: Number(replaced?.['first']) };
      }
      requireFree(hash);
      sql.endReplaced.run(number, overlapEndsAt);
      sql.addReplaced.run(String(row['hash']), number, overlapEndsAt);
      return { kind: 'rotated', key: keyOf(written(sql.setSecret.get(number, hash, prefix, overlapEndsAt))) };
    },
    touch: ({ id, at }) => void sql.touch.run(at, id),
    knownSecret,
    secret(name) {
      const known = knownSecret(name);
      if (known !== null) return known;
      const made = Uint8Array.from(randomBytes(SECRET_BYTES));
      sql.makeSecret.run(name, made);
      return made;
    },
  };
}

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

function written(row: Row | undefined): Row {
  if (row === undefined) throw new Error('SQLite gives no row of what was written');
  return row;
}

function keyOf(row: Row): ApiKey {
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
