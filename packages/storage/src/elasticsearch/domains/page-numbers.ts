// Lists the pages of documents that fulfil conditions, by their nested documents.
import type { Client, estypes } from '@elastic/elasticsearch';
import type { Expression } from '@sitegrep/search';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import type { NestedPath } from './page-mapping.ts';
import { pageCondition } from './query.ts';
import type { PointInTime } from './stored-pages.ts';

/** Maximum buckets of one answer; a cluster allows 65,536, and takes memory for as many as are asked for. */
const PAGES_AT_A_TIME = 50_000;

/** Name of a page in an answer. */
interface PageKey {
  readonly site: string;
  readonly number: number;
}

type NumbersAggregations = Readonly<Record<NestedPath, Readonly<Record<string, ListedPages | number>>>>;

interface ListedPages {
  readonly at: { readonly after_key?: PageKey; readonly buckets: readonly { readonly key: PageKey }[] };
}

/**
 * The numbers of the pages that fulfil conditions, ascending. Aggregations name all of them, however many a document has: inner
 * hits of a query are limited.
 *
 * @param paths nested documents that are looked at: pages, and versions, whose numbers follow those of the pages
 * @param conditions of each of which `pageCondition` makes a query
 * @returns for each document, in their order, the pages of each condition
 */
export async function readPageNumbers(
  client: Client,
  point: PointInTime,
  documents: readonly { readonly domain: string; readonly pageCount: number }[],
  {
    paths,
    conditions,
  }: { readonly paths: readonly NestedPath[]; readonly conditions: readonly Expression[] },
  signal: AbortSignal | undefined,
): Promise<readonly (readonly ReadonlySet<number>[])[]> {
  const domains = documents.map(({ domain }) => domain);
  const most = documents.reduce((sum, { pageCount }) => sum + pageCount, 0);
  const numbers = conditions.map(() => new Map(domains.map((domain) => [domain, new Set<number>()])));
  /** Conditions of which pages are left, with the last page that was listed. */
  let left: readonly Listing[] =
    domains.length === 0
      ? []
      : paths.flatMap((path) =>
          conditions.map((condition, index) => ({ path, condition, index, after: null })),
        );
  while (left.length > 0) {
    // One more than there can be: so an answer that is not full is the last one.
    const size = Math.min(Math.ceil(PAGES_AT_A_TIME / left.length), most + 1);
    const aggs = paths.flatMap((path) => {
      const own = left
        .filter((one) => one.path === path)
        .map((one) => [String(one.index), listing(one, size)]);
      return own.length === 0 ? [] : [[path, { nested: { path }, aggs: Object.fromEntries(own) }]];
    });
    const { aggregations } = await asStorageErrors(
      client.search<unknown, NumbersAggregations>(
        {
          ...point,
          query: { bool: { filter: [{ ids: { values: [...domains] } }] } },
          size: 0,
          track_total_hits: false,
          allow_partial_search_results: false,
          aggs: Object.fromEntries(aggs),
        },
        { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
      ),
    );
    const next: Listing[] = [];
    for (const one of left) {
      const { path, index } = one;
      const found = aggregations?.[path][String(index)];
      if (found === undefined || typeof found === 'number')
        throw new TypeError('an answer to aggregations has none');
      const { buckets, after_key: last } = found.at;
      for (const { key } of buckets) numbers[index]?.get(key.site)?.add(key.number);
      if (last !== undefined && buckets.length === size) next.push({ ...one, after: last });
    }
    left = next;
  }
  return domains.map((domain) => numbers.map((byDomain) => byDomain.get(domain) ?? new Set()));
}

/** Pages or versions that fulfil a condition, as far as they are not listed yet. */
interface Listing {
  readonly path: NestedPath;
  readonly condition: Expression;
  /** Index of the condition. */
  readonly index: number;
  /** The last one that was listed; null: none was. */
  readonly after: PageKey | null;
}

function listing(
  { path, condition, after }: Listing,
  size: number,
): estypes.AggregationsAggregationContainer {
  const sources = [
    { site: { terms: { field: `${path}.site` } } },
    { number: { terms: { field: `${path}.number` } } },
  ];
  return {
    filter: { bool: { filter: [pageCondition(condition, path)] } },
    aggs: { at: { composite: { size, sources, ...(after === null ? {} : { after: { ...after } }) } } },
  };
}
