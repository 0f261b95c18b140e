import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { intact } from './checked-rows.ts';
import { createLookup, keyOf } from './key-lookup-rows.ts';
import { createKeySecretRows } from './key-secret-rows.ts';
import type { KeyCalls } from './key-store.ts';
import { written } from './row-values.ts';

/** The calls about keys. Each must run inside a transaction. */
export function createKeyRows(db: DatabaseSync): KeyCalls {
  const { requireFree, findByHash } = createLookup(db);
  const sql = {
    insert: db.prepare(
      `INSERT INTO api_key (id, name, prefix, hash, scopes, rate_limit_per_minute, expires_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    ),
    list: db.prepare(`SELECT * FROM api_key WHERE ${intact('api_key')} ORDER BY number`),
    revoke: db.prepare('UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING *'),
    dropSessions: db.prepare('DELETE FROM session WHERE key = (SELECT number FROM api_key WHERE id = ?)'),
    touch: db.prepare('UPDATE api_key SET last_used_at = max(coalesce(last_used_at, ?1), ?1) WHERE id = ?2'),
  };

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
    findByHash,
    list: () => sql.list.all().map(keyOf),
    revoke(id, at) {
      const row = sql.revoke.get(at, id);
      sql.dropSessions.run(id);
      return row === undefined ? null : keyOf(row);
    },
    touch: (id, at) => void sql.touch.run(at, id),
    ...createKeySecretRows(db, requireFree),
    ...createSecretRows(db),
  };
}

const SECRET_BYTES = 32;

/** The calls about the secrets of the instance. */
function createSecretRows(db: DatabaseSync): Pick<KeyCalls, 'knownSecret' | 'secret'> {
  const sql = {
    make: db.prepare('INSERT INTO secret VALUES (?, ?) ON CONFLICT DO NOTHING'),
    find: db.prepare(`SELECT value FROM secret WHERE name = ? AND ${intact('secret')}`),
  };

  function knownSecret(name: string): Uint8Array | null {
    const known = sql.find.get(name)?.['value'];
    return known instanceof Uint8Array ? known : null;
  }

  return {
    knownSecret,
    secret(name) {
      const known = knownSecret(name);
      if (known !== null) return known;
      const made = Uint8Array.from(randomBytes(SECRET_BYTES));
      sql.make.run(name, made);
      return made;
    },
  };
}
