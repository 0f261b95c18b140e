import {
  type IndexedScope,
  type IndexedText,
  isIndexed,
  isNegated,
  isValueCondition,
  holds,
  type Condition,
  type Expression,
  LABEL_FIELDS,
  type LabelCondition,
  versionsIn,
  type ValueCondition,
} from '@sitegrep/search';
import { intersection, union, without } from '@sitegrep/segments';
import { isOrderField, versionLabel, type OrderField } from '@sitegrep/site';
import type { LabelLists } from '../labels/label-lists.ts';
import { ENTRIES_A_ROW, type Lists } from '../order/lists.ts';
import { valueAt, type Entry } from '../order/chunk.ts';
import type { DomainRow, RowReader } from '../rows.ts';
import type { State } from '../state.ts';
import { indexIn, type Matches, type TextMatcher } from '../text-matches.ts';
import { openKeywords } from './keywords.ts';
import { visitFulfilling } from './list-conditions.ts';

export interface DecidedParts {
  readonly matcher: TextMatcher;
  readonly rows: RowReader;
  readonly lists: Lists;
  readonly labels: LabelLists;
  readonly state: () => State;
  /** Reads the row of an entry of the list of a field. */
  readonly rowOf: (entry: Entry, field: OrderField) => DomainRow;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** Finds the documents that fulfil what the index, the lists and the facts decide. */
export interface DecidedFinder {
  /**
   * @param where texts anywhere in a source or in what scripts wrote, without regard to case, keywords, conditions, and `and`, `or`, `not` of these
   * @param among only these; null: all documents
   */
  find(where: Expression, among: Matches | null): Matches;
}

/** Rows that are read between two checks whether the search was aborted. */
const ROWS_AT_A_TIME = 256;

export function openDecidedFinder(parts: DecidedParts): DecidedFinder {
  const { matcher, rows, lists, labels, checkpoint } = parts;
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

  function fulfilling(condition: Condition, among: Matches): Matches {
    const found = isValueCondition(condition) ? ofList(condition, among) : ofLabels(condition, among);
    return isNegated(condition) ? without(among, found) : found;
  }

  function ofLabels(condition: LabelCondition, among: Matches): Matches {
    if (condition.kind === 'versions') {
      const { technology, range } = condition;
      const prefix = versionLabel(technology, '');
      const seen = labels.beginningWith('technology_version', prefix);
      const versions = versionsIn(
        range,
        Array.from(seen, (label) => label.slice(prefix.length)),
      );
      const wanted = versions.map((version) => versionLabel(technology, version));
      return labels.having('technology_version', wanted, among);
    }
    const values = condition.values.map(String);
    const found = LABEL_FIELDS[condition.field].map((kind) => labels.having(kind, values, among));
    return found.reduce((some, more) => union(some, more));
  }

  function ofList(condition: ValueCondition, among: Matches): Matches {
    const { field } = condition;
    if (ENTRIES_A_ROW * among.length < parts.state().domains) {
      return among.filter((revision, index) => {
        if (index % ROWS_AT_A_TIME === 0) checkpoint();
        return holds(condition, rows.domain('revision', revision)[field]);
      });
    }
    const found = new Uint8Array(among.length);
    visitFulfilling(lists, condition, parts.rowOf, (chunk, index) => {
      const at = indexIn(among, valueAt(chunk.revisions, index));
      if (at !== -1) found[at] = 1;
    });
    return among.filter((_, index) => found[index] === 1);
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
