// Lists the pages of documents that fulfil conditions, by their nested documents.
import type { Client, estypes } from '@elastic/elasticsearch';
import type { Expression } from '@sitegrep/search';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import { ofPage, PAGE } from './page-mapping.ts';
import { pageCondition } from './query.ts';
import type { PointInTime } from './stored-pages.ts';

/** Maximum buckets of one answer; a cluster allows 65,536, and takes memory for as many as are asked for. */
const PAGES_AT_A_TIME = 50_000;

/** Name of a page in an answer. */
interface PageKey {
  readonly site: string;
  readonly number: number;
}

interface NumbersAggregations {
  readonly pages: Readonly<Record<string, ListedPages | number>>;
}

interface ListedPages {
  readonly at: { readonly after_key?: PageKey; readonly buckets: readonly { readonly key: PageKey }[] };
}

/**
 * The numbers of the pages that fulfil conditions, ascending. Aggregations name all of them, however many a document has: inner
 * hits of a query are limited.
 *
 * @param conditions of each of which `pageCondition` makes a query
 * @returns for each document, in their order, the pages of each condition
 */
export async function readPageNumbers(
  client: Client,
  point: PointInTime,
  documents: readonly { readonly domain: string; readonly pageCount: number }[],
  conditions: readonly Expression[],
  signal: AbortSignal | undefined,
): Promise<readonly (readonly ReadonlySet<number>[])[]> {
  const domains = documents.map(({ domain }) => domain);
  const most = documents.reduce((sum, { pageCount }) => sum + pageCount, 0);
  const numbers = conditions.map(() => new Map(domains.map((domain) => [domain, new Set<number>()])));
  /** Conditions of which pages are left, with the last page that was listed. */
  let left = new Map<number, PageKey | null>(
    domains.length === 0 ? [] : conditions.map((_, index) => [index, null]),
  );
  while (left.size > 0) {
    // One more than there can be: so an answer that is not full is the last one.
    const size = Math.min(Math.ceil(PAGES_AT_A_TIME / left.size), most + 1);
    const listed = Array.from(left, ([index, after]) => [
      String(index),
      listing(conditions[index] as Expression, size, after),
    ]);
    const { aggregations } = await asStorageErrors(
      client.search<unknown, NumbersAggregations>(
        {
          ...point,
          query: { bool: { filter: [{ ids: { values: [...domains] } }] } },
          size: 0,
          track_total_hits: false,
          allow_partial_search_results: false,
          aggs: { pages: { nested: { path: PAGE }, aggs: Object.fromEntries(listed) } },
        },
        { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
      ),
    );
    const next = new Map<number, PageKey | null>();
    for (const index of left.keys()) {
      const found = aggregations?.pages[String(index)];
      if (found === undefined || typeof found === 'number')
        throw new TypeError('an answer to aggregations has none');
      const { buckets, after_key: last } = found.at;
      for (const { key } of buckets) numbers[index]?.get(key.site)?.add(key.number);
      if (last !== undefined && buckets.length === size) next.set(index, last);
    }
    left = next;
  }
  return domains.map((domain) => numbers.map((byDomain) => byDomain.get(domain) ?? new Set()));
}

function listing(
  condition: Expression,
  size: number,
  after: PageKey | null,
): estypes.AggregationsAggregationContainer {
  const sources = [
    { site: { terms: { field: ofPage('site') } } },
    { number: { terms: { field: ofPage('number') } } },
  ];
  return {
    filter: { bool: { filter: [pageCondition(condition)] } },
    aggs: { at: { composite: { size, sources, ...(after === null ? {} : { after: { ...after } }) } } },
  };
}
