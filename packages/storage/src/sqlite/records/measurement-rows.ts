import type { DatabaseSync } from 'node:sqlite';
import { MAX_LISTED_HOURS } from '../../measurements.ts';
import { intact } from './checked-rows.ts';
import type { MeasurementCalls } from './key-store.ts';
import { isMeasured, jsonIn } from './row-values.ts';

/** The calls about measurements of processes. Each must run inside a transaction. */
export function createMeasurementRows(db: DatabaseSync): MeasurementCalls {
  const sql = {
    note: db.prepare(
      `INSERT INTO measured_hour (process, hour, body) VALUES (?, ?, ?)
       ON CONFLICT (process, hour) DO UPDATE SET body = excluded.body`,
    ),
    list: db.prepare(
      `SELECT hour, body FROM measured_hour WHERE process = ? AND ${intact('measured_hour')}
       ORDER BY hour DESC LIMIT ${MAX_LISTED_HOURS}`,
    ),
    prune: db.prepare('DELETE FROM measured_hour WHERE hour < ?'),
    forget: db.prepare('DELETE FROM measured_hour WHERE process = ?'),
  };
  return {
    note({ process, from, series }) {
      sql.note.run(process, from, JSON.stringify(series));
    },
    list: (process) =>
      sql.list
        .all(process)
        .map((row) => ({
          process,
          from: Number(row['hour']),
          series: jsonIn(row, 'body', isMeasured),
        }))
        .toReversed(),
    prune(from) {
      sql.prune.run(from);
    },
    forget(process) {
      sql.forget.run(process);
    },
  };
}
