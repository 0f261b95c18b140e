// What sites say of pages of others.
import type { estypes } from '@elastic/elasticsearch';
import type { TextPlan } from '@sitegrep/fulltext';
import { MAX_POINTED } from '../../full-text/results.ts';

interface Targets {
  readonly buckets: readonly { readonly key: string; readonly sites: { readonly doc_count: number } }[];
}

/** Search for the pages that sites point at with all choices of a plan. */
export function searchForPointers({ choices }: TextPlan): estypes.SearchRequest {
  const field = 'pointers.words';
  const filter = {
    bool: {
      filter: choices.map(({ words, rows, isBeginning }) => ({
        bool: {
          should: [
            ...words.map((word): estypes.QueryDslQueryContainer =>
              isBeginning ? { prefix: { [field]: { value: word } } } : { term: { [field]: word } },
            ),
            ...rows.map((row) => ({ match_phrase: { [field]: row.join(' ') } })),
          ],
        },
      })),
    },
  };
  const sites = { reverse_nested: {} };
  const targets = {
    terms: {
      field: 'pointers.target',
      size: MAX_POINTED,
      order: [{ sites: 'desc' }, { _key: 'asc' }] satisfies estypes.AggregationsAggregateOrder,
    },
    aggs: { sites },
  };
  const having = { filter, aggs: { targets } };
  return {
    size: 0,
    query: { nested: { path: 'pointers', query: filter } },
    aggs: { pointers: { nested: { path: 'pointers' }, aggs: { having } } },
  };
}

/** How many sites point at each page, by its address as `addressKey` gives it. */
export function pointersIn({ aggregations }: estypes.SearchResponse): ReadonlyMap<string, number> {
  const pointers = aggregations?.['pointers'] as { readonly having: { readonly targets: Targets } };
  return new Map(pointers.having.targets.buckets.map(({ key, sites }) => [key, sites.doc_count]));
}
