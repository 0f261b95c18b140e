import type { DatabaseSync } from 'node:sqlite';
import { listed } from '../../listed.ts';
import type { CrawlSite, EndedSite, Visit } from '../../records.ts';
import { intact } from './checked-rows.ts';
import { newestCrawls, numberBefore } from './crawl-list-rows.ts';
import type { CrawlCalls } from './crawl-records.ts';
import { isResult, isTexts, jsonIn, numberOrNull, type Row } from './row-values.ts';

/** Crawls in which a domain is looked for at a time: some milliseconds. An index by domain would cost more at each site. */
const MAX_LOOKED_AT = 1_000;

/** The calls that read the sites of crawls. */
export function createSiteRows(db: DatabaseSync): Pick<CrawlCalls, 'sites' | 'visits' | 'site' | 'ended'> {
  const number = `(SELECT number FROM crawl WHERE id = ? AND ${intact('crawl')})`;
  // The indexes are named: without statistics SQLite prefers the primary key, and reads every site of the crawl.
  const listOf = (from: string, position = 'domain'): string =>
    `SELECT * FROM site ${from} AND ${position} > ? AND ${intact('site')} ORDER BY ${position} LIMIT ?`;
  const sql = {
    newest: db.prepare(newestCrawls('number, id, created_at')),
    one: db.prepare(`SELECT * FROM site WHERE crawl = ${number} AND domain = ? AND ${intact('site')}`),
    visit: db.prepare(`SELECT * FROM site WHERE crawl = ? AND domain = ? AND ${intact('site')}`),
    all: db.prepare(listOf(`WHERE crawl = ${number}`)),
    having: db.prepare(
      listOf(`INDEXED BY site_by_outcome WHERE crawl = ${number} AND outcome = ? AND outcome IS NOT NULL`),
    ),
    running: db.prepare(
      listOf(
        `INDEXED BY site_running WHERE crawl = ${number} AND outcome IS NULL AND started_at IS NOT NULL`,
      ),
    ),
    ended: db.prepare(listOf(`INDEXED BY site_ended WHERE crawl = ${number}`, 'ended')),
  };

  return {
    sites(crawlId, { limit, after = '', outcome, areRunning }) {
      if (areRunning && outcome !== undefined) return { items: [], next: null };
      const rows =
        outcome === undefined
          ? (areRunning ? sql.running : sql.all).all(crawlId, after, limit + 1)
          : sql.having.all(crawlId, outcome, after, limit + 1);
      return listed(rows, limit, ({ domain }) => String(domain), siteOf);
    },
    visits(domain, { limit, after }) {
      const crawls = sql.newest.all(numberBefore(after), MAX_LOOKED_AT + 1);
      const visits: Visit[] = [];
      let looked = 0;
      while (looked < Math.min(crawls.length, MAX_LOOKED_AT) && visits.length < limit) {
        const crawl = crawls[looked++];
        const site = sql.visit.get(Number(crawl?.['number']), domain);
        if (site === undefined) continue;
        visits.push({
          ...siteOf(site),
          crawlId: String(crawl?.['id']),
          createdAt: Number(crawl?.['created_at']),
        });
      }
      const next = looked < crawls.length ? String(crawls[looked - 1]?.['number']) : null;
      return { items: visits, next };
    },
    site(crawlId, domain) {
      const row = sql.one.get(crawlId, domain);
      return row === undefined ? null : siteOf(row);
    },
    ended: (crawlId, after, limit) => sql.ended.all(crawlId, after, limit).map(endedSiteOf),
  };
}

function siteOf(row: Row): CrawlSite {
  return {
    domain: String(row['domain']),
    urls: jsonIn(row, 'urls', isTexts),
    startedAt: numberOrNull(row['started_at']),
    result: row['result'] === null ? null : jsonIn(row, 'result', isResult),
  };
}

function endedSiteOf(row: Row): EndedSite {
  // A row has both or neither.
  return {
    ...siteOf(row),
    result: jsonIn(row, 'result', isResult),
    position: Number(row['ended']),
  };
}
