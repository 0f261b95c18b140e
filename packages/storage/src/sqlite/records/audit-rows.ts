import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { listed } from '../../listed.ts';
import { intact } from './checked-rows.ts';
import type { AuditActor, AuditEntry } from '../../records.ts';
import type { AuditCalls } from './key-store.ts';
import { numberOrNull, type Row, textOrNull } from './row-values.ts';

/** The calls about the audit log. Each must run inside a transaction. */
export function createAuditRows(db: DatabaseSync): AuditCalls {
  const sql = {
    add: db.prepare(
      `INSERT INTO audit (at, actor, key_id, key_prefix, session_id, action, target, remote_address, request_id,
         result, status)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    end: db.prepare(
      `UPDATE audit SET result = ?2, status = ?3, target = coalesce(?4, target)
       WHERE number = ?1 AND result IS NULL`,
    ),
    prune: db.prepare(
      `DELETE FROM audit
       WHERE number IN (SELECT number FROM audit WHERE at < ? AND ${intact('audit')} ORDER BY at, number LIMIT ?)`,
    ),
  };
  const lists = new Map<string, StatementSync>();

  /** One statement for each set of filters, so that each goes by its index. */
  function listing(filters: readonly string[]): StatementSync {
    const where = ['number < ?', ...filters.map((column) => `${column} = ?`)].join(' AND ');
    const known = lists.get(where);
    if (known !== undefined) return known;
    const made = db.prepare(
      `SELECT * FROM audit WHERE ${where} AND ${intact('audit')} ORDER BY number DESC LIMIT ?`,
    );
    lists.set(where, made);
    return made;
  }

  return {
    add(act, end) {
      const { lastInsertRowid } = sql.add.run(
        act.at,
        act.actor,
        act.keyId,
        act.keyPrefix,
        act.sessionId,
        act.action,
        end?.target ?? act.target,
        act.remoteAddress,
        act.requestId,
        end?.result ?? null,
        end?.status ?? null,
      );
      return String(lastInsertRowid);
    },
    end: (id, { result, status, target = null }) => void sql.end.run(Number(id), result, status, target),
    list({ limit, after = String(Number.MAX_SAFE_INTEGER), action, keyId }) {
      const filters = Object.entries({ action, key_id: keyId }).flatMap(([column, value]) =>
        value === undefined ? [] : [[column, value] as const],
      );
      const values: SQLInputValue[] = [Number(after), ...filters.map(([, value]) => value), limit + 1];
      const rows = listing(filters.map(([column]) => column)).all(...values);
      return listed(rows, limit, numberOf, entryOf);
    },
    prune: (before, limit) => Number(sql.prune.run(before, limit).changes),
  };
}

const numberOf = (row: Row): string => String(row['number']);

function entryOf(row: Row): AuditEntry {
  return {
    id: String(row['number']),
    at: Number(row['at']),
    actor: String(row['actor']) as AuditActor,
    keyId: textOrNull(row['key_id']),
    keyPrefix: textOrNull(row['key_prefix']),
    sessionId: textOrNull(row['session_id']),
    action: String(row['action']),
    target: textOrNull(row['target']),
    remoteAddress: textOrNull(row['remote_address']),
    requestId: textOrNull(row['request_id']),
    result: textOrNull(row['result']) as AuditEntry['result'],
    status: numberOrNull(row['status']),
  };
}
