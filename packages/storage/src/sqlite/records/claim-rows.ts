import type { DatabaseSync } from 'node:sqlite';
import { CrawlClosed } from '../../errors.ts';
import type { CrawlCalls } from './crawl-calls.ts';

/** The calls about keys of submissions. A discarded crawl takes its key with it. */
export function createClaimRows(db: DatabaseSync): Pick<CrawlCalls, 'claim' | 'claimed'> {
  const sql = {
    claim: db.prepare(
      'INSERT INTO crawl_claim SELECT ?, number FROM crawl WHERE id = ? ON CONFLICT DO NOTHING',
    ),
    holder: db.prepare(
      'SELECT id, fingerprint FROM crawl_claim JOIN crawl ON crawl.number = crawl_claim.crawl WHERE key = ?',
    ),
  };
  const claimed: CrawlCalls['claimed'] = (key) => {
    const row = sql.holder.get(key);
    if (row === undefined) return null;
    const { fingerprint } = row;
    return { crawlId: String(row['id']), fingerprint: typeof fingerprint === 'string' ? fingerprint : null };
  };
  return {
    claim({ key, crawlId }) {
      sql.claim.run(key, crawlId);
      const holder = claimed(key);
      if (holder === null) throw new CrawlClosed(`there is no crawl ${crawlId}`);
      return holder.crawlId;
    },
    claimed,
  };
}
