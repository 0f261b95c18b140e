import type { DatabaseSync } from 'node:sqlite';
import { listed } from '../../listed.ts';
import type { ReportState, SearchReport } from '../../search-reports.ts';
import { intact } from './checked-rows.ts';
import type { ReportCalls } from './key-store.ts';
import { isReport, isReportState, jsonIn, type Row } from './row-values.ts';

const CHECKED = intact('report');

/** The calls about reports of saved searches. Each must run inside a transaction. */
export function createReportRows(db: DatabaseSync): ReportCalls {
  const sql = {
    state: db.prepare(`SELECT body FROM report_state WHERE search = ? AND ${intact('report_state')}`),
    setState: db.prepare(
      `INSERT INTO report_state (search, waits, body) VALUES (?1, ?2, ?3)
       ON CONFLICT (search) DO UPDATE SET waits = ?2, body = ?3`,
    ),
    waiting: db.prepare(
      `SELECT body FROM report_state WHERE waits = 1 AND ${intact('report_state')} ORDER BY search LIMIT ?`,
    ),
    addPart: db.prepare(
      `INSERT INTO report_part (search, number, attempt, part, body) VALUES (?1, ?2, ?3, ?4, ?5)
       ON CONFLICT DO UPDATE SET body = ?5`,
    ),
    part: db.prepare(
      `SELECT body FROM report_part WHERE search = ? AND number = ? AND attempt = ? AND part = ?
       AND ${intact('report_part')}`,
    ),
    otherParts: db.prepare('DELETE FROM report_part WHERE search = ? AND number = ? AND attempt <> ?'),
    add: db.prepare(
      'INSERT INTO report (search, number, ended_at, bytes, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    get: db.prepare(`SELECT body FROM report WHERE search = ? AND number = ? AND ${CHECKED}`),
    list: db.prepare(
      `SELECT number, body FROM report WHERE search = ? AND number < ? AND ${CHECKED} ORDER BY number DESC LIMIT ?`,
    ),
    oldest: db.prepare(`SELECT body FROM report WHERE ${CHECKED} ORDER BY ended_at, search, number LIMIT ?`),
    bytes: db.prepare(`SELECT coalesce(sum(bytes), 0) AS bytes FROM report WHERE ${CHECKED}`),
    remove: db.prepare('DELETE FROM report WHERE search = ? AND number = ?'),
    removeParts: db.prepare('DELETE FROM report_part WHERE search = ? AND number = ?'),
  };
  const forgetting = ['report_state', 'report', 'report_part'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE search = ?`),
  );

  function state(search: string): ReportState | null {
    const row: Row | undefined = sql.state.get(search);
    return row === undefined ? null : stateOf(row);
  }

  function get(search: string, number: number): SearchReport | null {
    const row: Row | undefined = sql.get.get(search, number);
    return row === undefined ? null : reportOf(row);
  }

  return {
    state,
    setState(before, next) {
      if (JSON.stringify(state(next.search)) !== JSON.stringify(before)) return false;
      sql.setState.run(next.search, Number(next.wanted !== null), JSON.stringify(next));
      return true;
    },
    waiting: (limit) => sql.waiting.all(limit).map(stateOf),
    addPart({ search, number, attempt, part }, bytes) {
      sql.addPart.run(search, number, attempt, part, bytes);
    },
    add(report) {
      const { search, number, endedAt, bytes } = report;
      sql.add.run(search, number, endedAt, bytes, JSON.stringify(report));
      const kept = get(search, number) ?? report;
      sql.otherParts.run(search, number, kept.attempt);
      return kept;
    },
    get,
    list({ search, limit, after = String(Number.MAX_SAFE_INTEGER) }) {
      const rows = sql.list.all(search, Number(after), limit + 1);
      return listed(rows, limit, (row) => String(row['number']), reportOf);
    },
    part({ search, number, attempt, part }) {
      const body: unknown = sql.part.get(search, number, attempt, part)?.['body'];
      return body instanceof Uint8Array ? body : null;
    },
    oldest: (limit) => sql.oldest.all(limit).map(reportOf),
    bytes: () => Number(sql.bytes.get()?.['bytes']),
    remove(search, number) {
      sql.remove.run(search, number);
      sql.removeParts.run(search, number);
    },
    forget(search) {
      for (const statement of forgetting) statement.run(search);
    },
  };
}

function stateOf(row: Row): ReportState {
  return jsonIn(row, 'body', isReportState);
}

function reportOf(row: Row): SearchReport {
  return jsonIn(row, 'body', isReport);
}
