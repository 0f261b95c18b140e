import type { DatabaseSync } from 'node:sqlite';
import type { Removing } from '../../records.ts';
import { intact } from './checked-rows.ts';
import type { CrawlCalls } from './crawl-records.ts';

type Removal = Pick<CrawlCalls, 'discard' | 'discardUnsealed' | 'remove' | 'removeEnded' | 'purge'>;

/**
 * The calls that remove crawls. The row of the crawl is deleted at once, and a trigger records its number: its sites
 * are not found without it, and are deleted in pieces.
 */
export function createRemovalRows(db: DatabaseSync): Removal {
  const sql = {
    // Times from when the clock was ahead.
    forgetLater: db.prepare('UPDATE crawl SET appended_at = ?1 WHERE NOT sealed AND appended_at > ?1'),
    discardUnsealed: db.prepare(
      `DELETE FROM crawl WHERE NOT sealed AND appended_at <= ? AND ${intact('crawl')} RETURNING id`,
    ),
    discard: db.prepare('DELETE FROM crawl WHERE id = ?'),
    find: db.prepare(`SELECT number, sealed, finished_at FROM crawl WHERE id = ? AND ${intact('crawl')}`),
    ended: db.prepare(
      `SELECT number FROM crawl INDEXED BY crawl_finished WHERE finished_at < ? AND ${intact('crawl')} ORDER BY finished_at, number LIMIT ?`,
    ),
    remove: db.prepare('DELETE FROM crawl WHERE number = ?'),
    gone: db.prepare(
      `SELECT crawl FROM removed_crawl WHERE ${intact('removed_crawl')} ORDER BY crawl LIMIT 1`,
    ),
    removeSites: db.prepare(
      `DELETE FROM site WHERE crawl = ?1 AND domain IN
         (SELECT domain FROM site WHERE crawl = ?1 ORDER BY domain LIMIT ?2)`,
    ),
    forget: db.prepare('DELETE FROM removed_crawl WHERE crawl = ?'),
  };

  return {
    discard: (crawlId) => void sql.discard.run(crawlId),
    discardUnsealed(quietMs) {
      const now = Date.now();
      sql.forgetLater.run(now);
      return sql.discardUnsealed.all(now - quietMs).map((row) => String(row['id']));
    },
    remove(crawlId): Removing {
      const row = sql.find.get(crawlId);
      if (row === undefined) return 'unknown';
      if (row['sealed'] !== 1) return 'unsealed';
      if (row['finished_at'] === null) return 'unended';
      sql.remove.run(Number(row['number']));
      return 'removed';
    },
    removeEnded(before, limit) {
      const ended = sql.ended.all(before, limit);
      for (const { number } of ended) sql.remove.run(Number(number));
      return ended.length;
    },
    purge(limit) {
      let removed = 0;
      while (removed < limit) {
        const gone = sql.gone.get();
        if (gone === undefined) break;
        const crawl = Number(gone['crawl']);
        const left = limit - removed;
        const changes = Number(sql.removeSites.run(crawl, left).changes);
        removed += changes;
        if (changes < left) sql.forget.run(crawl);
      }
      return removed;
    },
  };
}
