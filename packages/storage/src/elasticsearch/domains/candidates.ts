// Lists the documents of which the index says that they may match.
import type { Client, estypes } from '@elastic/elasticsearch';
import type { Cursor, Expression, OrderRule } from '@sitegrep/search';
import type { OrderField, SortValue } from '@sitegrep/site';
import { IDEMPOTENT } from '../client.ts';
import { totalOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import type { Answers, IndexQuestions } from './index-questions.ts';
import { type NestedPath, PAST } from './page-mapping.ts';
import { readPageNumbers } from './page-numbers.ts';
import { conditionFor, MAX_SHARD_POSITION, pageCondition, queryFor, searchAfter, sortOf } from './query.ts';
import { rankedBy, rankOfHit } from './ranks.ts';
import type { PointInTime } from './stored-pages.ts';
import { resolve } from './resolve.ts';

/** A document that may match. */
export interface Candidate extends Answers {
  readonly domain: string;
  readonly revision: number;
  /** Bytes of its stored pages, and of its versions if the search looks at them. */
  readonly compressedBytes: number;
  /** Number of pages that stand: further ones are versions. */
  readonly standing: number;
  /** Values of the fields that were asked for. */
  readonly values: ReadonlyMap<OrderField, SortValue>;
}

export interface CandidatesWish {
  /** Expression on domains of which `queryFor` makes a query. */
  readonly where: Expression;
  /** Nested documents that are looked at. */
  readonly paths: readonly NestedPath[];
  /** Questions about each candidate. */
  readonly questions: Pick<IndexQuestions, 'ofDomains' | 'ofPages'>;
  readonly fields: readonly OrderField[];
  /** Absent: no particular order. */
  readonly order?: CandidateOrder;
}

interface CandidateOrder {
  readonly rules: readonly OrderRule[];
  /** Values after which they begin; null: with the first one. */
  readonly after: Cursor['values'] | null;
  readonly atATime: number;
  /** Expression on pages; the pages of all candidates that fulfil it are counted. */
  readonly counted: Expression;
}

export interface CandidateBatch {
  /** Number of all candidates. */
  readonly total: number;
  /** Number of pages that were to be counted. */
  readonly pages: number;
  readonly candidates: readonly Candidate[];
}

const CANDIDATES_AT_A_TIME = 1_000;

/** Questions where nothing is to be known of candidates. */
export const NO_QUESTIONS = { ofDomains: [], ofPages: [] };

/** All candidates at a point in time. At least one batch, which may be empty. */
export async function* candidatesFor(
  client: Client,
  point: PointInTime,
  { where, paths, questions: { ofDomains, ofPages }, fields, order }: CandidatesWish,
  signal: AbortSignal | undefined,
): AsyncGenerator<CandidateBatch> {
  const resolved = await resolve(client, point, { where, parts: ofDomains }, signal);
  const named = ofDomains.map((part, index) => ({
    bool: { filter: [conditionFor(part, resolved)], _name: String(index) },
  }));
  const found = { bool: { filter: [queryFor(where, resolved)], should: named, minimum_should_match: 0 } };
  const isRanked = fields.includes('rank');
  const query = isRanked ? rankedBy(found) : found;
  const own = fields.filter((field) => field !== 'rank');
  const withVersions = paths.includes(PAST);
  const ofVersions = withVersions ? ['version_count', 'version_bytes'] : [];
  const read = ['domain', 'revision', 'page_count', 'compressed_bytes', ...ofVersions, ...own];
  const { rules = [], after: begin = null, atATime: size = CANDIDATES_AT_A_TIME, counted } = order ?? {};
  const sort = [...sortOf(rules), { _shard_doc: 'asc' as const }];
  let [total, pages] = [0, 0];
  let after = begin === null ? null : [...searchAfter(rules, begin), MAX_SHARD_POSITION];
  for (let isFirst = true; ; isFirst = false) {
    const answer: estypes.SearchResponse<unknown, PagesAggregation> = await asStorageErrors(
      client.search<unknown, PagesAggregation>(
        {
          ...point,
          query,
          track_scores: isRanked,
          size,
          sort,
          ...(after === null ? {} : { search_after: after }),
          track_total_hits: isFirst,
          allow_partial_search_results: false,
          _source: false,
          docvalue_fields: [...new Set(read)],
          ...(isFirst && counted !== undefined ? { aggs: counting(counted, paths) } : {}),
        },
        { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
      ),
    );
    if (isFirst) {
      total = totalOf(answer);
      pages = paths.reduce((sum, path) => sum + (answer.aggregations?.[path]?.counted.doc_count ?? 0), 0);
    }
    const { hits } = answer.hits;
    const listed = hits.map((hit) => candidateIn(hit, fields));
    const numbers = await readPageNumbers(client, point, listed, { paths, conditions: ofPages }, signal);
    const candidates = listed.map((one, index) => ({ ...one, onPages: numbers[index] ?? [] }));
    yield { total, pages, candidates };
    const last = hits.at(-1)?.sort;
    if (hits.length < size || last === undefined) return;
    after = [...last];
  }
}

type PagesAggregation = Readonly<
  Record<NestedPath, { readonly counted: { readonly doc_count: number } } | undefined>
>;

function counting(
  where: Expression,
  paths: readonly NestedPath[],
): Readonly<Record<string, estypes.AggregationsAggregationContainer>> {
  const aggs = paths.map((path) => [
    path,
    {
      nested: { path },
      aggs: { counted: { filter: { bool: { filter: [pageCondition(where, path)] } } } },
    },
  ]);
  return Object.fromEntries(aggs);
}

function candidateIn(hit: estypes.SearchHit, fields: readonly OrderField[]): Omit<Candidate, 'onPages'> {
  const { fields: given = {}, matched_queries: matched } = hit;
  const numberIn = (field: string): number => Number(valueIn(given, field));
  const standing = numberIn('page_count');
  return {
    domain: String(valueIn(given, 'domain')),
    revision: numberIn('revision'),
    standing,
    // Absent fields are those of documents without versions.
    pageCount: standing + numberIn('version_count'),
    compressedBytes: numberIn('compressed_bytes') + numberIn('version_bytes'),
    values: new Map(
      fields.map((field) => [field, field === 'rank' ? rankOfHit(hit) : valueIn(given, field)]),
    ),
    fulfilled: Array.isArray(matched) ? matched.map(Number) : [],
  };
}

/** Null if the document has no value. */
function valueIn(fields: Readonly<Record<string, unknown>>, field: string): SortValue {
  const values: unknown = fields[field];
  const value: unknown = Array.isArray(values) ? values[0] : null;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
