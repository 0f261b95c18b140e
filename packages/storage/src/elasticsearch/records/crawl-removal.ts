import type { Client, estypes } from '@elastic/elasticsearch';
import { spanOfMonth } from '../../crawl-id.ts';
import type { Crawl, CrawlRecords } from '../../records.ts';
import { type Change, deleteDocument, everyHit, searchAll, tryChange } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import type { CrawlEnds } from './crawl-ends.ts';
import type { FoundCrawl } from './crawl-counts.ts';
import type { CrawlSites } from './crawl-sites.ts';
import type { CrawlDocument } from './mappings.ts';
import type { SiteMonths } from './site-months.ts';

type Query = NonNullable<estypes.SearchRequest['query']>;

/** Marks a crawl as gone. */
const DISCARD = `
  if (ctx._source.discarded != null) { ctx.op = 'none' } else { ctx._source.discarded = true }`;

/**
 * Marks a crawl that was not sealed as gone, unless it was touched within `params.quiet` milliseconds. A submission
 * without a time, or with a time that far in the future, gets the current time: the clocks of nodes differ a little,
 * and a clock may have been ahead.
 */
const DISCARD_QUIET = `
  def touched = ctx._source.touched_at;
  if (ctx._source.sealed_at != null || ctx._source.discarded != null) { ctx.op = 'none' }
  else if (params.quiet > 0 && (touched == null || touched - ctx._now > params.quiet)) {
    ctx._source.touched_at = ctx._now
  }
  else if (params.quiet > 0 && Math.abs(ctx._now - touched) < params.quiet) { ctx.op = 'none' }
  else { ctx._source.discarded = true }`;

/** Number of removed crawls whose sites one call looks at. */
const PURGED_AT_A_TIME = 100;

/** Maximum number of removed crawls that one call forgets. */
const MAX_FORGOTTEN = 1_000;

const IS_GONE = { term: { discarded: true } };
const IS_SEALED = { exists: { field: 'sealed_at' } };
const IS_CRAWL = { exists: { field: 'number' } };

/** Crawls that are being submitted, or whose submission was interrupted. */
const UNSEALED: Query = {
  bool: { filter: [IS_CRAWL], must_not: [IS_SEALED, IS_GONE] },
};

/** Crawls whose sites are not to be worked on. */
const INACTIVE: Query = {
  bool: {
    filter: [IS_CRAWL],
    should: [IS_GONE, { bool: { must_not: [IS_SEALED] } }],
    minimum_should_match: 1,
  },
};

interface RemovalParts {
  readonly client: Client;
  /** Alias of the index of crawls. */
  readonly crawls: string;
  readonly sites: Pick<CrawlSites, 'remove' | 'refresh'>;
  readonly months: Pick<SiteMonths, 'over' | 'remove'>;
  readonly ends: Pick<CrawlEnds, 'forget'>;
  readonly refreshCrawls: () => Promise<void>;
  /** Finds a crawl; null if it does not exist or is gone. */
  readonly find: (crawlId: string) => Promise<FoundCrawl | null>;
  /** Computes the counts of crawls, and stores those of crawls that have ended. */
  readonly counted: (found: readonly FoundCrawl[]) => Promise<readonly Crawl[]>;
  /** Clock in milliseconds since the epoch. */
  readonly now: () => number;
}

/** Number of crawls by month. */
interface LivingAnswer {
  readonly months: { readonly buckets: readonly { readonly key: string; readonly doc_count: number }[] };
}

interface Removal extends Pick<
  CrawlRecords,
  'discard' | 'discardUnsealed' | 'remove' | 'removeEnded' | 'purge'
> {
  /** Ids of crawls that are not sealed or are gone, oldest first. */
  readonly inactiveIds: () => Promise<readonly string[]>;
}

/**
 * Removal of crawls: a mark in the document of the crawl, after which nobody finds it, and later the removal of what
 * it had: a whole month at once when no other crawl is left of it, or else in pieces. The document goes last, so a process
 * that is killed in between leaves the mark to the next one.
 */
export function createRemoval(parts: RemovalParts): Removal {
  const { client, crawls, sites, months, ends, refreshCrawls, find, counted, now } = parts;

  /** @returns whether this call has marked the crawl */
  async function mark(id: string, how: Pick<Change<CrawlDocument>, 'script' | 'params'>): Promise<boolean> {
    const marked = await tryChange<CrawlDocument>(client, { index: crawls, id, ...how });
    return marked !== null && marked.changed && marked.document.discarded === true;
  }

  async function idsOf(query: Query): Promise<readonly string[]> {
    await refreshCrawls();
    const sort = [{ number: 'asc' as const }];
    const hits = everyHit<never>(client, { index: crawls, query, sort, _source: false });
    return (await Array.fromAsync(hits)).flatMap(({ _id: id }) => (id === undefined ? [] : [id]));
  }

  async function firstIds(
    query: Query,
    sort: estypes.SortCombinations[],
    size: number,
  ): Promise<readonly string[]> {
    await refreshCrawls();
    const { hits } = await searchAll<never>(client, {
      index: crawls,
      query,
      sort,
      size,
      track_total_hits: false,
      _source: false,
    });
    return hits.hits.flatMap(({ _id: id }) => (id === undefined ? [] : [id]));
  }

  /** Months that are over, and of whose crawls none is left but those that are gone. */
  async function monthsWithoutCrawls(): Promise<readonly string[]> {
    const over = await months.over(now());
    if (over.length === 0) return [];
    await refreshCrawls();
    const ranges = over.map((month) => ({ key: month, ...spanOfMonth(month) }));
    const { aggregations } = await searchAll<never, LivingAnswer>(client, {
      index: crawls,
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
        index: crawls,
        query: { term: { reserved_for: id } },
        // A key that another crawl gets meanwhile stays.
        conflicts: 'proceed',
      }),
    );
    await deleteDocument(client, crawls, id);
  }

  return {
    inactiveIds: () => idsOf(INACTIVE),
    async discard(crawlId) {
      const found = await find(crawlId);
      if (found !== null) await mark(crawlId, { script: DISCARD, params: {} });
    },
    async discardUnsealed(quietMs) {
      const discarded: string[] = [];
      for (const id of await idsOf(UNSEALED)) {
        if (await mark(id, { script: DISCARD_QUIET, params: { quiet: quietMs } })) discarded.push(id);
      }
      return discarded;
    },
    async remove(crawlId) {
      const found = await find(crawlId);
      if (found === null) return 'unknown';
      if (found.crawl.sealed_at === undefined) return 'unsealed';
      const [crawl] = await counted([found]);
      if (crawl === undefined || crawl.finishedAt === null) return 'unended';
      // A crawl that has ended never changes, so the mark needs no condition.
      await mark(crawlId, { script: DISCARD, params: {} });
      return 'removed';
    },
    async removeEnded(before, limit) {
      const ended = await firstIds(
        { bool: { filter: [{ range: { finished_at: { lt: before } } }], must_not: [IS_GONE] } },
        [{ finished_at: 'asc' }, { number: 'asc' }],
        limit,
      );
      const marked = await Promise.all(ended.map((id) => mark(id, { script: DISCARD, params: {} })));
      return marked.filter(Boolean).length;
    },
    async purge(limit) {
      let removed = 0;
      for (const month of await monthsWithoutCrawls()) removed += await months.remove(month);
      for (let forgotten = 0; removed < limit && forgotten < MAX_FORGOTTEN;) {
        const gone = await firstIds(IS_GONE, [{ number: 'asc' }], PURGED_AT_A_TIME);
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
