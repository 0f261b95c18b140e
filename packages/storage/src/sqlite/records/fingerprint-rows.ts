import type { DatabaseSync } from 'node:sqlite';
import { type FingerprintState, NO_FINGERPRINT_STATE } from '../../fingerprints.ts';
import { intact } from './checked-rows.ts';
import type { FingerprintCalls } from './key-store.ts';
import { isFingerprintState, jsonIn, type Row } from './row-values.ts';

/** The calls about fingerprints: a row with the state, and one with the set that it names. Each must run inside a transaction. */
export function createFingerprintRows(db: DatabaseSync): FingerprintCalls {
  const sql = {
    state: db.prepare(
      `SELECT body FROM fingerprint_state WHERE number = 1 AND ${intact('fingerprint_state')}`,
    ),
    setState: db.prepare(
      'INSERT INTO fingerprint_state (number, body) VALUES (1, ?) ON CONFLICT (number) DO UPDATE SET body = excluded.body',
    ),
    set: db.prepare(`SELECT body FROM fingerprint_set WHERE digest = ? AND ${intact('fingerprint_set')}`),
    keep: db.prepare('INSERT INTO fingerprint_set VALUES (?, ?) ON CONFLICT DO NOTHING'),
    removeOthers: db.prepare('DELETE FROM fingerprint_set WHERE digest <> ?'),
  };

  function get(): FingerprintState {
    const row: Row | undefined = sql.state.get();
    return row === undefined ? NO_FINGERPRINT_STATE : jsonIn(row, 'body', isFingerprintState);
  }

  return {
    get,
    replace(before, state, set) {
      if (get().revision !== before) return false;
      const { digest = '' } = state.publicSet ?? {};
      if (set !== undefined) sql.keep.run(digest, set);
      sql.removeOthers.run(digest);
      sql.setState.run(JSON.stringify(state));
      return true;
    },
    set(digest) {
      const body: unknown = sql.set.get(digest)?.['body'];
      return body instanceof Uint8Array ? body : null;
    },
  };
}
