import type { DatabaseSync } from 'node:sqlite';
import { intact } from './checked-rows.ts';
import type { SizeCalls } from './key-store.ts';

/** The calls about the sizes of days. Each must run inside a transaction. */
export function createSizeRows(db: DatabaseSync): SizeCalls {
  const sql = {
    note: db.prepare(
      `INSERT INTO size (day, at, domains, pages, source_bytes, total_bytes) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (day) DO UPDATE SET at = excluded.at, domains = excluded.domains, pages = excluded.pages,
         source_bytes = excluded.source_bytes, total_bytes = excluded.total_bytes`,
    ),
    prune: db.prepare(`DELETE FROM size WHERE day < ? AND ${intact('size')}`),
    list: db.prepare(`SELECT * FROM size WHERE ${intact('size')} ORDER BY day DESC LIMIT ?`),
  };
  return {
    note(size, from) {
      const { day, at, domains, pages, sourceBytes, totalBytes } = size;
      sql.note.run(day, at, domains, pages, sourceBytes, totalBytes);
      sql.prune.run(from);
    },
    list: (limit) =>
      sql.list.all(limit).map((row) => ({
        day: String(row['day']),
        at: Number(row['at']),
        domains: Number(row['domains']),
        pages: Number(row['pages']),
        sourceBytes: Number(row['source_bytes']),
        totalBytes: Number(row['total_bytes']),
      })),
  };
}
