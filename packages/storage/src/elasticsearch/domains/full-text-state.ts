// Reads full text at a point in time.
import type { Client, estypes } from '@elastic/elasticsearch';
import {
  type Candidate,
  nearestWords,
  nearWords,
  type ScoredRow,
  type TextPlan,
  type WordCounts,
} from '@sitegrep/fulltext';
import { canonicalDomain } from '@sitegrep/site';
import { MAX_POINTED } from '../../full-text/results.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import { pagesIn, searchForPages } from './full-text-candidates.ts';
import { pointersIn, searchForPointers } from './full-text-pointers.ts';
import {
  pagesWithBeginning,
  pagesWithRow,
  pagesWithWord,
  type Scoring,
  weighedRows,
} from './full-text-query.ts';
import { PAGE } from './page-mapping.ts';
import { type PointInTime, readRanksAt, readSaidTexts } from './stored-pages.ts';

type Query = estypes.QueryDslQueryContainer;

/** Reads of full text on one state of the index. */
export interface FullTextState {
  counts(words: readonly string[]): Promise<WordCounts>;
  /** Gives rows the weights by which pages are scored. */
  scoring(rows: readonly ScoredRow[]): Promise<Scoring>;
  /** Words of pages that differ from others by a misspelling, the most frequent first. Words without any are left out. */
  nearest(words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The first of some beginnings with which words begin; null if none does. */
  firstBeginning(beginnings: readonly string[]): Promise<string | null>;
  /** Pages that match, the best first. */
  matching(query: Query, bounds: Bounds): Promise<readonly Candidate[]>;
  /** Pages that other sites point at with all choices of a plan; their score is 0. */
  pointed(plan: TextPlan): Promise<readonly Candidate[]>;
  /** The stored field `said_texts` of each domain. */
  texts(domains: readonly string[]): Promise<readonly string[]>;
}

/** Maximum pages that are found. */
interface Bounds {
  readonly limit: number;
  /** Those of one domain, up to 100. */
  readonly ofADomain: number;
}

/** Queries in one aggregation. */
const FILTERS_AT_A_TIME = 500;

interface Counted {
  readonly pages: number;
  /** Mean length of all pages, in words. */
  readonly mean: number;
  readonly counts: readonly number[];
}

interface CountedAggregate {
  readonly doc_count: number;
  readonly mean: { readonly value: number | null };
  readonly each?: { readonly buckets: readonly { readonly doc_count: number }[] };
}

export function fullTextState(
  client: Client,
  point: PointInTime,
  signal: AbortSignal | undefined,
): FullTextState {
  function run(request: estypes.SearchRequest): Promise<estypes.SearchResponse> {
    return asStorageErrors(
      client.search(
        {
          ...point,
          _source: false,
          track_total_hits: false,
          allow_partial_search_results: false,
          ...request,
        },
        { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
      ),
    );
  }

  /** How many pages each query finds, how many there are, and their mean length. */
  async function counted(queries: readonly Query[]): Promise<Counted> {
    const each = queries.length === 0 ? {} : { each: { filters: { filters: [...queries] } } };
    const aggs = { mean: { avg: { field: 'page.length' } }, ...each };
    const { aggregations } = await run({ size: 0, aggs: { pages: { nested: { path: PAGE }, aggs } } });
    const pages = aggregations?.['pages'] as CountedAggregate;
    return {
      pages: pages.doc_count,
      mean: pages.mean.value ?? 0,
      counts: pages.each?.buckets.map(({ doc_count: count }) => count) ?? [],
    };
  }

  /** Numbers of pages that have words; a word that none has is left out. */
  async function countsOf(words: readonly string[]): Promise<WordCounts> {
    const byWord = new Map<string, number>();
    let pages = 0;
    for (let at = 0; at === 0 || at < words.length; at += FILTERS_AT_A_TIME) {
      const some = words.slice(at, at + FILTERS_AT_A_TIME);
      const { counts, ...all } = await counted(some.map(pagesWithWord));
      pages = all.pages;
      for (const [index, word] of some.entries()) {
        const count = counts[index] ?? 0;
        if (count > 0) byWord.set(word, count);
      }
    }
    return { pages, byWord };
  }

  /** The pages that a search finds. */
  async function pagesOf(request: estypes.SearchRequest): Promise<readonly Candidate[]> {
    const { hits } = await run(request);
    const domains = hits.hits.map(({ _id: domain = '' }) => domain);
    const rankOf = await readRanksAt(client, point, domains, signal);
    return hits.hits.flatMap((hit) => pagesIn(hit, rankOf));
  }

  return {
    counts: countsOf,
    async scoring(rows) {
      const { pages, mean, counts } = await counted(rows.map(pagesWithRow));
      return { rows: weighedRows(rows, counts, pages), mean };
    },
    async nearest(words) {
      const near = words.flatMap(nearWords);
      if (near.length === 0) return new Map();
      const { byWord } = await countsOf([...new Set(near)]);
      const found = words.map((word) => [word, nearestWords(word, byWord)] as const);
      return new Map(found.filter(([, nearest]) => nearest.length > 0));
    },
    async firstBeginning(beginnings) {
      for (let at = 0; at < beginnings.length; at += FILTERS_AT_A_TIME) {
        const some = beginnings.slice(at, at + FILTERS_AT_A_TIME);
        const { counts } = await counted(some.map(pagesWithBeginning));
        const first = some.find((_, index) => (counts[index] ?? 0) > 0);
        if (first !== undefined) return first;
      }
      return null;
    },
    async matching(query, { limit, ofADomain }) {
      const found = await pagesOf({ size: limit, ...searchForPages(query, ofADomain) });
      return found.toSorted((a, b) => b.score - a.score).slice(0, limit);
    },
    async pointed(plan) {
      const sites = pointersIn(await run(searchForPointers(plan)));
      const domains = [...sites.keys()].flatMap((target) => canonicalDomain(`http://${target}`) ?? []);
      if (domains.length === 0) return [];
      const { query, ...shown } = searchForPages({ terms: { 'page.key': [...sites.keys()] } }, MAX_POINTED);
      const found = await pagesOf({
        size: domains.length,
        ...shown,
        query: { bool: { filter: [{ ids: { values: [...new Set(domains)] } }], must: [query] } },
      });
      return found.map((candidate) => ({
        ...candidate,
        score: 0,
        pointers: sites.get(candidate.address) ?? 0,
      }));
    },
    texts: (domains) => readSaidTexts(client, point, domains, signal),
  };
}
