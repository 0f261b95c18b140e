import type { DatabaseSync } from 'node:sqlite';
import { newCrawlId } from '../../crawl-id.ts';
import type { Crawl, CrawlSite, CrawlSpec, CrawlState, EndedSite, Visit } from '../../records.ts';
import { CrawlClosed, InvalidPosition } from '../../errors.ts';
import type { CrawlCalls } from './crawl-records.ts';
import { intact } from './checked-rows.ts';
import { isRejected, isResult, isSpec, isTexts, jsonIn, type Row } from './stored-json.ts';
import { createRemovalRows } from './crawl-removal-rows.ts';
import { createCancelRows, createWorkRows } from './crawl-work-rows.ts';

/** Crawls in which a domain is looked for at a time: some milliseconds. An index by domain would cost more at each site. */
const MAX_LOOKED_AT = 1_000;

export function createCrawlRows(db: DatabaseSync): CrawlCalls {
  const sql = {
    insert: db.prepare(
      "INSERT INTO crawl (id, state, spec, created_at, appended_at) VALUES (?1, 'queued', ?2, ?3, ?3)",
    ),
    find: db.prepare(`SELECT * FROM crawl WHERE id = ? AND ${intact('crawl')}`),
    outcomes: db.prepare(
      `SELECT outcome, count FROM crawl_outcome WHERE crawl = ? AND ${intact('crawl_outcome')} ORDER BY outcome`,
    ),
    newest: db.prepare(
      `SELECT * FROM crawl WHERE number < ? AND ${intact('crawl')} ORDER BY number DESC LIMIT ?`,
    ),
    insertSite: db.prepare('INSERT INTO site (crawl, domain, urls) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    addTotal: db.prepare('UPDATE crawl SET total = total + ?, appended_at = ? WHERE number = ?'),
    seal: db.prepare('UPDATE crawl SET sealed = 1, rejected = ?, fingerprint = ? WHERE number = ?'),
    complete: db.prepare(
      `UPDATE crawl SET state = iif(state = 'cancelled', state, 'completed'), finished_at = ?
       WHERE number = ? AND sealed AND finished = total AND finished_at IS NULL`,
    ),
    site: db.prepare(`SELECT * FROM site WHERE crawl = ? AND domain = ? AND ${intact('site')}`),
    sites: db.prepare(
      `SELECT * FROM site WHERE crawl = ? AND domain > ? AND ${intact('site')} ORDER BY domain LIMIT ?`,
    ),
    // The indexes are named: without statistics SQLite prefers the primary key, and reads every site of the crawl.
    sitesOf: db.prepare(
      `SELECT * FROM site INDEXED BY site_by_outcome WHERE crawl = ? AND outcome = ? AND outcome IS NOT NULL AND domain > ? AND ${intact('site')} ORDER BY domain LIMIT ?`,
    ),
    running: db.prepare(
      `SELECT * FROM site INDEXED BY site_running WHERE crawl = ? AND outcome IS NULL AND started_at IS NOT NULL AND domain > ? AND ${intact('site')} ORDER BY domain LIMIT ?`,
    ),
    begin: db.prepare('UPDATE site SET started_at = ? WHERE crawl = ? AND domain = ?'),
    countBegun: db.prepare(
      `UPDATE crawl SET running = running + 1, started_at = coalesce(started_at, ?1),
         state = iif(state = 'queued', 'running', state) WHERE number = ?2`,
    ),
    ended: db.prepare(
      `SELECT * FROM site INDEXED BY site_ended WHERE crawl = ? AND ended > ? AND ${intact('site')} ORDER BY ended LIMIT ?`,
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
    reserveKey: db.prepare(
      `INSERT INTO crawl_key SELECT ?, number FROM crawl WHERE id = ? AND ${intact('crawl')} ON CONFLICT DO NOTHING`,
    ),
    keyHolder: db.prepare(
      `SELECT id, fingerprint FROM crawl_key JOIN crawl ON crawl.number = crawl_key.crawl
       WHERE key = ? AND ${intact('crawl_key')} AND ${intact('crawl')}`,
    ),
  };

  function number(crawlId: string): number | null {
    const row = sql.find.get(crawlId);
    return row === undefined ? null : Number(row['number']);
  }

  function crawlOf(row: Row): Crawl {
    const [total, running, finished] = [
      Number(row['total']),
      Number(row['running']),
      Number(row['finished']),
    ];
    const outcomes = sql.outcomes
      .all(Number(row['number']))
      .map((entry) => [entry['outcome'], entry['count']]);
    return {
      id: String(row['id']),
      state: row['state'] as CrawlState,
      spec: specOf(row),
      createdAt: Number(row['created_at']),
      startedAt: numberOrNull(row['started_at']),
      finishedAt: numberOrNull(row['finished_at']),
      sites: { total, pending: total - running - finished, running, finished },
      outcomes: Object.fromEntries(outcomes) as Crawl['outcomes'],
      pages: Number(row['pages']),
      bytes: Number(row['bytes']),
      rejected: jsonIn(row, 'rejected', isRejected),
    };
  }

  function found(crawlId: string): Crawl {
    const row = sql.find.get(crawlId);
    if (row === undefined) throw new CrawlClosed(`there is no crawl ${crawlId}`);
    return crawlOf(row);
  }

  const keyHolder: CrawlCalls['keyHolder'] = (key) => {
    const row = sql.keyHolder.get(key);
    if (row === undefined) return null;
    const { fingerprint } = row;
    return { crawlId: String(row['id']), fingerprint: typeof fingerprint === 'string' ? fingerprint : null };
  };

  const finish: CrawlCalls['finish'] = ({ crawlId, domain, result }) => {
    const crawl = number(crawlId);
    const row = sql.site.get(crawl, domain);
    if (crawl === null || row === undefined || row['outcome'] !== null) return false;
    sql.finish.run(result.outcome, JSON.stringify(result), crawl, domain);
    const begun = row['started_at'] === null ? 0 : 1;
    sql.countFinished.run(begun, result.pages, result.bytes, result.startedAt, crawl);
    sql.countOutcome.run(crawl, result.outcome);
    sql.complete.run(Date.now(), crawl);
    return true;
  };

  return {
    reserveKey({ key, crawlId }) {
      sql.reserveKey.run(key, crawlId);
      const holder = keyHolder(key);
      if (holder === null) throw new CrawlClosed(`there is no crawl ${crawlId}`);
      return holder.crawlId;
    },
    keyHolder,
    ...createCancelRows(db, finish),
    ...createWorkRows(db),
    ...createRemovalRows(db),
    create(spec) {
      const createdAt = Date.now();
      const id = newCrawlId(createdAt);
      sql.insert.run(id, JSON.stringify(spec), createdAt);
      return found(id);
    },
    appendSites({ crawlId, sites }) {
      const row = sql.find.get(crawlId);
      if (row === undefined) throw new CrawlClosed(`there is no crawl ${crawlId}`);
      if (row['sealed'] === 1) throw new CrawlClosed(`crawl ${crawlId} takes no more sites: it was sealed`);
      const crawl = Number(row['number']);
      let added = 0;
      for (const { domain, urls } of sites) {
        added += Number(sql.insertSite.run(crawl, domain, JSON.stringify(urls)).changes);
      }
      sql.addTotal.run(added, Date.now(), crawl);
      return added;
    },
    seal({ crawlId, rejected, fingerprint }) {
      const row = sql.find.get(crawlId);
      if (row !== undefined && row['sealed'] !== 1) {
        sql.seal.run(JSON.stringify(rejected), fingerprint, Number(row['number']));
        sql.complete.run(Date.now(), Number(row['number']));
      }
      return found(crawlId);
    },
    get(crawlId) {
      const row = sql.find.get(crawlId);
      return row === undefined ? null : crawlOf(row);
    },
    spec(crawlId) {
      const row = sql.find.get(crawlId);
      return row === undefined ? null : specOf(row);
    },
    list({ limit, after }) {
      const rows = sql.newest.all(after === undefined ? Number.MAX_SAFE_INTEGER : numberOf(after), limit + 1);
      return { items: rows.slice(0, limit).map(crawlOf), next: nextOf(rows, limit, 'number') };
    },
    sites({ crawlId, page: { limit, after = '', outcome, areRunning } }) {
      const crawl = number(crawlId);
      if (crawl === null || (areRunning && outcome !== undefined)) return { items: [], next: null };
      const rows =
        outcome !== undefined
          ? sql.sitesOf.all(crawl, outcome, after, limit + 1)
          : (areRunning ? sql.running : sql.sites).all(crawl, after, limit + 1);
      return { items: rows.slice(0, limit).map(siteOf), next: nextOf(rows, limit, 'domain') };
    },
    visits({ domain, page: { limit, after } }) {
      const before = after === undefined ? Number.MAX_SAFE_INTEGER : numberOf(after);
      const rows = sql.newest.all(before, MAX_LOOKED_AT + 1);
      const visits: Visit[] = [];
      for (const [index, row] of rows.slice(0, MAX_LOOKED_AT).entries()) {
        const site = sql.site.get(Number(row['number']), domain);
        if (site !== undefined)
          visits.push({ ...siteOf(site), crawlId: String(row['id']), createdAt: Number(row['created_at']) });
        if (visits.length === limit) return { items: visits, next: nextOf(rows, index + 1, 'number') };
      }
      return { items: visits, next: nextOf(rows, MAX_LOOKED_AT, 'number') };
    },
    site({ crawlId, domain }) {
      const row = sql.site.get(number(crawlId), domain);
      return row === undefined ? null : siteOf(row);
    },
    ended: ({ crawlId, after, limit }) => sql.ended.all(number(crawlId), after, limit).map(endedSiteOf),
    begin({ crawlId, domain, at }) {
      const crawl = number(crawlId);
      const row = sql.site.get(crawl, domain);
      if (crawl === null || row === undefined || row['outcome'] !== null || row['started_at'] !== null)
        return;
      sql.begin.run(at, crawl, domain);
      sql.countBegun.run(at, crawl);
    },
    finish,
  };
}

function specOf(row: Row): CrawlSpec {
  return jsonIn(row, 'spec', isSpec);
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

function numberOrNull(value: unknown): number | null {
  return value === null ? null : Number(value);
}

/** @param rows one more than the page, if there are more */
function nextOf(rows: readonly Row[], limit: number, key: string): string | null {
  return rows.length > limit ? String(rows[limit - 1]?.[key]) : null;
}

function numberOf(after: string): number {
  if (!/^[1-9]\d{0,14}$/.test(after))
    throw new InvalidPosition('`after` is not the `next` of a list of crawls');
  return Number(after);
}
