import type { estypes } from '@elastic/elasticsearch';
import { OUTCOMES } from '@sitegrep/site';
import type { Crawl } from '../../records.ts';
import type { CrawlDocument, CrawlProgress } from './mappings.ts';

/** A crawl's sites, added up: what the aggregation `tallyRequest` asks for says of one crawl. */
export interface SiteTally {
  readonly total: number;
  /** Taken up, without a result. */
  readonly running: number;
  readonly outcomes: Crawl['outcomes'];
  readonly pages: number;
  readonly bytes: number;
  /** When the first one was taken up, and the last result was given; null if none was. */
  readonly activeFrom: number | null;
  readonly finishedAt: number | null;
}

const NO_SITES: SiteTally = {
  total: 0,
  running: 0,
  outcomes: {},
  pages: 0,
  bytes: 0,
  activeFrom: null,
  finishedAt: null,
};

/** A search over sites that adds them up for each crawl. Exact: each list of buckets has room for all there can be. */
export function tallyRequest(crawlIds: readonly string[]): estypes.SearchRequest {
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

/** The aggregations of the answer to `tallyRequest`. */
export interface TallyAnswer {
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

/** By the crawls' ids; one without sites is not there. */
export function talliesOf(answer: TallyAnswer | undefined): ReadonlyMap<string, SiteTally> {
  // A cluster answers no aggregations only where it was asked for none.
  if (answer === undefined) throw new TypeError('the answer holds no aggregations');
  return new Map(answer.crawls.buckets.map((bucket) => [bucket.key, tallyOf(bucket)]));
}

function tallyOf(bucket: CrawlBucket): SiteTally {
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
 * What the tally means for the crawl. A crawl whose sites all have a result has ended once no more can follow, at the
 * time of the last result or of the seal, whichever came later: as completed, unless it was cancelled before.
 */
export function progressOf(
  crawl: Pick<CrawlDocument, 'created_at' | 'sealed_at' | 'cancelled_at'>,
  tally: SiteTally = NO_SITES,
): CrawlProgress {
  const { total, running, outcomes, pages, bytes, activeFrom: startedAt } = tally;
  const finished = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const sites = { total, pending: total - running - finished, running, finished };
  const counts = { startedAt, sites, outcomes, pages, bytes };
  if (crawl.sealed_at !== undefined && finished === total) {
    // Clocks of several machines: a result may bear an earlier time than the crawl's making.
    const finishedAt = Math.max(crawl.created_at, crawl.sealed_at, tally.finishedAt ?? 0);
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
    rejected: document.rejected ?? { count: 0, reasons: {}, samples: [] },
    ...progress,
  };
}
