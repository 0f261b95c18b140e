// Reads full text at a point in time.
import type { Client, estypes } from '@elastic/elasticsearch';
import { type Candidate, type TextPlan, type WordCounts } from '@sitegrep/fulltext';
import { canonicalDomain } from '@sitegrep/site';
import { MAX_NEAREST, MAX_POINTED } from '../../full-text/results.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
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
  /** Pages that other sites point at with all choices of a plan; their score is 0. */
  pointed(plan: TextPlan): Promise<readonly Candidate[]>;
  /** The stored field `said_texts` of each domain. */
  texts(domains: readonly string[]): Promise<readonly string[]>;
}

const MIN_LETTERS = 4;
/** Pages of a document that are looked at. */
const PAGES_OF_A_DOMAIN = 5;
/** Queries in one aggregation. */
const FILTERS_AT_A_TIME = 500;

const SHOWN_OF_PAGE = ['said.number', 'said.language', 'said.fetched_at', 'said.digest'];
const SHOWN_OF_DOMAIN = ['country_iso_code'];

/** Values of fields that were read from columns. */
type Fields = Readonly<Record<string, readonly unknown[] | undefined>>;

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

  /** The ranks of some documents. */
  function ranksOf(hits: readonly estypes.SearchHit[]): Promise<(domain: string) => number> {
    const domains = hits.map(({ _id: domain = '' }) => domain);
    return readRanksAt(client, point, domains, signal);
  }

  async function matching(query: Query, limit: number): Promise<readonly Candidate[]> {
    const { hits } = await run({
      size: limit,
      docvalue_fields: SHOWN_OF_DOMAIN,
      query: {
        nested: {
          path: 'said',
          query,
          score_mode: 'max',
          inner_hits: { size: PAGES_OF_A_DOMAIN, _source: false, docvalue_fields: SHOWN_OF_PAGE },
        },
      },
    });
    const rankOf = await ranksOf(hits.hits);
    return hits.hits.flatMap((hit) => candidatesOf(hit, rankOf));
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
    matching,
    async pointed({ choices }) {
      const words = choices.map((choice): Query => ({
        bool: {
          should: choice.words.map((word): Query => {
            const field = 'pointers.words';
            return choice.isBeginning
              ? { prefix: { [field]: { value: word } } }
              : { term: { [field]: word } };
          }),
        },
      }));
      const filter = { bool: { filter: words } };
      const { aggregations } = await run({
        size: 0,
        query: { nested: { path: 'pointers', query: filter } },
        aggs: {
          pointers: {
            nested: { path: 'pointers' },
            aggs: {
              having: {
                filter,
                aggs: {
                  targets: {
                    terms: { field: 'pointers.target', size: MAX_POINTED },
                    aggs: { sites: { reverse_nested: {} } },
                  },
                },
              },
            },
          },
        },
      });
      const pointers = aggregations?.['pointers'] as { readonly having: { readonly targets: Targets } };
      const sites = new Map(pointers.having.targets.buckets.map(({ key, sites: of }) => [key, of.doc_count]));
      const domains = [...sites.keys()].flatMap((target) => canonicalDomain(`http://${target}`) ?? []);
      if (domains.length === 0) return [];
      const keys = { terms: { 'said.key': [...sites.keys()] } };
      const { hits } = await run({
        size: domains.length,
        docvalue_fields: SHOWN_OF_DOMAIN,
        query: {
          bool: {
            filter: [{ ids: { values: [...new Set(domains)] } }],
            must: [
              {
                nested: {
                  path: 'said',
                  query: keys,
                  inner_hits: {
                    size: MAX_POINTED,
                    _source: false,
                    docvalue_fields: [...SHOWN_OF_PAGE, 'said.key'],
                  },
                },
              },
            ],
          },
        },
      });
      const rankOf = await ranksOf(hits.hits);
      return hits.hits.flatMap((hit) =>
        pagesOf(hit).map((page) => ({
          ...candidateOf(hit, page, rankOf),
          score: 0,
          pointers: sites.get(String(page.fields['said.key']?.[0])) ?? 0,
        })),
      );
    },
    texts: (domains) => readStored(client, point, 'said_texts', domains, signal),
  };
}

interface Targets {
  readonly buckets: readonly { readonly key: string; readonly sites: { readonly doc_count: number } }[];
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

function candidatesOf(hit: estypes.SearchHit, rankOf: (domain: string) => number): readonly Candidate[] {
  return pagesOf(hit).map((page) => candidateOf(hit, page, rankOf));
}

interface FoundPage {
  readonly fields: Fields;
  readonly score: number;
}

/** The pages of a document that matched. */
function pagesOf({ inner_hits: inner }: estypes.SearchHit): readonly FoundPage[] {
  const pages = inner?.['said']?.hits.hits ?? [];
  return pages.map(({ fields, _score: score }) => ({ fields: fields as Fields, score: score ?? 0 }));
}

function candidateOf(
  { fields = {}, _id: name = '' }: estypes.SearchHit,
  { fields: page, score }: FoundPage,
  rankOf: (domain: string) => number,
): Candidate {
  const domain = fields as Fields;
  const text = (values: readonly unknown[] | undefined): string | null =>
    typeof values?.[0] === 'string' ? values[0] : null;
  return {
    domain: name,
    rank: rankOf(name),
    country: text(domain['country_iso_code']),
    number: Number(page['said.number']?.[0]),
    language: text(page['said.language']),
    fetchedAt: Number(page['said.fetched_at']?.[0]),
    digest: Number(page['said.digest']?.[0]),
    score,
    pointers: 0,
  };
}
