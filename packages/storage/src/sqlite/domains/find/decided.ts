import { type Expression, type IndexedScope, type IndexedText, isIndexed } from '@sitegrep/search';
import { intersection, union, without } from '@sitegrep/segments';
import { isOrderField } from '@sitegrep/site';
import type { Matches, TextMatcher } from '../text-matches.ts';
import { type ConditionParts, openConditions } from './conditions.ts';
import { openKeywords } from './keywords.ts';

export interface DecidedParts extends ConditionParts {
  readonly matcher: TextMatcher;
}

/** Finds the documents that fulfil what the index, the lists and the facts decide. */
export interface DecidedFinder {
  /**
   * @param where texts anywhere in a source or in what scripts wrote, without regard to case, keywords, conditions, and `and`, `or`, `not` of these
   * @param among only these; null: all documents
   */
  find(where: Expression, among: Matches | null): Matches;
}

export function openDecidedFinder(parts: DecidedParts): DecidedFinder {
  const { matcher, rows, checkpoint } = parts;
  const fulfilling = openConditions(parts);
  const keywords = openKeywords({
    factsOf: (revision) => rows.facts(rows.domain('revision', revision)),
    checkpoint,
  });

  function find(where: Expression, among: Matches | null): Matches {
    if (among?.length === 0) return among;
    switch (where.kind) {
      case 'constant':
        return where.value ? (among ?? all()) : new Float64Array();
      case 'text':
        return within(
          matcher.find({ scope: scopeOf(where), all: [textOf(where)], none: [] }, checkpoint),
          among,
        );
      case 'and':
        return ofAll(where.of, among);
      case 'or': {
        // Each part looks only at what no part before it has.
        let left = among;
        let found: Matches = new Float64Array();
        for (const part of cheapFirst(where.of)) {
          const more = find(part, left);
          found = union(found, more);
          if (left !== null) left = without(left, more);
        }
        return found;
      }
      case 'not':
        return without(among ?? all(), find(where.of, among));
      case 'keyword':
        return keywords.having(where.text, among ?? all());
      case 'condition':
        return fulfilling(where.condition, among ?? all());
      case 'pattern':
      case 'near':
      case 'same_page':
        throw new TypeError(`the index does not decide ${where.kind}`);
    }
  }

  function all(): Matches {
    return matcher.find({ scope: 'body', all: [], none: [] }, checkpoint);
  }

  /** Texts of sources are looked up together, which is faster than one by one; then the rest looks at what is left. */
  function ofAll(of: readonly Expression[], among: Matches | null): Matches {
    const isText = (part: Expression): boolean => part.kind === 'text' && part.scope === 'body';
    const [texts, rest] = [of.filter(isText), of.filter((part) => !isText(part))];
    const excluded = rest.filter((part) => part.kind === 'not' && isText(part.of));
    const further = rest.filter((part) => !excluded.includes(part));
    const none = excluded.map((part) => textOf(part.kind === 'not' ? part.of : part));
    // Excluded texts alone would be a search among all documents, also where there are few.
    const isSearched = texts.length > 0 || (none.length > 0 && among === null && further.length === 0);
    const found = isSearched
      ? within(matcher.find({ scope: 'body', all: texts.map(textOf), none }, checkpoint), among)
      : among;
    const left = isSearched ? further : rest;
    return cheapFirst(left).reduce<Matches | null>((some, part) => find(part, some), found) ?? all();
  }

  return { find };
}

function within(found: Matches, among: Matches | null): Matches {
  return among === null ? found : intersection(found, among);
}

function textOf(part: Expression): string {
  return indexedText(part).text;
}

function scopeOf(part: Expression): IndexedScope {
  return indexedText(part).scope;
}

function indexedText(part: Expression): IndexedText {
  if (part.kind === 'text' && isIndexed(part)) return part;
  throw new TypeError('the index knows texts anywhere in a source, without regard to case');
}

function cheapFirst(parts: readonly Expression[]): readonly Expression[] {
  return parts.toSorted((a, b) => costOf(a) - costOf(b));
}

/** Texts are looked up in the index, values in lists; names are compared one by one, and facts are read. */
function costOf(part: Expression): number {
  switch (part.kind) {
    case 'constant':
    case 'text':
      return 0;
    case 'and':
    case 'or':
      return Math.max(...part.of.map(costOf));
    case 'not':
    case 'same_page':
      return costOf(part.of);
    case 'condition':
      if (!isOrderField(part.condition.field)) return 1;
      return part.condition.kind === 'like' && part.condition.field === 'domain' ? 2 : 1;
    case 'keyword':
      return 3;
    case 'pattern':
    case 'near':
      return 4;
  }
}
