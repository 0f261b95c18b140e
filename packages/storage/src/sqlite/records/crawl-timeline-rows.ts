import type { DatabaseSync } from 'node:sqlite';
import { type CrawlTimeline, narrowestFrom, NO_TIMELINE, withVisits } from '../../crawl-timeline.ts';
import { StorageCorrupt } from '../../errors.ts';
import { intact } from './checked-rows.ts';
import type { CrawlCalls } from './crawl-records.ts';
import type { CountsOfTransaction } from './record-commits.ts';
import { isTimeline, jsonIn } from './row-values.ts';

/** The timelines of crawls: visits are counted in memory, and written once for each crawl of a transaction. */
export interface TimelineRows extends Pick<CrawlCalls, 'timeline'>, CountsOfTransaction {
  /** Counts the pages of a visit. @param crawl number of the crawl @param at time of its end */
  readonly count: (crawl: number, at: number, pages: number) => void;
}

export function createTimelineRows(db: DatabaseSync): TimelineRows {
  const sql = {
    find: db.prepare(`SELECT number FROM crawl WHERE id = ? AND ${intact('crawl')}`),
    read: db.prepare(`SELECT body FROM crawl_timeline WHERE crawl = ? AND ${intact('crawl_timeline')}`),
    // A crawl may have been removed in the same transaction.
    write: db.prepare(
      `INSERT INTO crawl_timeline SELECT number, ?2 FROM crawl WHERE number = ?1
       ON CONFLICT DO UPDATE SET body = excluded.body`,
    ),
  };
  let counted = new Map<number, Map<number, number>>();

  function stored(crawl: number): CrawlTimeline {
    const row = sql.read.get(crawl);
    return row === undefined ? NO_TIMELINE : jsonIn(row, 'body', isTimeline);
  }

  /**
   * Null if the row is damaged: it stays so, and those who read it are told. The outcomes of sites, which share the transaction, do not
   * depend on it.
   */
  function undamaged(crawl: number): CrawlTimeline | null {
    try {
      return stored(crawl);
    } catch (error) {
      if (error instanceof StorageCorrupt) return null;
      throw error;
    }
  }

  return {
    count(crawl, at, pages) {
      const visits = counted.get(crawl) ?? new Map<number, number>();
      const from = narrowestFrom(at);
      visits.set(from, (visits.get(from) ?? 0) + pages);
      counted.set(crawl, visits);
    },
    prepare() {
      if (counted.size === 0) return;
      for (const [crawl, visits] of counted) {
        const before = undamaged(crawl);
        if (before !== null) sql.write.run(crawl, JSON.stringify(withVisits(before, visits)));
      }
      counted = new Map();
    },
    rolledBack() {
      counted = new Map();
    },
    timeline(crawlId) {
      const row = sql.find.get(crawlId);
      if (row === undefined) return null;
      const crawl = Number(row['number']);
      return withVisits(stored(crawl), counted.get(crawl) ?? []);
    },
  };
}
