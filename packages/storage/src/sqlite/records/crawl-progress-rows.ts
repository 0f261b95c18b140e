import type { DatabaseSync } from 'node:sqlite';
import { intact } from './checked-rows.ts';
import type { CrawlCalls } from './crawl-records.ts';
import type { TimelineRows } from './crawl-timeline-rows.ts';

/** Statement that completes a crawl whose sites have all ended. */
export const completion = `
  UPDATE crawl SET state = iif(state = 'cancelled', state, 'completed'), finished_at = ?
  WHERE number = ? AND sealed AND finished = total AND finished_at IS NULL`;

/**
 * The calls that record how far a site is: they change its row and the counts of its crawl, whose state follows.
 *
 * @param count counts the pages of a visit in the timeline of its crawl
 */
export function createProgressRows(
  db: DatabaseSync,
  count: TimelineRows['count'],
): Pick<CrawlCalls, 'begin' | 'finish'> {
  const sql = {
    // A crawl has one row for each domain.
    site: db.prepare(
      `SELECT crawl, started_at, outcome FROM site
       WHERE crawl = (SELECT number FROM crawl WHERE id = ? AND ${intact('crawl')}) AND domain = ? AND ${intact('site')}`,
    ),
    begin: db.prepare('UPDATE site SET started_at = ? WHERE crawl = ? AND domain = ?'),
    countBegun: db.prepare(
      `UPDATE crawl SET running = running + 1, started_at = coalesce(started_at, ?1),
         state = iif(state = 'queued', 'running', state) WHERE number = ?2`,
    ),
    finish: db.prepare(
      `UPDATE site SET outcome = ?1, result = ?2, ended = (SELECT finished + 1 FROM crawl WHERE number = ?3)
       WHERE crawl = ?3 AND domain = ?4`,
    ),
    countFinished: db.prepare(
      `UPDATE crawl SET running = running - ?1, finished = finished + 1, pages = pages + ?2, bytes = bytes + ?3,
         started_at = coalesce(started_at, ?4), state = iif(state = 'queued', 'running', state) WHERE number = ?5`,
    ),
    countOutcome: db.prepare(
      'INSERT INTO crawl_outcome VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1',
    ),
    complete: db.prepare(completion),
  };

  return {
    begin(crawlId, domain, at) {
      const row = sql.site.get(crawlId, domain);
      if (row === undefined || row['outcome'] !== null || row['started_at'] !== null) return;
      const crawl = Number(row['crawl']);
      sql.begin.run(at, crawl, domain);
      sql.countBegun.run(at, crawl);
    },
    finish(crawlId, domain, result) {
      const row = sql.site.get(crawlId, domain);
      if (row === undefined || row['outcome'] !== null) return false;
      const crawl = Number(row['crawl']);
      sql.finish.run(result.outcome, JSON.stringify(result), crawl, domain);
      const begun = row['started_at'] === null ? 0 : 1;
      sql.countFinished.run(begun, result.pages, result.bytes, result.startedAt, crawl);
      sql.countOutcome.run(crawl, result.outcome);
      count(crawl, result.finishedAt, result.pages);
      sql.complete.run(Date.now(), crawl);
      return true;
    },
  };
}
