import { specifiedName } from '@sitegrep/site';
import { SEARCH_BOUNDS } from './bounds.ts';
import type { Criteria, Cursor } from './criteria.ts';
import { and, not, sourceText, type Expression } from './expression/expression.ts';
import { isIndexed } from './expression/necessary.ts';
import { patternFault, patternsOf } from './expression/query-work.ts';
import { simplify } from './expression/simplify.ts';
import type { Extraction } from './extraction.ts';
import { invalid, type InvalidInput, type Parsed } from './invalid-input.ts';
import { type Level, LEVELS } from './levels.ts';
import { parseOrder } from './order.ts';
import type { KnownValues } from './known-values.ts';
import type { Facet } from './facets.ts';
import { parseFilter } from './parse-filter.ts';
import { checkRuns, parseMode, parseTerms, runsOf, soughtOf, type Snippets } from './terms.ts';
import { openToken, type TokenFault, type TokenKey } from './token.ts';

/** A search with its defaults filled in. A pure value; storage adapters evaluate it. */
export interface Query<L extends Level = Level> extends Criteria<L> {
  /** 1–10,000. */
  readonly limit: number;
  readonly from: StartPosition;
  /** Texts and patterns whose matches each hit is to have; absent: none. */
  readonly snippets?: Snippets;
  /** Values that are read out of the sources of each hit; absent: none. */
  readonly extract?: readonly Extraction[];
  /** Properties that the domains that match are counted by; absent: none. */
  readonly facets?: readonly Facet[];
}

/** Criteria of a search for one text, in the order of domains. @param text folded */
export function domainsWith(text: string): Criteria<'domain'> {
  return domainsMatching(sourceText(text));
}

/** Criteria of a search for the domains that fulfil an expression, in the order of domains. @param where simplified */
export function domainsMatching(where: Expression): Criteria<'domain'> {
  return { level: 'domain', where, order: [{ field: 'domain', direction: 'asc' }] };
}

/** Criteria of a search for changes, the latest first. @param where simplified */
export function changesMatching(where: Expression): Criteria<'change'> {
  return {
    level: 'change',
    where,
    order: [
      { field: 'at', direction: 'desc' },
      { field: 'domain', direction: 'asc' },
    ],
  };
}

/** Maximum items of a short answer. */
const SHORT_ANSWER = 100;

/** Whether a search is answered from the index alone, with few items: it takes milliseconds at most. */
export function isShort({ level, limit, from, snippets, extract, facets, where }: Query): boolean {
  return (
    !LEVELS[level].isByPage &&
    snippets === undefined &&
    extract === undefined &&
    facets === undefined &&
    isOfTexts(where) &&
    limit + (from.kind === 'offset' ? from.offset : 0) <= SHORT_ANSWER
  );
}

/** Whether an expression is a text that the index has, or several that a domain must have and others that it must not. */
export function isOfTexts(where: Expression): boolean {
  const parts = where.kind === 'and' ? where.of : [where];
  const isText = (part: Expression): boolean => part.kind === 'text' && isIndexed(part, 'page');
  return (
    parts.some(isText) && parts.every((part) => isText(part) || (part.kind === 'not' && isText(part.of)))
  );
}

/** Start of a page of results: a number of items to skip, or right after an item that was already seen. */
export type StartPosition =
  { readonly kind: 'offset'; readonly offset: number } | { readonly kind: 'after'; readonly cursor: Cursor };

/** A search as it comes in; the names are those of the HTTP request, those of fields the specified ones. */
export interface SearchInput {
  readonly search_terms?: readonly string[];
  readonly order_by?: readonly string[];
  readonly limit?: number;
  readonly offset?: number;
  readonly offset_token?: string;
  readonly mode?: string;
  readonly exclude_terms?: readonly string[];
  readonly keywords?: readonly string[];
  readonly filters?: readonly unknown[];
  readonly snippets?: boolean;
}

/** Code points that are shown on either side of a match. */
const SNIPPET_AROUND = 80;

const WINDOW = SEARCH_BOUNDS.maxWindow;

/**
 * Reads and checks a search.
 *
 * @param tokenKey key that the tokens of earlier answers were sealed with
 * @param known values of fields of closed sets; conditions on others are not checked
 * @param further requirement besides those of the input; null: none
 */
export function parseQuery(
  input: SearchInput,
  tokenKey: TokenKey,
  known: KnownValues = {},
  further: Expression | null = null,
): Parsed<Query<'domain'>> {
  const criteria = parseCriteria(input, known, further);
  if (!criteria.ok) return criteria;
  const limit = parseLimit(input.limit ?? SEARCH_BOUNDS.defaultLimit);
  if (!limit.ok) return limit;
  const from = parseStart(input, criteria.value, limit.value, tokenKey);
  if (!from.ok) return from;
  const query = { ...criteria.value, limit: limit.value, from: from.value };
  if (input.snippets !== true) return { ok: true, value: query };
  const mode = parseMode(input.mode ?? 'strict_entry');
  if (!mode.ok) return mode;
  const sought = soughtOf(input.search_terms ?? [], mode.value);
  return {
    ok: true,
    value: { ...query, snippets: { sought, perNeedle: 1, around: SNIPPET_AROUND, isComplete: true } },
  };
}

function parseCriteria(
  input: SearchInput,
  known: KnownValues,
  further: Expression | null,
): Parsed<Criteria<'domain'>> {
  const { search_terms: searchTerms = [], exclude_terms: excludeTerms = [] } = input;
  const mode = parseMode(input.mode ?? 'strict_entry');
  if (!mode.ok) return mode;
  if (searchTerms.length === 0 && further === null && !hasOtherCriteria(input)) {
    const remedy = 'give at least one term, or else keywords, exclude_terms or filters';
    return invalid('search_terms', input.search_terms === undefined ? 'is missing' : 'is empty', remedy);
  }
  const terms = parseTerms('search_terms', searchTerms);
  if (!terms.ok) return terms;
  const excluded = parseTerms('exclude_terms', excludeTerms);
  if (!excluded.ok) return excluded;
  const runs = checkRuns({ search_terms: searchTerms, exclude_terms: excludeTerms }, mode.value);
  if (!runs.ok) return runs;
  const keywords = parseTerms('keywords', input.keywords ?? []);
  if (!keywords.ok) return keywords;
  const filter = parseFilter(input.filters ?? [], known, specifiedName);
  if (!filter.ok) return filter;
  const tooLarge = filter.value === null ? null : patternFault('filters', patternsOf(filter.value));
  if (tooLarge !== null) return { ok: false, error: tooLarge };
  const order = parseOrder('domain', input.order_by ?? [], specifiedName);
  if (!order.ok) return order;
  const termOf = (term: string): Expression => and(runsOf(term, mode.value).map(sourceText));
  const where = and([
    ...terms.value.map(termOf),
    ...excluded.value.map((term) => not(termOf(term))),
    ...keywords.value.map((text): Expression => ({ kind: 'keyword', text })),
    ...(filter.value === null ? [] : [filter.value]),
    ...(further === null ? [] : [further]),
  ]);
  return { ok: true, value: { level: 'domain', where: simplify(where, 'domain'), order: order.value } };
}

/** Whether something besides terms says which domains are meant. */
function hasOtherCriteria({
  filters = [],
  keywords = [],
  exclude_terms: excluded = [],
}: SearchInput): boolean {
  return filters.length > 0 || keywords.length > 0 || excluded.length > 0;
}

export function parseLimit(limit: number): Parsed<number> {
  if (Number.isInteger(limit) && limit >= 1 && limit <= WINDOW) return { ok: true, value: limit };
  return invalid('limit', `is ${limit}`, `give an integer from 1 to ${WINDOW}`);
}

export function parseStart(
  input: Pick<SearchInput, 'offset' | 'offset_token'>,
  criteria: Criteria,
  limit: number,
  tokenKey: TokenKey,
): Parsed<StartPosition> {
  const offset = input.offset ?? 0;
  if (!Number.isInteger(offset) || offset < 0 || offset >= WINDOW) {
    return invalid(
      'offset',
      `is ${offset}`,
      `give 0 to ${WINDOW - 1} and go on from there with offset_token`,
    );
  }
  if (input.offset_token === undefined) {
    if (limit + offset <= WINDOW) return { ok: true, value: { kind: 'offset', offset: offset + 0 } };
    return invalid(
      'limit + offset',
      `is ${limit + offset}, past ${WINDOW}`,
      'go on with the offset_token of an answer instead of offset',
    );
  }
  if (offset !== 0) return invalid('offset', `is ${offset} beside offset_token`, 'give one of the two');
  const opened = openToken(tokenKey, input.offset_token, criteria);
  return opened.ok
    ? { ok: true, value: { kind: 'after', cursor: opened.cursor } }
    : { ok: false, error: TOKEN_ERRORS[opened.fault] };
}

const TOKEN_ERRORS: Readonly<Record<TokenFault, InvalidInput>> = {
  empty: tokenError('is empty', 'stop when an answer has an empty one, or leave the field out to start over'),
  malformed: tokenError('is not a token', "give the previous answer's, unchanged"),
  truncated: tokenError('is cut off', "give the previous answer's whole"),
  other_version: tokenError('is of another version of this service', 'start the search over without it'),
  not_ours: tokenError('was changed, or given by another service', "give the previous answer's, unchanged"),
  other_query: tokenError(
    'belongs to another search',
    'repeat all but limit and snippets as it was, or start over without it',
  ),
};

function tokenError(problem: string, remedy: string): InvalidInput {
  return { field: 'offset_token', problem, remedy };
}
