import type { DatabaseSync } from 'node:sqlite';
import { type CommonCrawlImport, HOSTS_PART } from '../../commoncrawl.ts';
import { intact } from './checked-rows.ts';
import type { CommonCrawlCalls } from './key-store.ts';
import { isCommonCrawlImport, jsonIn, type Row } from './row-values.ts';

/** The calls about the import from Common Crawl, which is the only row of its table, and its parts. Each must run inside a transaction. */
export function createCommonCrawlRows(db: DatabaseSync): CommonCrawlCalls {
  const sql = {
    get: db.prepare(`SELECT body FROM commoncrawl WHERE number = 1 AND ${intact('commoncrawl')}`),
    set: db.prepare(
      'INSERT INTO commoncrawl (number, body) VALUES (1, ?) ON CONFLICT (number) DO UPDATE SET body = excluded.body',
    ),
    part: db.prepare(
      `SELECT body FROM commoncrawl_part WHERE import = ? AND name = ? AND ${intact('commoncrawl_part')}`,
    ),
    setPart: db.prepare('INSERT OR REPLACE INTO commoncrawl_part (import, name, body) VALUES (?, ?, ?)'),
    removeParts: db.prepare('DELETE FROM commoncrawl_part'),
  };

  function get(): CommonCrawlImport | null {
    const row: Row | undefined = sql.get.get();
    return row === undefined ? null : jsonIn(row, 'body', isCommonCrawlImport);
  }

  function set(run: CommonCrawlImport): CommonCrawlImport {
    sql.set.run(JSON.stringify(run));
    return run;
  }

  /** @returns the import if it goes on */
  function goingOn(id: string): CommonCrawlImport | null {
    const run = get();
    return run?.id === id && run.state === 'running' ? run : null;
  }

  return {
    get,
    begin(run, hosts) {
      const last = get();
      if (last?.state === 'running') return last;
      if (hosts !== null) sql.setPart.run(run.id, HOSTS_PART, hosts);
      return set(run);
    },
    note(id, progress) {
      const run = goingOn(id);
      if (run !== null) set({ ...run, ...progress });
      return run !== null;
    },
    end(id, end) {
      const run = goingOn(id);
      if (run === null) return false;
      set({ ...run, ...end });
      sql.removeParts.run();
      return true;
    },
    setPart(id, name, bytes) {
      if (goingOn(id) === null) return false;
      sql.setPart.run(id, name, bytes);
      return true;
    },
    part(id, name) {
      const body: unknown = sql.part.get(id, name)?.['body'];
      return body instanceof Uint8Array ? body : null;
    },
  };
}
