import type { Client } from '@elastic/elasticsearch';
import { type CrawlTimeline, NO_TIMELINE, timelineOf, widthFor } from '../../crawl-timeline.ts';
import type { CrawlRecords } from '../../records.ts';
import { searchAll } from '../documents.ts';
import type { CrawlDocuments } from './crawl-documents.ts';
import type { SiteMonths } from './site-months.ts';

interface Span {
  readonly first: { readonly value: number | null };
  readonly last: { readonly value: number | null };
}

interface Intervals {
  readonly intervals: {
    readonly buckets: readonly { readonly key: number; readonly pages: { readonly value: number } }[];
  };
}

/** Reads timelines of crawls: computed from their sites, so that no write counts anything. */
export function createTimeline(
  client: Client,
  crawls: CrawlDocuments,
  months: SiteMonths,
): CrawlRecords['timeline'] {
  async function timelineIn(index: string, crawlId: string): Promise<CrawlTimeline> {
    const ended = {
      index,
      routing: crawlId,
      size: 0,
      track_total_hits: false,
      query: { bool: { filter: [{ term: { crawl: crawlId } }, { exists: { field: 'visit_ended_at' } }] } },
    };
    const span = await searchAll<never, Span>(client, {
      ...ended,
      aggs: { first: { min: { field: 'visit_ended_at' } }, last: { max: { field: 'visit_ended_at' } } },
    });
    const [first, last] = [span.aggregations?.first.value ?? null, span.aggregations?.last.value ?? null];
    if (first === null || last === null) return NO_TIMELINE;
    const counted = await searchAll<never, Intervals>(client, {
      ...ended,
      aggs: {
        intervals: {
          histogram: { field: 'visit_ended_at', interval: widthFor(first, last), min_doc_count: 1 },
          aggs: { pages: { sum: { field: 'pages' } } },
        },
      },
    });
    const parts = (counted.aggregations?.intervals.buckets ?? []).map(
      ({ key, pages }) => [key, pages.value] as const,
    );
    // Further visits may have ended since the first search.
    const times = parts.map(([at]) => at);
    return timelineOf(parts, { first: Math.min(first, ...times), last: Math.max(last, ...times) });
  }

  return async (crawlId) => {
    if ((await crawls.find(crawlId)) === null) return null;
    return months.reading<CrawlTimeline>(crawlId, NO_TIMELINE, async ({ alias, refresh }) => {
      await refresh();
      return timelineIn(alias, crawlId);
    });
  };
}
