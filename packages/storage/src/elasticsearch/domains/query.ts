import type { estypes } from '@elastic/elasticsearch';
import type { Cursor, OrderField, OrderRule } from '@sitegrep/search';
import { gramToken } from '../../grams.ts';
import { phraseAnalyzer } from './mapping.ts';
import { isTold, longRuns, runToken } from './runs.ts';
import type { DomainSource } from './stored.ts';

/** Field of each order, and what stands for unknown when it is sorted: null: the engine's own last value. */
const FIELDS = {
  domain_rank: 'rank',
  domain: 'domain',
  last_visited: 'visited',
  country_iso_code: 'country',
  language_code: 'language',
  content_language_code: 'content_language',
} as const satisfies Record<OrderField, keyof DomainSource>;

/** What a hit has to bring along for its cursor. */
export const ORDER_SOURCE: readonly string[] = Object.values(FIELDS);

/**
 * The condition for a term, exact.
 *
 * @param term case-folded, at least one character
 * @returns null if no stored text can hold the term
 */
export function conditionOf(term: string): estypes.QueryDslQueryContainer | null {
  if (!term.isWellFormed() || term.includes('\0')) return null;
  const characters = Array.from(term);
  const [first, second, third] = characters;
  if (third === undefined) return gramCondition(gramToken(first ?? '', second));
  const runs = longRuns(term);
  const whole = runs.find(({ length }) => length === characters.length);
  if (whole !== undefined && isTold(whole)) return gramCondition(runToken(whole));
  const phrase = { match_phrase: { text: { query: term, analyzer: phraseAnalyzer(characters.length) } } };
  // Documents without the runs need not be looked at.
  return runs.length === 0
    ? phrase
    : { bool: { filter: [...runs.map((run) => gramCondition(runToken(run))), phrase] } };
}

function gramCondition(value: string): estypes.QueryDslQueryContainer {
  return { term: { grams: { value } } };
}

/** Unknown values last in either direction. */
export function sortOf(rules: readonly OrderRule[]): estypes.SortCombinations[] {
  return rules.map((rule) => ({
    [FIELDS[rule.field]]: { order: rule.direction, missing: unknownOf(rule) ?? '_last' },
  }));
}

/** The values of a cursor as `search_after` takes them. */
export function searchAfter(rules: readonly OrderRule[], cursor: Cursor): estypes.SortResults {
  return rules.map((rule, index) => cursor.values[index] ?? unknownOf(rule));
}

export function cursorValues(rules: readonly OrderRule[], source: DomainSource): Cursor['values'] {
  return rules.map(({ field }) => source[FIELDS[field]]);
}

/** The number that sorts behind every time, since a number that is missing has no null to continue from; else null. */
function unknownOf({ field, direction }: OrderRule): number | null {
  if (field !== 'last_visited') return null;
  return direction === 'asc' ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
}
