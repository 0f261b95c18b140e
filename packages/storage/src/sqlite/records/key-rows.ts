import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { DuplicateKey } from '../../errors.ts';
import {
  MAX_REPLACED_SECRETS,
  MAX_SESSIONS,
  type ApiKey,
  type KeyOfSecret,
  type NewApiKey,
  type NewSession,
  type Rotated,
  type Rotation,
  type Session,
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
  openSession(call: { readonly keyId: string; readonly session: NewSession }): Session | null;
  endSession(id: string): Session | null;
  sessions(at: number): readonly Session[];
  touch(call: { readonly id: string; readonly at: number }): void;
  /** Null if it was not made yet. */
  knownSecret(name: string): Uint8Array | null;
  secret(name: string): Uint8Array;
};

/** Calls that change nothing: every request over HTTP looks its key up. */
export const KEY_READS: ReadonlySet<keyof KeyCalls> = new Set([
  'findByHash',
  'list',
  'sessions',
  'knownSecret',
]);

const SECRET_BYTES = 32;

export function createKeyRows(db: DatabaseSync): KeyCalls {
  const sql = {
    insert: db.prepare(
      `INSERT INTO api_key (id, name, prefix, hash, scopes, rate_limit_per_minute, expires_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    ),
    // The oldest key if the hash is unknown: see `Lookup`.
    find: db.prepare(
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
    addSession: db.prepare(
      'INSERT INTO session (id, hash, key, created_at, ends_at) VALUES (?, ?, ?, ?, ?) RETURNING *',
    ),
    dropEnded: db.prepare('DELETE FROM session WHERE key = ? AND ends_at <= ?'),
    dropOldest: db.prepare(
      `DELETE FROM session WHERE key = ?1 AND number NOT IN
         (SELECT number FROM session WHERE key = ?1 ORDER BY number DESC LIMIT ?2)`,
    ),
    dropSessions: db.prepare('DELETE FROM session WHERE key = (SELECT number FROM api_key WHERE id = ?)'),
    endSessions: db.prepare('UPDATE session SET ends_at = ?2 WHERE key = ?1 AND ends_at > ?2'),
    endSession: db.prepare(
      `DELETE FROM session WHERE id = ? AND ${intact('session')}
       RETURNING *, (SELECT api_key.id FROM api_key WHERE api_key.number = session.key) AS key_id`,
    ),
    sessions: db.prepare(
      `SELECT session.*, api_key.id AS key_id FROM session JOIN api_key ON api_key.number = session.key
       WHERE ends_at > ? AND ${intact('session')} ORDER BY session.number`,
    ),
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
        sessionId: row['session_id'] === null ? null : String(row['session_id']),
      };
    },
    list: () => sql.list.all().map(keyOf),
    revoke({ id, at }) {
      const row = sql.revoke.get(at, id);
      sql.dropSessions.run(id);
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
      sql.endSessions.run(number, overlapEndsAt);
      sql.addReplaced.run(String(row['hash']), number, overlapEndsAt);
      return { kind: 'rotated', key: keyOf(written(sql.setSecret.get(number, hash, prefix, overlapEndsAt))) };
    },
    openSession({ keyId, session: { hash, at, endsAt } }) {
      const row = sql.byId.get(keyId);
      if (row === undefined) return null;
      const { revokedAt, expiresAt } = keyOf(row);
      if (revokedAt !== null || (expiresAt !== null && expiresAt <= at)) return null;
      requireFree(hash);
      const number = Number(row['number']);
      sql.dropEnded.run(number, at);
      sql.dropOldest.run(number, MAX_SESSIONS - 1);
      const end = Math.min(endsAt, expiresAt ?? endsAt);
      return sessionOf({
        ...written(sql.addSession.get(randomUUID(), hash, number, at, end)),
        key_id: keyId,
      });
    },
    endSession(id) {
      const row = sql.endSession.get(id);
      return row === undefined ? null : sessionOf(row);
    },
    sessions: (at) => sql.sessions.all(at).map(sessionOf),
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

function sessionOf(row: Row): Session {
  return {
    id: String(row['id']),
    keyId: String(row['key_id']),
    createdAt: Number(row['created_at']),
    endsAt: Number(row['ends_at']),
  };
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
