import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { MAX_REPLACED_SECRETS, MAX_SESSIONS, type Session } from '../../records.ts';
import { intact } from './checked-rows.ts';
import { keyOf } from './key-lookup-rows.ts';
import type { KeyCalls } from './key-store.ts';
import { type Row, written } from './row-values.ts';

type SecretsOfKeys = Pick<KeyCalls, 'rotate' | 'openSession' | 'endSession' | 'sessions'>;

/** The calls about the secrets that a key has besides its latest one. @param requireFree throws if a hash is taken */
export function createKeySecretRows(db: DatabaseSync, requireFree: (hash: string) => void): SecretsOfKeys {
  const sql = {
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
    addSession: db.prepare(
      `INSERT INTO session (id, hash, key, created_at, ends_at) VALUES (?, ?, ?, ?, ?) RETURNING *, ? AS key_id`,
    ),
    dropEnded: db.prepare('DELETE FROM session WHERE key = ? AND ends_at <= ?'),
    dropOldest: db.prepare(
      `DELETE FROM session WHERE key = ?1 AND number NOT IN
         (SELECT number FROM session WHERE key = ?1 ORDER BY number DESC LIMIT ?2)`,
    ),
    endSessions: db.prepare('UPDATE session SET ends_at = ?2 WHERE key = ?1 AND ends_at > ?2'),
    endSession: db.prepare(
      `DELETE FROM session WHERE id = ? AND ${intact('session')}
       RETURNING *, (SELECT api_key.id FROM api_key WHERE api_key.number = session.key) AS key_id`,
    ),
    sessions: db.prepare(
      `SELECT session.*, api_key.id AS key_id FROM session JOIN api_key ON api_key.number = session.key
       WHERE ends_at > ? AND ${intact('session')} ORDER BY session.number`,
    ),
  };

  return {
    rotate(id, { hash, prefix, at, overlapEndsAt }) {
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
    openSession(keyId, { hash, at, endsAt }) {
      const row = sql.byId.get(keyId);
      if (row === undefined) return null;
      const { revokedAt, expiresAt } = keyOf(row);
      if (revokedAt !== null || (expiresAt !== null && expiresAt <= at)) return null;
      requireFree(hash);
      const number = Number(row['number']);
      sql.dropEnded.run(number, at);
      sql.dropOldest.run(number, MAX_SESSIONS - 1);
      const end = Math.min(endsAt, expiresAt ?? endsAt);
      return sessionOf(written(sql.addSession.get(randomUUID(), hash, number, at, end, keyId)));
    },
    endSession(id) {
      const row = sql.endSession.get(id);
      return row === undefined ? null : sessionOf(row);
    },
    sessions: (at) => sql.sessions.all(at).map(sessionOf),
  };
}

function sessionOf(row: Row): Session {
  return {
    id: String(row['id']),
    keyId: String(row['key_id']),
    createdAt: Number(row['created_at']),
    endsAt: Number(row['ends_at']),
  };
}
