import type { Client, estypes } from '@elastic/elasticsearch';
import { BEGUN_GRACE_MS, type Crawl, type CrawlRecords } from '../../records.ts';
import { foundIn, type FoundCrawl } from './crawl-counts.ts';
import { RENDERED, type CrawlSites } from './crawl-sites.ts';
import type { CrawlDocument } from './mappings.ts';
import { changeDocument, searchAll } from '../documents.ts';

/** Cancels a sealed crawl that has not ended. */
const CANCEL = `
  if (ctx._source.sealed_at == null || ctx._source.discarded != null || ctx._source.final != null) { ctx.op = 'none' }
  else if (ctx._source.cancelled_at != null) { ctx.op = 'none' }
  else { ctx._source.cancelled_at = ctx._now }`;

const CANCELLED: estypes.QueryDslQueryContainer = { exists: { field: 'cancelled_at' } };

/** Number of cancelled crawls that one call handles. */
const CANCELLED_AT_A_TIME = 1_000;

export interface WorkParts {
  readonly client: Client;
  /** Alias of the index of crawls. */
  readonly crawls: string;
  readonly sites: CrawlSites;
  readonly refreshCrawls: () => Promise<void>;
  /** Makes the changes of all sites visible to searches. */
  readonly refreshSites: () => Promise<void>;
  /** Ids of crawls that are not sealed, or are gone. */
  readonly inactiveIds: () => Promise<readonly string[]>;
  /** Finds a crawl; null if it does not exist or is gone. */
  readonly find: (crawlId: string) => Promise<FoundCrawl | null>;
  /** Computes the counts of crawls, and stores those of crawls that have ended. */
  readonly counted: (found: readonly FoundCrawl[]) => Promise<readonly Crawl[]>;
}

interface Condition {
  readonly filter?: readonly estypes.QueryDslQueryContainer[];
  readonly must_not?: readonly estypes.QueryDslQueryContainer[];
}

type Work = Pick<
  CrawlRecords,
  'open' | 'unfinished' | 'backlog' | 'cancel' | 'cancelledAmong' | 'cancelSites'
>;

/** Remaining work of crawls, and its cancellation. */
export function createWork(parts: WorkParts): Work {
  const { client, crawls, sites, refreshCrawls, refreshSites, inactiveIds, find, counted } = parts;

  /** Sealed crawls that have not ended, of those that meet a condition. */
  async function unended(
    { filter = [], must_not: mustNot = [] }: Condition,
    sort: estypes.SortCombinations[],
    size: number,
  ): Promise<readonly FoundCrawl[]> {
    await refreshCrawls();
    const { hits } = await searchAll<CrawlDocument>(client, {
      index: crawls,
      query: {
        bool: {
          filter: [{ exists: { field: 'sealed_at' } }, ...filter],
          must_not: [{ term: { discarded: true } }, { exists: { field: 'finished_at' } }, ...mustNot],
        },
      },
      sort,
      size,
      track_total_hits: false,
    });
    return foundIn(hits.hits);
  }

  async function cancelSitesOf(found: FoundCrawl, limit: number, begunToo: boolean): Promise<number> {
    const begun = begunToo || Math.abs(Date.now() - (found.crawl.cancelled_at ?? 0)) >= BEGUN_GRACE_MS;
    const cancelled = await sites.cancel(found.id, limit, begun);
    if (cancelled === 0) await counted([found]);
    return cancelled;
  }

  return {
    async cancel(crawlId) {
      const found = await find(crawlId);
      if (found === null) return 'unknown';
      if (found.crawl.sealed_at === undefined) return 'unsealed';
      const [crawl] = await counted([found]);
      if (crawl?.state === 'completed') return 'completed';
      const change = { index: crawls, id: crawlId, script: CANCEL, params: {} };
      const changed = await changeDocument<CrawlDocument>(client, change);
      if (changed === null || changed.discarded === true) return 'unknown';
      return changed.cancelled_at === undefined ? 'completed' : 'cancelled';
    },
    async cancelledAmong(crawlIds) {
      const found = await Promise.all(crawlIds.map(find));
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
      const found = await find(crawlId);
      if (found === null) return [];
      const { number, sealed_at: sealedAt, cancelled_at: cancelledAt } = found.crawl;
      if (sealedAt === undefined || cancelledAt !== undefined) return [];
      await sites.refresh(crawlId);
      const domains = await sites.unfinished({ crawlId, number }, after, limit);
      if (domains.length === 0 && after === null) await counted([found]);
      return domains;
    },
    async backlog(renders) {
      const except = await inactiveIds();
      const cancelled = await unended({ filter: [CANCELLED] }, [{ number: 'asc' }], CANCELLED_AT_A_TIME);
      await refreshSites();
      const { sites: left, oldestCrawl } = await sites.backlog(renders, [
        ...except,
        ...cancelled.map(({ id }) => id),
      ]);
      const oldest = oldestCrawl === null ? null : await find(oldestCrawl);
      return { sites: left, oldestCreatedAt: oldest?.crawl.created_at ?? null };
    },
  };
}
