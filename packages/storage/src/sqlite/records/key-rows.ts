import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { DuplicateKey } from '../../errors.ts';
import type { ApiKey, NewApiKey, Scope } from '../../keys.ts';

/** What can be asked of the keys thread. Each call must run inside a transaction, one that writes except for KEY_READS. */
export type KeyCalls = {
  create(key: NewApiKey): ApiKey;
  findByHash(hash: string): ApiKey | null;
  list(asked: null): readonly ApiKey[];
  revoke(asked: { readonly id: string; readonly at: number }): ApiKey | null;
  touch(asked: { readonly id: string; readonly at: number }): void;
  secret(name: string): Uint8Array;
};

/** Every request asks for its key. */
export const KEY_READS: ReadonlySet<keyof KeyCalls> = new Set(['findByHash', 'list']);

const SECRET_BYTES = 32;

export function createKeyRows(db: DatabaseSync): KeyCalls {
  const sql = {
    insert: db.prepare(
      `INSERT INTO api_key (id, name, prefix, hash, scopes, rate_limit_per_minute, expires_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING RETURNING *`,
    ),
    find: db.prepare('SELECT * FROM api_key WHERE hash = ?'),
    list: db.prepare('SELECT * FROM api_key ORDER BY number'),
    revoke: db.prepare('UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING *'),
    touch: db.prepare('UPDATE api_key SET last_used_at = max(coalesce(last_used_at, ?1), ?1) WHERE id = ?2'),
    makeSecret: db.prepare('INSERT INTO secret VALUES (?, ?) ON CONFLICT DO NOTHING'),
    secret: db.prepare('SELECT value FROM secret WHERE name = ?'),
  };
  return {
    create(key) {
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
      if (row === undefined) throw new DuplicateKey('a key with this hash exists');
      return keyOf(row);
    },
    findByHash(hash) {
      const row = sql.find.get(hash);
      return row === undefined ? null : keyOf(row);
    },
    list: () => sql.list.all().map(keyOf),
    revoke({ id, at }) {
      const row = sql.revoke.get(at, id);
      return row === undefined ? null : keyOf(row);
    },
    touch: ({ id, at }) => void sql.touch.run(at, id),
    secret(name) {
      const known = sql.secret.get(name)?.['value'];
      if (known instanceof Uint8Array) return known;
      const made = Uint8Array.from(randomBytes(SECRET_BYTES));
      sql.makeSecret.run(name, made);
      return made;
    },
  };
}

function keyOf(row: Readonly<Record<string, unknown>>): ApiKey {
  const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));
  return {
    id: String(row['id']),
    name: String(row['name']),
    prefix: String(row['prefix']),
    scopes: JSON.parse(String(row['scopes'])) as readonly Scope[],
    rateLimitPerMinute: numberOrNull(row['rate_limit_per_minute']),
    expiresAt: numberOrNull(row['expires_at']),
    createdAt: Number(row['created_at']),
    lastUsedAt: numberOrNull(row['last_used_at']),
    revokedAt: numberOrNull(row['revoked_at']),
  };
}
