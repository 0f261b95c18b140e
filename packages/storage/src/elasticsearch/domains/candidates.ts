// Lists the documents of which the index says that they may match.
import type { Client, estypes } from '@elastic/elasticsearch';
import type { Expression } from '@sitegrep/search';
import type { OrderField, SortValue } from '@sitegrep/site';
import { IDEMPOTENT } from '../client.ts';
import { totalOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { conditionFor, queryFor } from './query.ts';
import { rankedBy, rankOfHit } from './ranks.ts';
import type { PointInTime } from './stored-pages.ts';
import { resolve } from './resolve.ts';

/** A document that may match. */
export interface Candidate {
  readonly domain: string;
  readonly revision: number;
  /** Number of pages. */
  readonly pageCount: number;
  readonly compressedBytes: number;
  /** Values of the fields that were asked for. */
  readonly values: ReadonlyMap<OrderField, SortValue>;
  /** Indexes of the parts that it fulfils. */
  readonly fulfilled: readonly number[];
}

export interface CandidatesWish {
  /** Expression that the index decides. */
  readonly where: Expression;
  /** Further parts that the index decides of each candidate. */
  readonly parts: readonly Expression[];
  readonly fields: readonly OrderField[];
}

export interface CandidateBatch {
  /** Number of all candidates. */
  readonly total: number;
  readonly candidates: readonly Candidate[];
}

const CANDIDATES_AT_A_TIME = 1_000;

/** All candidates at a point in time, in no particular order. At least one batch, which may be empty. */
export async function* candidatesFor(
  client: Client,
  point: PointInTime,
  { where, parts, fields }: CandidatesWish,
  signal: AbortSignal | undefined,
): AsyncGenerator<CandidateBatch> {
  const resolved = await resolve(client, point, { where, parts }, signal);
  const named = parts.map((part, index) => ({
    bool: { filter: [conditionFor(part, resolved)], _name: String(index) },
  }));
  const found = { bool: { filter: [queryFor(where, resolved)], should: named, minimum_should_match: 0 } };
  const isRanked = fields.includes('rank');
  const query = isRanked ? rankedBy(found) : found;
  const own = fields.filter((field) => field !== 'rank');
  const read = ['domain', 'revision', 'page_count', 'compressed_bytes', ...own];
  let total = 0;
  for (let after: estypes.SortResults | null = null; ;) {
    const answer: estypes.SearchResponse = await asStorageErrors(
      client.search(
        {
          ...point,
          query,
          track_scores: isRanked,
          size: CANDIDATES_AT_A_TIME,
          sort: [{ _shard_doc: 'asc' }],
          ...(after === null ? {} : { search_after: after }),
          track_total_hits: after === null,
          allow_partial_search_results: false,
          _source: false,
          docvalue_fields: [...new Set(read)],
        },
        { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
      ),
    );
    if (after === null) total = totalOf(answer);
    const { hits } = answer.hits;
    yield { total, candidates: hits.map((hit) => candidateIn(hit, fields)) };
    const last = hits.at(-1)?.sort;
    if (hits.length < CANDIDATES_AT_A_TIME || last === undefined) return;
    after = last;
  }
}

function candidateIn(hit: estypes.SearchHit, fields: readonly OrderField[]): Candidate {
  const { fields: given = {}, matched_queries: matched } = hit;
  const numberIn = (field: string): number => Number(valueIn(given, field));
  return {
    domain: String(valueIn(given, 'domain')),
    revision: numberIn('revision'),
    pageCount: numberIn('page_count'),
    compressedBytes: numberIn('compressed_bytes'),
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
