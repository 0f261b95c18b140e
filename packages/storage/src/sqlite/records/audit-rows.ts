import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { intact } from './checked-rows.ts';
import type { AuditActor, AuditedAct, AuditEnd, AuditEntry, AuditQuery, Listed } from '../../records.ts';

/** The calls of the keys thread about the audit log. Each must run inside a write transaction. */
export type AuditCalls = {
  addEntry(call: { readonly act: AuditedAct; readonly end: AuditEnd | null }): string;
  endEntry(call: { readonly id: string; readonly end: AuditEnd }): void;
  listEntries(call: AuditQuery): Listed<AuditEntry>;
  pruneEntries(call: { readonly before: number; readonly limit: number }): number;
};

/** Calls that change nothing. */
export const AUDIT_READS: ReadonlySet<keyof AuditCalls> = new Set(['listEntries']);

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
    addEntry({ act, end }) {
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
    endEntry: ({ id, end: { result, status, target = null } }) =>
      void sql.end.run(Number(id), result, status, target),
    listEntries({ limit, after = String(Number.MAX_SAFE_INTEGER), action, keyId }) {
      const filters = Object.entries({ action, key_id: keyId }).flatMap(([column, value]) =>
        value === undefined ? [] : [[column, value] as const],
      );
      const values: SQLInputValue[] = [Number(after), ...filters.map(([, value]) => value), limit + 1];
      const rows = listing(filters.map(([column]) => column)).all(...values);
      const items = rows.slice(0, limit).map(entryOf);
      return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
    },
    pruneEntries: ({ before, limit }) => Number(sql.prune.run(before, limit).changes),
  };
}

function entryOf(row: Readonly<Record<string, unknown>>): AuditEntry {
  const textOrNull = (column: string): string | null => {
    const value = row[column];
    return typeof value === 'string' ? value : null;
  };
  return {
    id: String(row['number']),
    at: Number(row['at']),
    actor: String(row['actor']) as AuditActor,
    keyId: textOrNull('key_id'),
    keyPrefix: textOrNull('key_prefix'),
    sessionId: textOrNull('session_id'),
    action: String(row['action']),
    target: textOrNull('target'),
    remoteAddress: textOrNull('remote_address'),
    requestId: textOrNull('request_id'),
    result: textOrNull('result') as AuditEntry['result'],
    status: row['status'] === null ? null : Number(row['status']),
  };
}
