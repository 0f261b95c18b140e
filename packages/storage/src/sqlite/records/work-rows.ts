import type { DatabaseSync } from 'node:sqlite';
import type { CrawlSpec } from '../../crawls.ts';
import type { CrawlCalls } from './crawl-calls.ts';

/** The calls that tell what is left to do. */
export function createWorkRows(db: DatabaseSync): Pick<CrawlCalls, 'open' | 'unfinished' | 'backlog'> {
  const goesOn = "finished_at IS NULL AND sealed AND state <> 'cancelled'";
  const sql = {
    open: db.prepare(
      `SELECT id, spec FROM crawl WHERE ${goesOn} ORDER BY json_extract(spec, '$.priority'), number LIMIT ?`,
    ),
    find: db.prepare(`SELECT number FROM crawl WHERE id = ? AND ${goesOn}`),
    unfinished: db.prepare(
      'SELECT domain FROM site WHERE crawl = ? AND outcome IS NULL AND domain > ? ORDER BY domain LIMIT ?',
    ),
    backlog: db.prepare(
      `SELECT coalesce(sum(total - finished), 0) AS sites, min(created_at) AS oldest FROM crawl WHERE ${goesOn}`,
    ),
  };

  return {
    open: (limit) =>
      sql.open.all(limit).map((row) => ({
        id: String(row['id']),
        priority: (JSON.parse(String(row['spec'])) as CrawlSpec).priority,
      })),
    unfinished({ crawlId, after, limit }) {
      const crawl = sql.find.get(crawlId)?.['number'];
      if (crawl === undefined) return [];
      return sql.unfinished.all(Number(crawl), after ?? '', limit).map((row) => String(row['domain']));
    },
    backlog() {
      const row = sql.backlog.get();
      const oldest = row?.['oldest'] ?? null;
      return { sites: Number(row?.['sites'] ?? 0), oldestCreatedAt: oldest === null ? null : Number(oldest) };
    },
  };
}
