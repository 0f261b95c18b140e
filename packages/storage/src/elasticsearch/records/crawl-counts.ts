import type { Client, estypes } from '@elastic/elasticsearch';
import { OUTCOMES } from '@sitegrep/site';
import { monthOfCrawl } from '../../crawl-id.ts';
import { NONE_REJECTED, type Crawl } from '../../records.ts';
import type { CrawlDocument, CrawlProgress } from './mappings.ts';
import { StorageBusy, StorageUnavailable } from '../../errors.ts';
import { changeDocument, searchAll } from '../documents.ts';
import { SiteCounters, type SiteCounts } from './site-counters.ts';
import type { SiteMonths } from './site-months.ts';

const NO_SITES: SiteCounts = {
  total: 0,
  running: 0,
  outcomes: {},
  pages: 0,
  bytes: 0,
  activeFrom: null,
  finishedAt: null,
};

/** Crawls up to which only their shards count: more would make the address of the request too long. */
const MAX_ROUTED = 50;

/** Search that counts the sites of each crawl. It is exact: no list of buckets can exceed its size. */
function countRequest(crawlIds: readonly string[]): estypes.SearchRequest {
  return {
    size: 0,
    track_total_hits: false,
    query: { bool: { filter: [{ terms: { crawl: [...crawlIds] } }] } },
    aggs: {
      crawls: {
        terms: { field: 'crawl', size: crawlIds.length },
        aggs: {
          outcomes: { terms: { field: 'outcome', size: OUTCOMES.length, order: { _key: 'asc' } } },
          running: {
            filter: {
              bool: {
                filter: [{ exists: { field: 'started_at' } }],
                must_not: [{ exists: { field: 'outcome' } }],
              },
            },
          },
          pages: { sum: { field: 'pages' } },
          bytes: { sum: { field: 'bytes' } },
          active_from: { min: { field: 'active_from' } },
          finished_at: { max: { field: 'finished_at' } },
        },
      },
    },
  };
}

/** Aggregations of the answer to `countRequest`. */
interface CountAnswer {
  readonly crawls: { readonly buckets: readonly CrawlBucket[] };
}

interface CrawlBucket {
  readonly key: string;
  readonly doc_count: number;
  readonly outcomes: { readonly buckets: readonly { readonly key: string; readonly doc_count: number }[] };
  readonly running: { readonly doc_count: number };
  readonly pages: { readonly value: number };
  readonly bytes: { readonly value: number };
  readonly active_from: { readonly value: number | null };
  readonly finished_at: { readonly value: number | null };
}

/** Counts by crawl id; a crawl without sites is absent. */
function countsByCrawl(answer: CountAnswer | undefined): ReadonlyMap<string, SiteCounts> {
  // The cluster omits aggregations only if none were requested.
  if (answer === undefined) throw new TypeError('the answer holds no aggregations');
  return new Map(answer.crawls.buckets.map((bucket) => [bucket.key, countsOf(bucket)]));
}

function countsOf(bucket: CrawlBucket): SiteCounts {
  return {
    total: bucket.doc_count,
    running: bucket.running.doc_count,
    outcomes: Object.fromEntries(bucket.outcomes.buckets.map(({ key, doc_count: count }) => [key, count])),
    pages: bucket.pages.value,
    bytes: bucket.bytes.value,
    activeFrom: bucket.active_from.value,
    finishedAt: bucket.finished_at.value,
  };
}

/**
 * Progress of a crawl with these counts. A crawl whose sites all have a result has ended if it is sealed. It ended
 * with the last result or with the seal, whichever was later: cancelled if it was cancelled before, completed
 * otherwise.
 */
export function progressOf(
  crawl: Pick<CrawlDocument, 'created_at' | 'sealed_at' | 'cancelled_at'>,
  sites: SiteCounts = NO_SITES,
): CrawlProgress {
  const { total, running, outcomes, pages, bytes, activeFrom: startedAt } = sites;
  const finished = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const counts = {
    startedAt,
    sites: { total, pending: total - running - finished, running, finished },
    outcomes,
    pages,
    bytes,
  };
  if (crawl.sealed_at !== undefined && finished === total) {
    // Several machines' clocks are involved, so a result may have an earlier time than the creation of its crawl.
    const finishedAt = Math.max(crawl.created_at, crawl.sealed_at, sites.finishedAt ?? 0);
    return { state: crawl.cancelled_at === undefined ? 'completed' : 'cancelled', finishedAt, ...counts };
  }
  const state = crawl.cancelled_at !== undefined ? 'cancelled' : startedAt === null ? 'queued' : 'running';
  return { state, finishedAt: null, ...counts };
}

export function crawlOf(id: string, document: CrawlDocument, progress: CrawlProgress): Crawl {
  return {
    id,
    spec: document.spec,
    createdAt: document.created_at,
    rejected: document.rejected ?? NONE_REJECTED,
    firstEntries: document.first_entries ?? [],
    ...progress,
  };
}

const STORE_FINAL = `
  if (ctx._source.final != null) { ctx.op = 'none' }
  else { ctx._source.final = params.final; ctx._source.finished_at = params.final.finishedAt }`;

/** Document of a crawl, with its id. */
export interface FoundCrawl {
  readonly id: string;
  readonly crawl: CrawlDocument;
}

export function foundIn(hits: readonly estypes.SearchHit<CrawlDocument>[]): readonly FoundCrawl[] {
  return hits.flatMap(({ _id: id, _source: crawl }) =>
    id === undefined || crawl === undefined ? [] : [{ id, crawl }],
  );
}

export interface CountParts {
  readonly client: Client;
  /** Alias of the index of crawls. */
  readonly crawls: string;
  readonly months: SiteMonths;
}

/**
 * Creates a function that makes crawls from their documents. The sites of crawls that have not ended are counted by
 * a search. The documents must be read first, so that a crawl that is sealed in its document has all of its sites.
 *
 * @returns the function; it returns the crawls in the same order
 */
export function createCounts({
  client,
  crawls,
  months,
}: CountParts): (found: readonly FoundCrawl[]) => Promise<readonly Crawl[]> {
  /** Counts the sites of crawls that were made in the same month. */
  const countMonth = ([first = '', ...rest]: readonly string[]): Promise<ReadonlyMap<string, SiteCounts>> =>
    months.reading<ReadonlyMap<string, SiteCounts>>(first, new Map(), async ({ alias, refresh }) => {
      await refresh();
      const ids = [first, ...rest];
      const routing = ids.length > MAX_ROUTED ? {} : { routing: ids.join(',') };
      const request = { index: alias, ...routing, ...countRequest(ids) };
      const { aggregations } = await searchAll<never, CountAnswer>(client, request);
      return countsByCrawl(aggregations);
    });

  const counters = new SiteCounters(async (ids) => {
    const byMonth = Map.groupBy(ids, monthOfCrawl);
    const counted = await Promise.all(byMonth.values().map(countMonth));
    return new Map(counted.flatMap((counts) => [...counts]));
  });

  async function storeFinal(id: string, final: CrawlProgress): Promise<void> {
    try {
      await changeDocument(client, { index: crawls, id, script: STORE_FINAL, params: { final } });
    } catch (error) {
      // This only saves the next reader a search: a cluster that takes no writes can still be read.
      if (!(error instanceof StorageUnavailable || error instanceof StorageBusy)) throw error;
    }
  }

  return async (found) => {
    const counted = await counters.of(
      found
        .filter(({ crawl }) => crawl.final === undefined)
        .map(({ id, crawl }) => ({ id, sealed: crawl.sealed_at !== undefined })),
    );
    return Promise.all(
      found.map(async ({ id, crawl }) => {
        if (crawl.final !== undefined) return crawlOf(id, crawl, crawl.final);
        const progress = progressOf(crawl, counted.get(id));
        if (progress.finishedAt !== null) await storeFinal(id, progress);
        return crawlOf(id, crawl, progress);
      }),
    );
  };
}
