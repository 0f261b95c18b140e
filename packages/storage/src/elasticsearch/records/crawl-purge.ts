import { spanOfMonth } from '../../crawl-id.ts';
import type { CrawlRecords } from '../../records.ts';
import { deleteDocument, searchAll } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { type CrawlDocuments, IS_CRAWL, IS_GONE } from './crawl-documents.ts';
import type { CrawlEnds } from './crawl-ends.ts';
import type { CrawlSites } from './crawl-sites.ts';
import type { SiteMonths } from './site-months.ts';

/** Number of removed crawls whose sites one call looks at. */
const PURGED_AT_A_TIME = 100;

/** Maximum number of removed crawls that one call forgets. */
const MAX_FORGOTTEN = 1_000;

interface PurgeParts {
  readonly crawls: CrawlDocuments;
  readonly sites: Pick<CrawlSites, 'remove' | 'refresh'>;
  readonly months: Pick<SiteMonths, 'over' | 'remove'>;
  readonly ends: Pick<CrawlEnds, 'forget'>;
  /** Clock in milliseconds since the epoch. */
  readonly now: () => number;
}

/** Number of crawls by month. */
interface LivingAnswer {
  readonly months: { readonly buckets: readonly { readonly key: string; readonly doc_count: number }[] };
}

/**
 * Removes what crawls had that are gone: a whole month at once when no other crawl is left of it, or else in pieces. The
 * document goes last, so a process that is killed in between leaves the mark to the next one.
 */
export function createPurge({ crawls, sites, months, ends, now }: PurgeParts): Pick<CrawlRecords, 'purge'> {
  const { client, index } = crawls;

  /** Months that are over, and of whose crawls none is left but those that are gone. */
  async function monthsWithoutCrawls(): Promise<readonly string[]> {
    const over = await months.over(now());
    if (over.length === 0) return [];
    await crawls.refresh();
    const ranges = over.map((month) => ({ key: month, ...spanOfMonth(month) }));
    const { aggregations } = await searchAll<never, LivingAnswer>(client, {
      index,
      size: 0,
      track_total_hits: false,
      query: { bool: { filter: [IS_CRAWL], must_not: [IS_GONE] } },
      aggs: { months: { range: { field: 'created_at', ranges } } },
    });
    // The cluster omits aggregations only if none were requested.
    if (aggregations === undefined) throw new TypeError('the answer holds no aggregations');
    const living = new Set(
      aggregations.months.buckets.flatMap(({ key, doc_count: count }) => (count > 0 ? [key] : [])),
    );
    return over.filter((month) => !living.has(month));
  }

  /** Removes what is stored about a crawl besides its sites, its document last. */
  async function forget(id: string): Promise<void> {
    await ends.forget(id);
    await asStorageErrors(
      client.deleteByQuery({
        index,
        query: { term: { reserved_for: id } },
        // A key that another crawl gets meanwhile stays.
        conflicts: 'proceed',
      }),
    );
    await deleteDocument(client, index, id);
  }

  return {
    async purge(limit) {
      let removed = 0;
      for (const month of await monthsWithoutCrawls()) removed += await months.remove(month);
      for (let forgotten = 0; removed < limit && forgotten < MAX_FORGOTTEN;) {
        const gone = await crawls.searchIds({
          query: IS_GONE,
          sort: [{ number: 'asc' }],
          size: PURGED_AT_A_TIME,
        });
        await sites.refresh(...gone);
        let left = gone.length;
        for (const id of gone) {
          const { deleted, isLast } = await sites.remove(id, limit - removed);
          removed += deleted;
          if (isLast) {
            await forget(id);
            left -= 1;
          }
          if (removed >= limit) break;
        }
        if (gone.length < PURGED_AT_A_TIME || left > 0) break;
        forgotten += gone.length;
      }
      return removed;
    },
  };
}
