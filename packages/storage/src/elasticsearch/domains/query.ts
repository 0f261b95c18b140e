import type { estypes } from '@elastic/elasticsearch';
import { type Cursor, type Filter, needsOf, type OrderRule, type Query } from '@sitegrep/search';
import { comparisonOf } from '@sitegrep/site';
import { gramToken, isExact, longRuns, runToken } from './grams.ts';
import { phraseAnalyzer } from './mapping.ts';
import type { DomainSource } from './stored.ts';

/** Fields of a text that terms are searched in. */
interface TextFields {
  readonly trigrams: string;
  readonly grams: string;
}

const SOURCES: TextFields = { trigrams: 'text', grams: 'grams' };
const WORDS: TextFields = { trigrams: 'words', grams: 'word_grams' };

/**
 * Elasticsearch query for everything that a search requires; exact, and without scores.
 *
 * @returns null if no stored text can contain one of its terms
 */
export function conditionFor(query: Query): estypes.QueryDslQueryContainer | null {
  const { all, none } = needsOf(query);
  const required = [
    ...all.map((term) => conditionOf(term, SOURCES)),
    ...query.keywords.map((keyword) => conditionOf(keyword, WORDS)),
  ];
  if (required.includes(null)) return null;
  const excluded = none
    .map((parts) => parts.map((part) => conditionOf(part, SOURCES)))
    .filter((parts) => !parts.includes(null))
    .map((parts) => allOf(parts.filter((part) => part !== null)));
  const conditions = required.filter((condition) => condition !== null);
  // Documents that are not live have no text, but may fulfil everything else.
  if (conditions.length === 0) conditions.push({ term: { live: true } });
  if (query.filter !== null) conditions.push(filterCondition(query.filter));
  return { bool: { filter: conditions, ...(excluded.length === 0 ? {} : { must_not: excluded }) } };
}

function allOf(conditions: readonly estypes.QueryDslQueryContainer[]): estypes.QueryDslQueryContainer {
  const [only] = conditions;
  return conditions.length === 1 && only !== undefined ? only : { bool: { filter: [...conditions] } };
}

/**
 * Elasticsearch query for a term, exact.
 *
 * @param term case-folded, at least one character
 * @returns null if no stored text can contain the term
 */
function conditionOf(term: string, fields: TextFields): estypes.QueryDslQueryContainer | null {
  if (!term.isWellFormed() || term.includes('\0')) return null;
  const gram = (value: string): estypes.QueryDslQueryContainer => ({ term: { [fields.grams]: { value } } });
  const characters = Array.from(term);
  const [first, second, third] = characters;
  if (third === undefined) return gram(gramToken(first ?? '', second));
  const runs = longRuns(term);
  const only = runs.find(({ length }) => length === characters.length);
  if (only !== undefined && isExact(only)) return gram(runToken(only));
  const analyzer = phraseAnalyzer(characters.length);
  const phrase = { match_phrase: { [fields.trigrams]: { query: term, analyzer } } };
  // The tokens of the runs are cheap to look up and exclude most documents before the phrase is checked.
  return runs.length === 0 ? phrase : allOf([...runs.map((run) => gram(runToken(run))), phrase]);
}

function filterCondition(filter: Filter): estypes.QueryDslQueryContainer {
  switch (filter.kind) {
    case 'and':
      return { bool: { filter: filter.of.map(filterCondition) } };
    case 'or':
      return { bool: { should: filter.of.map(filterCondition), minimum_should_match: 1 } };
    case 'range':
      return { range: { [filter.field]: { [RANGE_OPERATORS[filter.op]]: filter.value } } };
    case 'any_of':
      return unless(filter.negated, { terms: { [filter.field]: [...filter.values] } });
    case 'like': {
      const value = filter.pattern.replaceAll(/[\\*?]/g, String.raw`\$&`).replaceAll('%', '*');
      return unless(filter.negated, { wildcard: { [`folded.${filter.field}`]: { value } } });
    }
  }
}

const RANGE_OPERATORS = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const;

/** The negation of a condition also matches documents without the field. */
function unless(negated: boolean, condition: estypes.QueryDslQueryContainer): estypes.QueryDslQueryContainer {
  return negated ? { bool: { must_not: [condition] } } : condition;
}

/** Sort parameter; unknown values come last in both directions. */
export function sortOf(rules: readonly OrderRule[]): estypes.SortCombinations[] {
  return rules.map((rule) => ({
    [rule.field]: { order: rule.direction, missing: unknownOf(rule) ?? '_last' },
  }));
}

/** Values of a cursor for `search_after`. */
export function searchAfter(rules: readonly OrderRule[], cursor: Cursor): estypes.SortResults {
  return rules.map((rule, index) => cursor.values[index] ?? unknownOf(rule));
}

export function cursorValues(rules: readonly OrderRule[], source: DomainSource): Cursor['values'] {
  return rules.map(({ field }) => source[field]);
}

/**
 * Number that sorts after every known one: `search_after` does not accept null for a missing number. Null for texts.
 */
function unknownOf({ field, direction }: OrderRule): number | null {
  if (comparisonOf(field) === 'text') return null;
  return direction === 'asc' ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
}
