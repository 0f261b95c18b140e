// Saved searches that a query names. At levels by page, one of pages stands for its criteria on the page besides.
import {
  type Condition,
  type Expression,
  type InList,
  type Level,
  LEVELS,
  partsOf,
  simplify,
} from '@sitegrep/search';
import { listsIn } from '../lists/domain-lists.ts';
import { type SavedSearch, UnfitSavedSearch } from './saved-searches.ts';

/** Maximum number of parts of a query with the criteria of the saved searches that it names. */
const MAX_PARTS = 4_000;

/** A saved search as far as queries depend on it. */
export type NamedSearch = Pick<SavedSearch, 'id' | 'level' | 'where'>;

/**
 * A query in which, if its level is by page, the searches of pages that it names stand for what is on a page.
 *
 * @param where in canonical form for the level
 * @param find gives a search that the query names; it throws if there is none
 * @returns the query itself if it names no search, or is of another level
 * @throws UnfitSavedSearch; what `find` throws
 */
export function withSearches(where: Expression, level: Level, find: (id: string) => NamedSearch): Expression {
  const names = listsIn(where, 'saved');
  if (names.length === 0) return where;
  const searches = new Map(names.map((name) => [name, find(name)]));
  for (const { id, level: own } of searches.values()) {
    if (own === 'change')
      throw new UnfitSavedSearch(
        id,
        'finds changes, and neither domains nor pages',
        'write what it is about into the query, or read its events',
      );
  }
  if (!LEVELS[level].isByPage) return where;
  let parts = 0;
  const onPage = ({ id, level: own, where: criteria }: NamedSearch): Expression => {
    const condition = conditionOn([id]);
    if (own !== 'page') return condition;
    parts += [...partsOf(criteria)].length;
    if (parts > MAX_PARTS)
      throw new UnfitSavedSearch(
        id,
        `makes the query one of more than ${MAX_PARTS} parts, with the other saved searches that it names`,
        'name fewer of them',
      );
    return { kind: 'and', of: [condition, criteria] };
  };
  const expanded = (part: Expression): Expression => {
    switch (part.kind) {
      case 'condition': {
        const { condition } = part;
        if (!isOfSearches(condition)) return part;
        const of: Expression = {
          kind: 'or',
          of: condition.values.flatMap((id) => searches.get(id) ?? []).map(onPage),
        };
        return condition.negated ? { kind: 'not', of } : of;
      }
      case 'and':
      case 'or':
        return { kind: part.kind, of: part.of.map(expanded) };
      case 'not':
        return { kind: 'not', of: expanded(part.of) };
      case 'same_page':
      case 'same_version':
        return { kind: part.kind, of: expanded(part.of) };
      case 'constant':
      case 'near':
      case 'text':
      case 'pattern':
      case 'keyword':
      case 'same_change':
      case 'change_label':
      case 'change_time':
      case 'change_by':
      case 'version_time':
        return part;
    }
  };
  return simplify(expanded(where), level);
}

function isOfSearches(condition: Condition): condition is InList {
  return condition.kind === 'in_list' && condition.field === 'saved';
}

function conditionOn(values: readonly string[]): Expression {
  return { kind: 'condition', condition: { kind: 'in_list', field: 'saved', values, negated: false } };
}
