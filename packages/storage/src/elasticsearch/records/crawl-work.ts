import type { estypes } from '@elastic/elasticsearch';
import { BEGUN_GRACE_MS, type CrawlRecords } from '../../records.ts';
import type { FoundCrawl } from './crawl-counts.ts';
import { type CrawlDocuments, IS_GONE, IS_SEALED } from './crawl-documents.ts';
import { inactiveIds } from './crawl-removal.ts';
import { RENDERED, type CrawlSites } from './crawl-sites.ts';
import type { SiteMonths } from './site-months.ts';

/** Cancels a sealed crawl that has not ended. */
const CANCEL = `
  if (ctx._source.sealed_at == null || ctx._source.discarded != null || ctx._source.final != null) { ctx.op = 'none' }
  else if (ctx._source.cancelled_at != null) { ctx.op = 'none' }
  else { ctx._source.cancelled_at = ctx._now }`;

const CANCELLED: estypes.QueryDslQueryContainer = { exists: { field: 'cancelled_at' } };

/** Number of cancelled crawls that one call handles. */
const CANCELLED_AT_A_TIME = 1_000;

interface Condition {
  readonly filter?: readonly estypes.QueryDslQueryContainer[];
  readonly must_not?: readonly estypes.QueryDslQueryContainer[];
}

type Work = Pick<
  CrawlRecords,
  'open' | 'unfinished' | 'backlog' | 'cancel' | 'cancelledAmong' | 'cancelSites'
>;

/** Remaining work of crawls, and its cancellation. */
export function createWork(crawls: CrawlDocuments, sites: CrawlSites, months: SiteMonths): Work {
  /** Sealed crawls that have not ended, of those that meet a condition. */
  function unended(
    { filter = [], must_not: mustNot = [] }: Condition,
    sort: estypes.SortCombinations[],
    size: number,
  ): Promise<readonly FoundCrawl[]> {
    return crawls.search({
      query: {
        bool: {
          filter: [IS_SEALED, ...filter],
          must_not: [IS_GONE, { exists: { field: 'finished_at' } }, ...mustNot],
        },
      },
      sort,
      size,
    });
  }

  async function cancelSitesOf(found: FoundCrawl, limit: number, begunToo: boolean): Promise<number> {
    const begun = begunToo || Math.abs(Date.now() - (found.crawl.cancelled_at ?? 0)) >= BEGUN_GRACE_MS;
    const cancelled = await sites.cancel(found.id, limit, begun);
    if (cancelled === 0) await crawls.counted([found]);
    return cancelled;
  }

  return {
    async cancel(crawlId) {
      const found = await crawls.find(crawlId);
      if (found === null) return 'unknown';
      if (found.crawl.sealed_at === undefined) return 'unsealed';
      const [crawl] = await crawls.counted([found]);
      if (crawl?.state === 'completed') return 'completed';
      const changed = await crawls.change(crawlId, CANCEL);
      if (changed === null || changed.document.discarded === true) return 'unknown';
      return changed.document.cancelled_at === undefined ? 'completed' : 'cancelled';
    },
    async cancelledAmong(crawlIds) {
      const found = await Promise.all(crawlIds.map((id) => crawls.find(id)));
      return found.flatMap((one) => (one?.crawl.cancelled_at === undefined ? [] : [one.id]));
    },
    async cancelSites(limit, begunToo = false) {
      let cancelled = 0;
      for (const found of await unended({ filter: [CANCELLED] }, [{ number: 'asc' }], CANCELLED_AT_A_TIME)) {
        await sites.refresh(found.id);
        cancelled += await cancelSitesOf(found, limit - cancelled, begunToo);
        if (cancelled >= limit) break;
      }
      return cancelled;
    },
    async open(renders, limit) {
      const kind = renders ? { filter: [RENDERED] } : {};
      const condition = { ...kind, must_not: [CANCELLED, ...(renders ? [] : [RENDERED])] };
      const found = await unended(condition, [{ priority: 'asc' }, { number: 'asc' }], limit);
      return found.map(({ id, crawl }) => ({ id, priority: crawl.priority }));
    },
    async unfinished(crawlId, after, limit) {
      const found = await crawls.find(crawlId);
      if (found === null) return [];
      const { number, sealed_at: sealedAt, cancelled_at: cancelledAt } = found.crawl;
      if (sealedAt === undefined || cancelledAt !== undefined) return [];
      await sites.refresh(crawlId);
      const domains = await sites.unfinished({ crawlId, number }, after, limit);
      if (domains.length === 0 && after === null) await crawls.counted([found]);
      return domains;
    },
    async backlog(renders) {
      const except = await inactiveIds(crawls);
      const cancelled = await unended({ filter: [CANCELLED] }, [{ number: 'asc' }], CANCELLED_AT_A_TIME);
      await months.refreshAll();
      const { sites: left, oldestCrawl } = await sites.backlog(renders, [
        ...except,
        ...cancelled.map(({ id }) => id),
      ]);
      const oldest = oldestCrawl === null ? null : await crawls.find(oldestCrawl);
      return { sites: left, oldestCreatedAt: oldest?.crawl.created_at ?? null };
    },
  };
}
