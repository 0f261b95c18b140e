// The records that match a search for changes, as one query of the index: what sources decide of their domains is decided first, and
// names the domains.
import type { estypes } from '@elastic/elasticsearch';
import {
  ALL,
  and,
  canonicalText,
  type Expression,
  isChangePart,
  isNegated,
  isOnChanges,
  partsOf,
  simplify,
} from '@sitegrep/search';
import { QueryTooBroad } from '../../query-too-broad.ts';
import { apart, changedBy, ofDomains, recordCondition } from './change-query.ts';
import type { CountedDocuments } from './facets.ts';
import type { Task } from './found-items.ts';
import { countValues } from './label-counts.ts';
import { isOfIndex } from './page-shares.ts';
import { queryFor } from './query.ts';
import { resolve } from './resolve.ts';
import { recordedUpTo } from './recorded-points.ts';
import { anyOfValues } from './value-query.ts';
import type { Match } from './verifier.ts';

type Query = estypes.QueryDslQueryContainer;

export interface FoundRecords {
  /** Finds the records. */
  readonly query: Query;
  /** The documents of their domains. */
  readonly documents: CountedDocuments;
}

/** Domains that sources decide on and that one query may name. */
const MAX_NAMED = 1_000_000;

/** Finds the records that match. */
export async function foundRecords(task: Task<'change'>): Promise<FoundRecords> {
  const { parts, point, query, options } = task;
  const { where } = query;
  const onDomain = domainParts(where);
  const named = new Map<string, Query>();
  for (const part of onDomain) {
    if (!isOfIndex(part)) named.set(canonicalText(part), await domainsThatMatch(task, part));
  }
  const decided = [...onDomain.filter(isOfIndex), ...[...partsOf(where)].filter(isChangePart)];
  const resolved = await resolve(parts.client, point, { where: ALL, parts: decided }, options.signal);
  const condition = recordCondition(where, resolved, (part) => {
    const records = named.get(canonicalText(part)) ?? ofDomains(queryFor(part, resolved));
    return holdsOfNothing(part)
      ? { bool: { should: [records, OF_NO_DOMAIN], minimum_should_match: 1 } }
      : records;
  });
  const records: Query = {
    bool: { filter: [{ range: { recorded: { lte: recordedUpTo(point) } } }, condition] },
  };
  return {
    query: records,
    documents: {
      queries: [{ bool: { filter: [{ term: { live: true } }, changedBy(records)] } }],
      matches: () => documentsWith(task, records),
      records,
    },
  };
}

/** Records of deletions, whose domains have no document. */
const OF_NO_DOMAIN: Query = {
  bool: { filter: [{ term: { by: 'deletion' } }], must_not: [ofDomains({ term: { live: true } })] },
};

/** Tells whether a domain without a document fulfils an expression: what is negated holds. */
function holdsOfNothing(where: Expression): boolean {
  switch (where.kind) {
    case 'constant':
      return where.value;
    case 'and':
      return where.of.every(holdsOfNothing);
    case 'or':
      return where.of.some(holdsOfNothing);
    case 'not':
      return !holdsOfNothing(where.of);
    case 'condition':
      return isNegated(where.condition);
    case 'same_page':
    case 'same_change':
    case 'near':
    case 'text':
    case 'pattern':
    case 'keyword':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
      return false;
  }
}

/** Parts of an expression on nothing but domains, each as large as can be. */
function domainParts(where: Expression): readonly Expression[] {
  if (where.kind === 'constant') return [];
  if (!isOnChanges(where)) return [where];
  if (where.kind === 'and' || where.kind === 'or') return apart(where).flatMap(domainParts);
  return where.kind === 'not' ? domainParts(where.of) : [];
}

/** Query for the records of the domains that fulfil a part that sources decide. @throws QueryTooBroad if there are too many */
async function domainsThatMatch(task: Task<'change'>, part: Expression): Promise<Query> {
  const { parts, point, query, options } = task;
  const where = simplify(and([part, ...necessaryChange(query.where)]), 'domain');
  const wish = { where, level: 'domain' as const, fields: [], captures: [] };
  const domains: string[] = [];
  for await (const { document } of parts.verifier.matching(point, wish, options)) {
    if (domains.length === MAX_NAMED) throw new QueryTooBroad(domains.length, MAX_NAMED);
    domains.push(document.domain);
  }
  return anyOfValues('domain', domains);
}

/** A condition that the domains of all matching changes fulfil: only these are looked at. */
function necessaryChange(where: Expression): readonly Expression[] {
  const of = (where.kind === 'and' ? where.of : []).filter(isOfRecord);
  // Without a word on the cause it would be one on visits.
  return of.length === 0 ? [] : [{ kind: 'same_change', of: and([...of, { kind: 'change_by', by: 'any' }]) }];
}

/** Tells whether an expression has nothing but conditions on changes. */
function isOfRecord(where: Expression): boolean {
  if (where.kind === 'and' || where.kind === 'or') return where.of.every(isOfRecord);
  return where.kind === 'not' ? isOfRecord(where.of) : isChangePart(where);
}

/** Domains that one search names. */
const NAMED_AT_A_TIME = 10_000;

/** The documents of the domains of records. */
async function* documentsWith(task: Task<'change'>, records: Query): AsyncGenerator<Match> {
  const { parts, point, options } = task;
  const wish = { query: records, field: 'domain', prefix: '' };
  const { counts } = await countValues(parts.client, point, wish, options.signal);
  const domains = [...counts.keys()];
  for (let at = 0; at < domains.length; at += NAMED_AT_A_TIME) {
    const values = domains.slice(at, at + NAMED_AT_A_TIME);
    const condition = { kind: 'any_of', field: 'domain', values, negated: false } as const;
    const where: Expression = { kind: 'condition', condition };
    yield* parts.verifier.matching(point, { where, level: 'domain', fields: [], captures: [] }, options);
  }
}
