import type { DatabaseSync } from 'node:sqlite';
import {
  type Listed,
  type ListedSchedule,
  NO_RUNS,
  type PageRequest,
  type Schedule,
  type ScheduleDefinition,
  type ScheduleRuns,
  type ScheduleSource,
  textOfRuns,
} from '../../records.ts';

/** The calls of the crawls thread about schedules. Each must run inside a write transaction. */
export type ScheduleCalls = {
  putSchedule(definition: ScheduleDefinition): Schedule;
  getSchedule(id: string): Schedule | null;
  listSchedules(page: PageRequest): Listed<ListedSchedule>;
  removeSchedule(id: string): boolean;
  setScheduleRuns(call: {
    readonly id: string;
    readonly seen: ScheduleRuns;
    readonly runs: ScheduleRuns;
  }): boolean;
};

/** Calls that change nothing. */
export const SCHEDULE_READS: ReadonlySet<keyof ScheduleCalls> = new Set(['getSchedule', 'listSchedules']);

type Row = Readonly<Record<string, unknown>>;

export function createScheduleRows(db: DatabaseSync): ScheduleCalls {
  const sql = {
    put: db.prepare(
      `INSERT INTO schedule (id, timing, spec, enabled, source, created_at, updated_at, runs)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7)
       ON CONFLICT (id) DO UPDATE SET timing = ?2, spec = ?3, enabled = ?4, source = ?5, updated_at = ?6
       RETURNING *`,
    ),
    get: db.prepare('SELECT * FROM schedule WHERE id = ?'),
    list: db.prepare(
      `SELECT id, timing, spec, enabled, created_at, updated_at, runs FROM schedule
       WHERE id > ? ORDER BY id LIMIT ?`,
    ),
    remove: db.prepare('DELETE FROM schedule WHERE id = ?'),
    setRuns: db.prepare('UPDATE schedule SET runs = ? WHERE id = ? AND runs = ?'),
  };
  return {
    putSchedule({ id, timing, spec, enabled, source }) {
      const [timingText, specText, sourceText] = [timing, spec, source].map((value) => JSON.stringify(value));
      const row = sql.put.get(
        id,
        timingText ?? '',
        specText ?? '',
        enabled ? 1 : 0,
        sourceText ?? '',
        Date.now(),
        textOfRuns(NO_RUNS),
      );
      if (row === undefined) throw new Error('SQLite gives no row of what was written');
      return scheduleOf(row);
    },
    getSchedule(id) {
      const row = sql.get.get(id);
      return row === undefined ? null : scheduleOf(row);
    },
    listSchedules({ limit, after = '' }) {
      const rows = sql.list.all(after, limit + 1);
      const items = rows.slice(0, limit).map(listedOf);
      return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
    },
    removeSchedule: (id) => Number(sql.remove.run(id).changes) > 0,
    setScheduleRuns: ({ id, seen, runs }) =>
      Number(sql.setRuns.run(textOfRuns(runs), id, textOfRuns(seen)).changes) > 0,
  };
}

function listedOf(row: Row): ListedSchedule {
  return {
    id: String(row['id']),
    timing: JSON.parse(String(row['timing'])) as Schedule['timing'],
    spec: JSON.parse(String(row['spec'])) as Schedule['spec'],
    enabled: row['enabled'] === 1,
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
    runs: JSON.parse(String(row['runs'])) as ScheduleRuns,
  };
}

function scheduleOf(row: Row): Schedule {
  return { ...listedOf(row), source: JSON.parse(String(row['source'])) as ScheduleSource };
}
