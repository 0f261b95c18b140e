// The rank of a domain is a document of its own beside that of the domain, in the same shard, so that a change of it writes a
// few bytes and not the domain's text. Searches join both.
import type { Client, estypes } from '@elastic/elasticsearch';
import type { Condition } from '@sitegrep/search';
import { IDEMPOTENT } from '../client.ts';
import { foundOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { routeOf } from './routing.ts';

type Query = estypes.QueryDslQueryContainer;

/** Content of `_source` of the document of a rank. */
export interface RankState {
  readonly domain: string;
  /** The rank that counts: that of a list, else the one by links. */
  readonly rank: number;
  /** Rank that a list gives the domain, > 0; null: no list does. */
  readonly listed: number | null;
  /** Rank by the number of links when they were last counted. */
  readonly linked: number;
}

/** Property of the mapping that joins the documents: which of them a document is. */
export const PART: estypes.MappingJoinProperty = {
  type: 'join',
  relations: { domain: ['rank', 'change', 'history', 'event'] },
};

/** Value of the property in the document of a domain. */
export const DOMAIN_PART = 'domain';

/** Id of the document with the rank of a domain. No name of a domain has a colon. */
export function rankId(domain: string): string {
  return `rank:${domain}`;
}

/** The complete body of the document of a rank. */
export function rankBody({ domain, listed, linked }: Omit<RankState, 'rank'>): Uint8Array {
  const rank: RankState = { domain, rank: listed ?? linked, listed, linked };
  return Buffer.from(JSON.stringify({ ...rank, part: { name: 'rank', parent: domain } }));
}

/** A query of which each document has its rank as its score. */
export function rankedBy(query: Query): { bool: estypes.QueryDslBoolQuery } {
  const functions = [{ field_value_factor: { field: 'rank' } }];
  const rank = {
    has_child: {
      type: 'rank',
      score_mode: 'max',
      query: { function_score: { query: KNOWN, functions, boost_mode: 'replace' } },
    },
  } satisfies Query;
  return { bool: { filter: [query], should: [rank], minimum_should_match: 0 } };
}

/** Rank of a hit of such a query. */
export function rankOfHit({ _score: score }: Pick<estypes.SearchHit, '_score'>): number {
  return score ?? 0;
}

const KNOWN = { range: { rank: { gte: 1 } } } satisfies Query;

/** Domains whose rank fulfils a condition. */
export function rankCondition(condition: Extract<Condition, { readonly kind: 'range' | 'any_of' }>): Query {
  const ranks = condition.kind === 'any_of' ? condition.values.map(Number) : [];
  const test: Query =
    condition.kind === 'any_of'
      ? { terms: { rank: ranks } }
      : { range: { rank: { [RANGE_OPERATORS[condition.op]]: condition.value } } };
  const known = withRank({ bool: { filter: [KNOWN, test] } });
  const hasUnknown = condition.kind === 'any_of' ? ranks.includes(0) : compares(0, condition);
  return hasUnknown ? { bool: { should: [known, NO_RANK], minimum_should_match: 1 } } : known;
}

/** Domains whose rank is from one number up to another one, which is not included; null: no end. */
export function rankFrom(from: number, to: number | null): Query {
  const range: Query = { range: { rank: { gte: from, ...(to === null ? {} : { lt: to }) } } };
  const known = withRank({ bool: { filter: [KNOWN, range] } });
  return from > 0 ? known : { bool: { should: [known, NO_RANK], minimum_should_match: 1 } };
}

function withRank(query: Query): Query {
  return { has_child: { type: 'rank', query } };
}

const NO_RANK: Query = { bool: { must_not: [withRank(KNOWN)] } };

export const RANGE_OPERATORS = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const;

function compares(rank: number, { op, value }: Extract<Condition, { readonly kind: 'range' }>): boolean {
  const than = Number(value);
  switch (op) {
    case '<':
      return rank < than;
    case '<=':
      return rank <= than;
    case '>':
      return rank > than;
    case '>=':
      return rank >= than;
  }
}

/** Ranks with the versions of their documents, visible to searches or not. A domain whose rank was never set is absent. */
export async function readRankStates(
  client: Client,
  alias: string,
  domains: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, RankState & { readonly version: number }>> {
  const docs = domains.map((domain) => ({ _id: rankId(domain), routing: routeOf(domain) }));
  if (docs.length === 0) return new Map();
  const answer = await asStorageErrors(
    client.mget<RankState>(
      { index: alias, docs },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  const states = new Map<string, RankState & { readonly version: number }>();
  for (const doc of answer.docs) {
    const { _source: state, _version: version } = foundOf(doc);
    if (state !== undefined && version !== undefined) states.set(state.domain, { ...state, version });
  }
  return states;
}

/** The rank of each domain; 0 where none is known. */
export async function readRanksOf(
  client: Client,
  alias: string,
  domains: readonly string[],
  signal?: AbortSignal,
): Promise<(domain: string) => number> {
  const states = await readRankStates(client, alias, domains, signal);
  return (domain) => states.get(domain)?.rank ?? 0;
}
