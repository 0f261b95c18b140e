// Reads full text at a point in time.
import type { Client, estypes } from '@elastic/elasticsearch';
import type { Candidate, TextPlan, WordCounts } from '@sitegrep/fulltext';
import { canonicalDomain } from '@sitegrep/site';
import { MAX_NEAREST, MAX_POINTED } from '../../full-text/results.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import { pagesIn, searchForPages } from './full-text-candidates.ts';
import { pointersIn, searchForPointers } from './full-text-pointers.ts';
import { pagesWithBeginning, pagesWithWord } from './full-text-query.ts';
import { type PointInTime, readRanksAt, readStored } from './stored-pages.ts';

type Query = estypes.QueryDslQueryContainer;

/** Reads of full text on one state of the index. */
export interface FullTextState {
  counts(words: readonly string[]): Promise<WordCounts>;
  /** Words of pages that differ from others by a misspelling, the most frequent first. Words without any are left out. */
  nearest(words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The first of some beginnings with which words begin; null if none does. */
  firstBeginning(beginnings: readonly string[]): Promise<string | null>;
  /** Pages that match, the best of each document, the best documents first. */
  matching(query: Query, limit: number): Promise<readonly Candidate[]>;
  /** Pages that match, up to `SITE_PAGES` of each document. */
  ofSites(query: Query, limit: number): Promise<readonly Candidate[]>;
  /** Pages that other sites point at with all choices of a plan; their score is 0. */
  pointed(plan: TextPlan): Promise<readonly Candidate[]>;
  /** The stored field `said_texts` of each domain. */
  texts(domains: readonly string[]): Promise<readonly string[]>;
}

/** Pages of a document that is asked for: as many as Elasticsearch gives at most. */
const SITE_PAGES = 100;
const MIN_LETTERS = 4;
/** Queries in one aggregation. */
const FILTERS_AT_A_TIME = 500;

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

  /** How many pages each query finds, and how many there are. */
  async function counted(
    queries: readonly Query[],
  ): Promise<{ readonly pages: number; readonly counts: readonly number[] }> {
    const each = { filters: { filters: [...queries] } };
    const { aggregations } = await run({
      size: 0,
      aggs: { said: { nested: { path: 'said' }, ...(queries.length === 0 ? {} : { aggs: { each } }) } },
    });
    const said = aggregations?.['said'] as estypes.AggregationsNestedAggregate & {
      readonly each?: { readonly buckets: readonly { readonly doc_count: number }[] };
    };
    return { pages: said.doc_count, counts: said.each?.buckets.map(({ doc_count: count }) => count) ?? [] };
  }

  /** The pages that a search finds. */
  async function pagesOf(
    request: estypes.SearchRequest,
  ): Promise<readonly ReturnType<typeof pagesIn>[number][]> {
    const { hits } = await run(request);
    const domains = hits.hits.map(({ _id: domain = '' }) => domain);
    const rankOf = await readRanksAt(client, point, domains, signal);
    return hits.hits.flatMap((hit) => pagesIn(hit, rankOf));
  }

  return {
    async counts(words) {
      const { pages, counts } = await counted(words.map(pagesWithWord));
      const byWord = new Map(words.map((word, index) => [word, counts[index] ?? 0]));
      return { pages, byWord: new Map([...byWord].filter(([, count]) => count > 0)) };
    },
    async nearest(words) {
      const long = words.filter(({ length }) => length >= MIN_LETTERS);
      if (long.length === 0) return new Map();
      const suggesters = long.map((word, index) => [`word${index}`, suggester(word)] as const);
      const { suggest = {} } = await run({ size: 0, suggest: Object.fromEntries(suggesters) });
      return new Map(
        long.flatMap((word, index) => {
          const [entry] = suggest[`word${index}`] ?? [];
          const options = Array.isArray(entry?.options) ? entry.options : [];
          const near = options.map((option) => ('text' in option ? option.text : ''));
          return near.length === 0 ? [] : [[word, near] as const];
        }),
      );
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
    async matching(query, limit) {
      const found = await pagesOf({ size: limit, ...searchForPages(query) });
      return found.map(({ candidate }) => candidate);
    },
    async ofSites(query, limit) {
      const found = await pagesOf({ size: limit, ...searchForPages(query, SITE_PAGES) });
      return found.map(({ candidate }) => candidate);
    },
    async pointed(plan) {
      const sites = pointersIn(await run(searchForPointers(plan)));
      const domains = [...sites.keys()].flatMap((target) => canonicalDomain(`http://${target}`) ?? []);
      if (domains.length === 0) return [];
      const { query, ...shown } = searchForPages({ terms: { 'said.key': [...sites.keys()] } }, MAX_POINTED);
      const found = await pagesOf({
        size: domains.length,
        ...shown,
        query: { bool: { filter: [{ ids: { values: [...new Set(domains)] } }], must: [query] } },
      });
      return found.map(({ address, candidate }) => ({
        ...candidate,
        score: 0,
        pointers: sites.get(address) ?? 0,
      }));
    },
    texts: (domains) => readStored(client, point, 'said_texts', domains, signal),
  };
}

/** Elasticsearch's own search for words that differ by one misspelling. */
function suggester(word: string): estypes.SearchFieldSuggester {
  return {
    text: word,
    term: {
      field: 'said.text',
      analyzer: 'whitespace',
      suggest_mode: 'always',
      sort: 'frequency',
      max_edits: 1,
      prefix_length: 0,
      min_word_length: MIN_LETTERS,
      size: MAX_NEAREST,
    },
  };
}
