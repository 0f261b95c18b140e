import type { DatabaseSync } from 'node:sqlite';
import { listed } from '../../listed.ts';
import { type ListedSchedule, NO_RUNS, type Schedule, textOfRuns } from '../../records.ts';
import { intact } from './checked-rows.ts';
import type { ScheduleCalls } from './crawl-records.ts';
import { isRuns, isSource, isSpec, isTiming, jsonIn, type Row, written } from './row-values.ts';

/** The calls about schedules. Each must run inside a transaction. */
export function createScheduleRows(db: DatabaseSync): ScheduleCalls {
  const sql = {
    put: db.prepare(
      `INSERT INTO schedule (id, timing, spec, enabled, source, created_at, updated_at, runs)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7)
       ON CONFLICT (id) DO UPDATE SET timing = ?2, spec = ?3, enabled = ?4, source = ?5, updated_at = ?6
       RETURNING *`,
    ),
    get: db.prepare(`SELECT * FROM schedule WHERE id = ? AND ${intact('schedule')}`),
    list: db.prepare(
      `SELECT id, timing, spec, enabled, created_at, updated_at, runs FROM schedule
       WHERE id > ? AND ${intact('schedule')} ORDER BY id LIMIT ?`,
    ),
    remove: db.prepare('DELETE FROM schedule WHERE id = ?'),
    setRuns: db.prepare('UPDATE schedule SET runs = ? WHERE id = ? AND runs = ?'),
  };
  return {
    put: ({ id, timing, spec, enabled, source }) =>
      scheduleOf(
        written(
          sql.put.get(
            id,
            JSON.stringify(timing),
            JSON.stringify(spec),
            enabled ? 1 : 0,
            JSON.stringify(source),
            Date.now(),
            textOfRuns(NO_RUNS),
          ),
        ),
      ),
    get(id) {
      const row = sql.get.get(id);
      return row === undefined ? null : scheduleOf(row);
    },
    list: ({ limit, after = '' }) =>
      listed(sql.list.all(after, limit + 1), limit, (row) => String(row['id']), listedOf),
    remove: (id) => Number(sql.remove.run(id).changes) > 0,
    setRuns: (id, seen, runs) => Number(sql.setRuns.run(textOfRuns(runs), id, textOfRuns(seen)).changes) > 0,
  };
}

function listedOf(row: Row): ListedSchedule {
  return {
    id: String(row['id']),
    timing: jsonIn(row, 'timing', isTiming),
    spec: jsonIn(row, 'spec', isSpec),
    enabled: row['enabled'] === 1,
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
    runs: jsonIn(row, 'runs', isRuns),
  };
}

function scheduleOf(row: Row): Schedule {
  return { ...listedOf(row), source: jsonIn(row, 'source', isSource) };
}
