import type { DatabaseSync } from 'node:sqlite';
import type { Reanalysis } from '../../reanalysis.ts';
import { intact } from './checked-rows.ts';
import type { ReanalysisCalls } from './key-store.ts';
import { isReanalysis, jsonIn, type Row } from './row-values.ts';

/** The calls about the run that analyses stored pages again, which is the only row of its table. Each must run inside a transaction. */
export function createReanalysisRows(db: DatabaseSync): ReanalysisCalls {
  const sql = {
    get: db.prepare(`SELECT body FROM reanalysis WHERE number = 1 AND ${intact('reanalysis')}`),
    set: db.prepare(
      'INSERT INTO reanalysis (number, body) VALUES (1, ?) ON CONFLICT (number) DO UPDATE SET body = excluded.body',
    ),
  };

  function get(): Reanalysis | null {
    const row: Row | undefined = sql.get.get();
    return row === undefined ? null : jsonIn(row, 'body', isReanalysis);
  }

  function set(run: Reanalysis): Reanalysis {
    sql.set.run(JSON.stringify(run));
    return run;
  }

  /** Changes a run that goes on. */
  function change(id: string, changed: Partial<Reanalysis>): boolean {
    const run = get();
    if (run?.id !== id || run.state !== 'running') return false;
    set({ ...run, ...changed });
    return true;
  }

  return {
    get,
    begin(run) {
      const last = get();
      return last?.state === 'running' ? last : set(run);
    },
    note: (id, progress) => change(id, progress),
    end: (id, end) => change(id, end),
  };
}
