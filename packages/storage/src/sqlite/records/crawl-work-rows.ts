import type { DatabaseSync } from 'node:sqlite';
import { cancelledSite } from '@sitegrep/site';
import { BEGUN_GRACE_MS, type Cancelling } from '../../records.ts';
import type { CrawlCalls } from './crawl-records.ts';
import { intact } from './checked-rows.ts';
import { isSpec, jsonIn, numberOrNull } from './row-values.ts';

/** The calls that list what is left to do. */
export function createWorkRows(db: DatabaseSync): Pick<CrawlCalls, 'open' | 'unfinished' | 'backlog'> {
  const goesOn = "finished_at IS NULL AND sealed AND state <> 'cancelled'";
  // A row is checked before its specification is parsed.
  const isOfKind = `CASE WHEN ${intact('crawl')} THEN (coalesce(json_extract(spec, '$.render'), 'never') <> 'never') = ? END`;
  const sql = {
    open: db.prepare(
      `SELECT id, spec FROM crawl WHERE ${goesOn} AND ${isOfKind}
       ORDER BY json_extract(spec, '$.priority'), number LIMIT ?`,
    ),
    find: db.prepare(`SELECT number FROM crawl WHERE id = ? AND ${goesOn} AND ${intact('crawl')}`),
    unfinished: db.prepare(
      `SELECT domain FROM site INDEXED BY site_unfinished
       WHERE crawl = ? AND outcome IS NULL AND domain > ? AND ${intact('site')} ORDER BY domain LIMIT ?`,
    ),
    backlog: db.prepare(
      `SELECT coalesce(sum(total - finished), 0) AS sites, min(created_at) AS oldest FROM crawl
       WHERE ${goesOn} AND ${isOfKind}`,
    ),
  };

  return {
    open: (renders, limit) =>
      sql.open.all(Number(renders), limit).map((row) => {
        const { priority } = jsonIn(row, 'spec', isSpec);
        return { id: String(row['id']), priority };
      }),
    unfinished(crawlId, after, limit) {
      const crawl = sql.find.get(crawlId)?.['number'];
      if (crawl === undefined) return [];
      return sql.unfinished.all(Number(crawl), after ?? '', limit).map((row) => String(row['domain']));
    },
    backlog(renders) {
      const row = sql.backlog.get(Number(renders));
      return { sites: Number(row?.['sites']), oldestCreatedAt: numberOrNull(row?.['oldest']) };
    },
  };
}

/** The calls that cancel crawls. @param finish gives a site its result, and counts it */
export function createCancelRows(
  db: DatabaseSync,
  finish: CrawlCalls['finish'],
): Pick<CrawlCalls, 'cancel' | 'cancelledAmong' | 'cancelSites'> {
  const sql = {
    find: db.prepare(`SELECT number, state, sealed FROM crawl WHERE id = ? AND ${intact('crawl')}`),
    cancel: db.prepare("UPDATE crawl SET state = 'cancelled', cancelled_at = ? WHERE number = ?"),
    among: db.prepare(
      `SELECT id FROM crawl WHERE state = 'cancelled' AND id IN (SELECT value FROM json_each(?)) AND ${intact('crawl')}`,
    ),
    ending: db.prepare(
      `SELECT number, id, cancelled_at FROM crawl
       WHERE finished_at IS NULL AND state = 'cancelled' AND ${intact('crawl')} ORDER BY number`,
    ),
    sites: db.prepare(
      `SELECT domain, started_at FROM site INDEXED BY site_unfinished
       WHERE crawl = ?1 AND outcome IS NULL AND (?2 OR started_at IS NULL) AND ${intact('site')} ORDER BY domain LIMIT ?3`,
    ),
  };

  return {
    cancel(crawlId): Cancelling {
      const row = sql.find.get(crawlId);
      if (row === undefined) return 'unknown';
      if (row['sealed'] !== 1) return 'unsealed';
      if (row['state'] === 'completed' || row['state'] === 'cancelled') return row['state'];
      sql.cancel.run(Date.now(), Number(row['number']));
      return 'cancelled';
    },
    cancelledAmong: (crawlIds) => sql.among.all(JSON.stringify(crawlIds)).map((row) => String(row['id'])),
    cancelSites(limit, begunToo = false) {
      const now = Date.now();
      let cancelled = 0;
      for (const crawl of sql.ending.all()) {
        const left = limit - cancelled;
        if (left <= 0) break;
        // A clock that was set back does not end the grace of any site too early.
        const begun = begunToo || Math.abs(now - Number(crawl['cancelled_at'])) >= BEGUN_GRACE_MS;
        for (const site of sql.sites.all(Number(crawl['number']), begun ? 1 : 0, left)) {
          const result = cancelledSite(numberOrNull(site['started_at']), now);
          finish(String(crawl['id']), String(site['domain']), result);
          cancelled += 1;
        }
      }
      return cancelled;
    },
  };
}
