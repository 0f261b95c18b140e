import type { DatabaseSync } from 'node:sqlite';
import { InvalidPosition } from '../../errors.ts';
import { listed } from '../../listed.ts';
import type { Crawl, CrawlState } from '../../records.ts';
import { intact } from './checked-rows.ts';
import type { CrawlCalls } from './crawl-records.ts';
import { isRejected, isSpec, isTexts, jsonIn, numberOrNull, type Row } from './row-values.ts';

/** The calls that read crawls. */
export function createCrawlListRows(db: DatabaseSync): Pick<CrawlCalls, 'get' | 'spec' | 'list'> {
  const sql = {
    find: db.prepare(`SELECT * FROM crawl WHERE id = ? AND ${intact('crawl')}`),
    newest: db.prepare(newestCrawls('*')),
    outcomes: db.prepare(
      `SELECT outcome, count FROM crawl_outcome WHERE crawl = ? AND ${intact('crawl_outcome')} ORDER BY outcome`,
    ),
  };

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
      spec: jsonIn(row, 'spec', isSpec),
      createdAt: Number(row['created_at']),
      startedAt: numberOrNull(row['started_at']),
      finishedAt: numberOrNull(row['finished_at']),
      sites: { total, pending: total - running - finished, running, finished },
      outcomes: Object.fromEntries(outcomes) as Crawl['outcomes'],
      pages: Number(row['pages']),
      bytes: Number(row['bytes']),
      rejected: jsonIn(row, 'rejected', isRejected),
      firstEntries: jsonIn(row, 'first_entries', isTexts),
    };
  }

  return {
    get(crawlId) {
      const row = sql.find.get(crawlId);
      return row === undefined ? null : crawlOf(row);
    },
    spec(crawlId) {
      const row = sql.find.get(crawlId);
      return row === undefined ? null : jsonIn(row, 'spec', isSpec);
    },
    list: ({ limit, after }) =>
      listed(sql.newest.all(numberBefore(after), limit + 1), limit, ({ number }) => String(number), crawlOf),
  };
}

/** Statement that lists crawls before a number, newest first. */
export function newestCrawls(columns: string): string {
  return `SELECT ${columns} FROM crawl WHERE number < ? AND ${intact('crawl')} ORDER BY number DESC LIMIT ?`;
}

/** The number that a list of crawls goes on before. @throws InvalidPosition */
export function numberBefore(after: string | undefined): number {
  if (after === undefined) return Number.MAX_SAFE_INTEGER;
  if (!/^[1-9]\d{0,14}$/.test(after))
    throw new InvalidPosition('`after` is not the `next` of a list of crawls');
  return Number(after);
}
