import { type Condition, type Filter, needsOf, type OrderField, type Query } from '@sitegrep/search';
import { without } from '@sitegrep/segments';
import { openMatchCache, type MatchIds } from '../match-cache.ts';
import type { Matcher } from '../matcher.ts';
import { indexIn } from '../matches.ts';
import { valueOf } from '../order/key.ts';
import type { Lists } from '../order/lists.ts';
import type { Entry } from '../order/stretch.ts';
import type { DomainRow, RowReader } from '../rows.ts';
import type { State } from '../state.ts';
import { openFactsConditions } from './facts-conditions.ts';
import { holds, visitFulfilling, type ListCondition } from './list-conditions.ts';

export interface NarrowerParts {
  readonly matcher: Matcher;
  readonly rows: RowReader;
  readonly lists: Lists;
  readonly state: () => State;
  /** Reads the row of an entry of the list of a field. */
  readonly rowOf: (entry: Entry, field: OrderField) => DomainRow;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** Entries of a list that are passed in the time in which one row is read, about. */
const ENTRIES_A_ROW = 16;
/** Rows that are read between two looks at whether the search is still wanted. */
const ROWS_AT_A_TIME = 256;

/** Finds what matches a search in all that it asks for: texts by the index, the rest of those by lists, rows and facts. */
export function openNarrower(parts: NarrowerParts): { find(query: Query): MatchIds } {
  const { matcher, rows, lists, checkpoint } = parts;
  const { column } = matcher;
  const cache = openMatchCache();
  const facts = openFactsConditions({
    factsOf: (id) => rows.facts(rows.domain(column, id)),
    checkpoint,
  });
  let domains = 0;
  /** What an id stands for changes with each commit, unless it is a revision. */
  let state: number | null = null;

  function fulfilling(filter: Filter, ids: MatchIds): MatchIds {
    if (ids.length === 0) return ids;
    if (filter.kind === 'and') {
      return cheapFirst(filter.of).reduce((left, one) => fulfilling(one, left), ids);
    }
    if (filter.kind === 'or') {
      const open = cheapFirst(filter.of).reduce((left, one) => without(left, fulfilling(one, left)), ids);
      return without(ids, open);
    }
    const found = isOnList(filter) ? ofList(filter, ids) : ofTechnologies(filter, ids);
    return isNegated(filter) ? without(ids, found) : found;
  }

  function ofTechnologies(condition: Condition, ids: MatchIds): MatchIds {
    const values = condition.kind === 'any_of' ? condition.values.map(String) : [];
    return facts.fulfilling({ kind: 'technologies', values }, ids, state);
  }

  function ofList(condition: ListCondition, ids: MatchIds): MatchIds {
    const { field } = condition;
    if (ENTRIES_A_ROW * ids.length < domains) {
      return ids.filter((id, index) => {
        if (index % ROWS_AT_A_TIME === 0) checkpoint();
        return holds(condition, valueOf(rows.domain(column, id), field));
      });
    }
    const found = new Uint8Array(ids.length);
    visitFulfilling(lists, condition, parts.rowOf, (stretch, index) => {
      const at = indexIn(ids, (column === 'id' ? stretch.ids : stretch.revisions)[index] ?? Number.NaN);
      if (at !== -1) found[at] = 1;
    });
    return ids.filter((_, index) => found[index] === 1);
  }

  function narrowed(ids: MatchIds, { filter, keywords }: Query): MatchIds {
    const left = filter === null ? ids : fulfilling(filter, ids);
    return keywords.reduce((some, text) => facts.fulfilling({ kind: 'keyword', text }, some, state), left);
  }

  return {
    find(query) {
      const found = matcher.find(needsOf(query), checkpoint);
      if (query.filter === null && query.keywords.length === 0) return found;
      const { commits, domains: count } = parts.state();
      [domains, state] = [count, column === 'revision' ? null : commits];
      const { mode, terms, excludedTerms, keywords, filter } = query;
      const key = JSON.stringify([mode, terms, excludedTerms, keywords, filter]);
      const known = cache.get(key);
      if (known?.sequence === commits) return known.ids;
      const ids = narrowed(found, query);
      cache.keep(key, { ids, sequence: commits });
      return ids;
    },
  };
}

function isOnList(condition: Condition): condition is ListCondition {
  return condition.field !== 'technologies';
}

function isNegated(condition: Condition): boolean {
  return condition.kind !== 'range' && condition.negated;
}

function cheapFirst(filters: readonly Filter[]): readonly Filter[] {
  return filters.toSorted((a, b) => costOf(a) - costOf(b));
}

function costOf(filter: Filter): number {
  if (filter.kind === 'and' || filter.kind === 'or') return Math.max(...filter.of.map(costOf));
  if (filter.field === 'technologies') return 2;
  return filter.kind === 'like' && filter.field === 'domain' ? 1 : 0;
}
