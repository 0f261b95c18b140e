import type { DatabaseSync } from 'node:sqlite';
import { newCrawlId } from '../../crawl-id.ts';
import { CrawlClosed } from '../../errors.ts';
import type { Crawl } from '../../records.ts';
import { intact } from './checked-rows.ts';
import { completion } from './crawl-progress-rows.ts';
import type { CrawlCalls } from './crawl-records.ts';
import { textOrNull } from './row-values.ts';

type Submission = Pick<CrawlCalls, 'create' | 'appendSites' | 'seal' | 'reserveKey' | 'keyHolder'>;

/** The calls that make crawls, until they are sealed. */
export function createSubmissionRows(db: DatabaseSync, get: CrawlCalls['get']): Submission {
  const sql = {
    insert: db.prepare(
      "INSERT INTO crawl (id, state, spec, created_at, appended_at) VALUES (?1, 'queued', ?2, ?3, ?3)",
    ),
    find: db.prepare(`SELECT number, sealed FROM crawl WHERE id = ? AND ${intact('crawl')}`),
    insertSite: db.prepare('INSERT INTO site (crawl, domain, urls) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    addTotal: db.prepare('UPDATE crawl SET total = total + ?, appended_at = ? WHERE number = ?'),
    seal: db.prepare(
      'UPDATE crawl SET sealed = 1, rejected = ?, fingerprint = ?, first_entries = ? WHERE number = ?',
    ),
    complete: db.prepare(completion),
    reserveKey: db.prepare(
      `INSERT INTO crawl_key SELECT ?, number FROM crawl WHERE id = ? AND ${intact('crawl')} ON CONFLICT DO NOTHING`,
    ),
    keyHolder: db.prepare(
      `SELECT id, fingerprint FROM crawl_key JOIN crawl ON crawl.number = crawl_key.crawl
       WHERE key = ? AND ${intact('crawl_key')} AND ${intact('crawl')}`,
    ),
  };

  function found(crawlId: string): Crawl {
    return required(crawlId, get(crawlId));
  }

  const keyHolder: CrawlCalls['keyHolder'] = (key) => {
    const row = sql.keyHolder.get(key);
    if (row === undefined) return null;
    return { crawlId: String(row['id']), fingerprint: textOrNull(row['fingerprint']) };
  };

  return {
    create(spec) {
      const createdAt = Date.now();
      const id = newCrawlId(createdAt);
      sql.insert.run(id, JSON.stringify(spec), createdAt);
      return found(id);
    },
    appendSites(crawlId, sites) {
      const row = required(crawlId, sql.find.get(crawlId));
      if (row['sealed'] === 1) throw new CrawlClosed(`crawl ${crawlId} takes no more sites: it was sealed`);
      const crawl = Number(row['number']);
      let added = 0;
      for (const { domain, urls } of sites) {
        added += Number(sql.insertSite.run(crawl, domain, JSON.stringify(urls)).changes);
      }
      sql.addTotal.run(added, Date.now(), crawl);
      return added;
    },
    seal(crawlId, rejected, { fingerprint, firstEntries = [] } = {}) {
      const row = sql.find.get(crawlId);
      if (row !== undefined && row['sealed'] !== 1) {
        sql.seal.run(
          JSON.stringify(rejected),
          fingerprint ?? null,
          JSON.stringify(firstEntries),
          Number(row['number']),
        );
        sql.complete.run(Date.now(), Number(row['number']));
      }
      return found(crawlId);
    },
    reserveKey(key, crawlId) {
      sql.reserveKey.run(key, crawlId);
      return required(crawlId, keyHolder(key)).crawlId;
    },
    keyHolder,
  };
}

/** @throws CrawlClosed */
function required<T>(crawlId: string, found: T | null | undefined): T {
  if (found === null || found === undefined) throw new CrawlClosed(`there is no crawl ${crawlId}`);
  return found;
}
