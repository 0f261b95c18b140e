import type { DatabaseSync } from 'node:sqlite';
import { cancelledSite } from '@sitegrep/site';
import { BEGUN_GRACE_MS, type Cancelling } from '../../crawls.ts';
import type { CrawlCalls } from './crawl-calls.ts';

/** The calls that cancel crawls. @param finish gives a site its result, and counts it */
export function createCancelRows(
  db: DatabaseSync,
  finish: CrawlCalls['finish'],
): Pick<CrawlCalls, 'cancel' | 'cancelledAmong' | 'cancelSites'> {
  const sql = {
    find: db.prepare('SELECT number, state, sealed FROM crawl WHERE id = ?'),
    cancel: db.prepare("UPDATE crawl SET state = 'cancelled', cancelled_at = ? WHERE number = ?"),
    among: db.prepare(
      "SELECT id FROM crawl WHERE state = 'cancelled' AND id IN (SELECT value FROM json_each(?))",
    ),
    ending: db.prepare(
      "SELECT number, id, cancelled_at FROM crawl WHERE finished_at IS NULL AND state = 'cancelled' ORDER BY number",
    ),
    sites: db.prepare(
      `SELECT domain, started_at FROM site
       WHERE crawl = ?1 AND outcome IS NULL AND (?2 OR started_at IS NULL) ORDER BY domain LIMIT ?3`,
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
    cancelSites({ limit, begunToo }) {
      const now = Date.now();
      let cancelled = 0;
      for (const crawl of sql.ending.all()) {
        const left = limit - cancelled;
        if (left <= 0) break;
        // A clock that was set back ends nobody's grace too early.
        const begun = begunToo || Math.abs(now - Number(crawl['cancelled_at'])) >= BEGUN_GRACE_MS;
        for (const site of sql.sites.all(Number(crawl['number']), begun ? 1 : 0, left)) {
          const startedAt = site['started_at'] === null ? null : Number(site['started_at']);
          finish({
            crawlId: String(crawl['id']),
            domain: String(site['domain']),
            result: cancelledSite(startedAt, now),
          });
          cancelled += 1;
        }
      }
      return cancelled;
    },
  };
}
