import type { estypes } from '@elastic/elasticsearch';
import {
  type Condition,
  type Cursor,
  type Expression,
  type IndexedScope,
  isIndexed,
  isIndexedScope,
  isNegated,
  labelChoice,
  LABEL_FIELDS,
  type OrderRule,
  type TimeSpan,
} from '@sitegrep/search';
import { comparisonOf, isOrderField } from '@sitegrep/site';
import { changedDomains, ofDomains } from './change-query.ts';
import { gramToken, isExact, longRuns, runToken } from './grams.ts';
import { labelPath } from './label-counts.ts';
import { listedDomains } from './listed-names.ts';
import { phraseAnalyzer } from './gram-analysis.ts';
import { type NestedPath, nestedPaths, PAGE, PAST, UNIT } from './page-mapping.ts';
import { RANGE_OPERATORS, rankCondition } from './ranks.ts';
import type { DomainSource, Ranked } from './stored.ts';
import { choiceKey, regexKey, type Resolved } from './resolved.ts';
import { fulfilling } from './searches/saved-query.ts';
import { anyOfValues } from './value-query.ts';

/** Fields of a text that terms are searched in. */
interface TextFields {
  /** Field with 4-grams and their positions. */
  readonly fourGrams: string;
  /** Field with the set of grams of one and two characters. */
  readonly grams: string;
}

/** Fields of the texts of a page; of what was kept of one before, it has these alone. */
const SCOPES: Readonly<Record<NestedPath, Partial<Readonly<Record<IndexedScope, TextFields>>>>> = {
  [PAGE]: {
    body: fieldsOf(PAGE, 'source'),
    rendered: fieldsOf(PAGE, 'rendered'),
    url: fieldsOf(PAGE, 'url'),
    dns: fieldsOf(PAGE, 'dns'),
    headers: fieldsOf(PAGE, 'headers'),
    cookies: fieldsOf(PAGE, 'cookies'),
    file: fieldsOf(PAGE, 'file'),
  },
  [PAST]: {
    body: fieldsOf(PAST, 'source'),
    rendered: fieldsOf(PAST, 'rendered'),
    url: fieldsOf(PAST, 'url'),
  },
};

function fieldsOf(path: NestedPath, property: string): TextFields {
  return { fourGrams: `${path}.${property}`, grams: `${path}.${property}_grams` };
}

const WORDS: TextFields = { fourGrams: 'words', grams: 'word_grams' };

/**
 * Elasticsearch query for what the index decides of domains: exact, and without scores. It finds live documents only.
 *
 * @param where texts anywhere in a source or in what scripts wrote, without regard to case, keywords, conditions, `and`, `or`, `not`
 * of these, and `same_page` and `same_version` of what `isOfPages`
 * @param resolved the values that fulfil conditions which no query can say
 */
export function queryFor(where: Expression, resolved: Resolved): estypes.QueryDslQueryContainer {
  const query = conditionFor(where, resolved);
  // Documents that are not live have no text, but may fulfil everything else.
  return requiresText(where) ? query : { bool: { filter: [{ term: { live: true } }, query] } };
}

function requiresText(where: Expression): boolean {
  if (where.kind === 'and') return where.of.some(requiresText);
  return where.kind === 'text' || where.kind === 'same_page' || where.kind === 'same_version';
}

/** The same, which may also find documents that are not live. */
export function conditionFor(where: Expression, resolved: Resolved): estypes.QueryDslQueryContainer {
  const partFor = (part: Expression): estypes.QueryDslQueryContainer => conditionFor(part, resolved);
  switch (where.kind) {
    case 'constant':
      return where.value ? { match_all: {} } : NOTHING;
    case 'and':
      return allOf(where.of.map(partFor));
    case 'or':
      return { bool: { should: where.of.map(partFor), minimum_should_match: 1 } };
    case 'not':
      return { bool: { must_not: [partFor(where.of)] } };
    case 'text':
      return some(PAGE, where);
    case 'same_page':
      return some(PAGE, where.of);
    case 'keyword':
      return conditionOf(where.text, WORDS) ?? NOTHING;
    case 'condition':
      return fieldCondition(where.condition, resolved);
    case 'same_change':
      return changedDomains(where.of, resolved, (part) => ofDomains(queryFor(part, resolved)));
    case 'change_label':
    case 'change_time':
    case 'change_by':
      throw new TypeError(`a ${where.kind} stands outside of same_change`);
    case 'same_version':
      return {
        bool: { should: nestedPaths('version').map((path) => some(path, where.of)), minimum_should_match: 1 },
      };
    case 'version_time':
    case 'pattern':
    case 'near':
      throw new TypeError(`the index does not decide ${where.kind}`);
  }
}

function some(path: NestedPath, where: Expression): estypes.QueryDslQueryContainer {
  return { nested: { path, query: pageCondition(where, path), score_mode: 'none' } };
}

/**
 * Elasticsearch query for what the index decides of pages, or of versions, in their nested documents.
 *
 * @param where which `isOfPages`
 */
export function pageCondition(where: Expression, path: NestedPath): estypes.QueryDslQueryContainer {
  const partFor = (part: Expression): estypes.QueryDslQueryContainer => pageCondition(part, path);
  switch (where.kind) {
    case 'constant':
      return where.value ? { match_all: {} } : NOTHING;
    case 'and':
      return allOf(where.of.map(partFor));
    case 'or':
      return { bool: { should: where.of.map(partFor), minimum_should_match: 1 } };
    case 'not':
      return { bool: { must_not: [partFor(where.of)] } };
    case 'same_page':
      return partFor(where.of);
    case 'version_time':
      return stoodIn(where, path);
    case 'text': {
      if (!isIndexed(where, UNIT) || !isIndexedScope(where.scope))
        throw new TypeError('the index knows texts without regard to case');
      const fields = SCOPES[path][where.scope];
      return fields === undefined ? NOTHING : (conditionOf(where.text, fields) ?? NOTHING);
    }
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'same_version':
    case 'pattern':
    case 'near':
      throw new TypeError(`the index does not know ${where.kind} of pages`);
  }
}

/** Versions that stood at some time of a span. A page that stands has no last time. */
function stoodIn({ from, until }: TimeSpan, path: NestedPath): estypes.QueryDslQueryContainer {
  return allOf([
    ...(until === null ? [] : [{ range: { [`${path}.first_seen`]: { lt: 1_000 * until } } }]),
    ...(from === null || path === PAGE ? [] : [{ range: { [`${path}.last_seen`]: { gte: 1_000 * from } } }]),
  ]);
}

const NOTHING: estypes.QueryDslQueryContainer = { match_none: {} };

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
  const [first, second, third, fourth] = characters;
  if (third === undefined) return gram(gramToken(first ?? '', second));
  // Every three characters of a text begin one of its 4-grams: a text has a character after its last one.
  if (fourth === undefined) return { prefix: { [fields.fourGrams]: { value: term } } };
  const runs = longRuns(term);
  const only = runs.find(({ length }) => length === characters.length);
  if (only !== undefined && isExact(only)) return gram(runToken(only));
  const analyzer = phraseAnalyzer(characters.length);
  const phrase = { match_phrase: { [fields.fourGrams]: { query: term, analyzer } } };
  // The tokens of the runs are cheap to look up and exclude most documents before the phrase is checked.
  return runs.length === 0 ? phrase : allOf([...runs.map((run) => gram(runToken(run))), phrase]);
}

function fieldCondition(condition: Condition, resolved: Resolved): estypes.QueryDslQueryContainer {
  switch (condition.kind) {
    case 'range':
      if (condition.field === 'rank') return rankCondition(condition);
      return { range: { [condition.field]: { [RANGE_OPERATORS[condition.op]]: condition.value } } };
    case 'any_of': {
      const { field, negated } = condition;
      if (field === 'rank') return unless(negated, rankCondition(condition));
      const values = [...condition.values];
      if (isOrderField(field)) return unless(negated, { terms: { [field]: values } });
      const should = LABEL_FIELDS[field].map((kind) => ({ terms: { [labelPath(kind)]: values } }));
      return unless(negated, { bool: { should, minimum_should_match: 1 } });
    }
    case 'in_list':
      return unless(
        condition.negated,
        condition.field === 'saved' ? fulfilling(condition.values) : listedDomains(condition),
      );
    case 'matching':
    case 'versions': {
      const labels = resolved.labels.get(choiceKey(condition));
      if (labels === undefined) throw new TypeError('the labels that a condition chooses were not read');
      const path = labelPath(labelChoice(condition).kind);
      return unless(isNegated(condition), { terms: { [path]: [...labels] } });
    }
    case 'regex': {
      const { field, negated } = condition;
      const values = resolved.values.get(regexKey(condition));
      if (values === undefined) throw new TypeError('the values that match a condition were not read');
      return unless(negated, anyOfValues(field, values));
    }
    case 'like': {
      const value = condition.pattern.replaceAll(/[\\*?]/g, String.raw`\$&`).replaceAll('%', '*');
      return unless(condition.negated, { wildcard: { [`folded.${condition.field}`]: { value } } });
    }
  }
}

/** The negation of a condition also matches documents without the field. */
function unless(negated: boolean, condition: estypes.QueryDslQueryContainer): estypes.QueryDslQueryContainer {
  return negated ? { bool: { must_not: [condition] } } : condition;
}

/** Sort parameter of a query by `rankedBy`; unknown values come last in both directions. */
export function sortOf(rules: readonly OrderRule[]): estypes.SortCombinations[] {
  return rules.map((rule) =>
    rule.field === 'rank'
      ? { _score: { order: rule.direction } }
      : { [rule.field]: { order: rule.direction, missing: unknownOf(rule) ?? '_last' } },
  );
}

/**
 * Elasticsearch appends a sort rule of its own to a search at a point in time, the position within the shard. The domain is
 * sorted before it, so the rule never decides, and the largest position continues after the last hit.
 */
export const MAX_SHARD_POSITION = Number.MAX_SAFE_INTEGER;

/** Values of a cursor for `search_after`. */
export function searchAfter(rules: readonly OrderRule[], values: Cursor['values']): estypes.SortResults {
  return rules.map((rule, index) => values[index] ?? unknownOf(rule));
}

/** Values of a cursor in the sort values of a hit. */
export function sortedValues(rules: readonly OrderRule[], sort: estypes.SortResults): Cursor['values'] {
  return rules.map((rule, index) => {
    const value = sort[index];
    const isKnown = (typeof value === 'string' || typeof value === 'number') && value !== unknownOf(rule);
    return isKnown ? value : null;
  });
}

export function cursorValues(rules: readonly OrderRule[], source: DomainSource & Ranked): Cursor['values'] {
  return rules.map(({ field }) => source[field]);
}

/**
 * Number that sorts after every known one: `search_after` does not accept null for a missing number. Null for texts.
 */
function unknownOf({ field, direction }: OrderRule): number | null {
  if (comparisonOf(field) === 'text') return null;
  return direction === 'asc' ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
}
