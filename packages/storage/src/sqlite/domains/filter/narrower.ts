import {
  holds,
  isNegated,
  isValueCondition,
  needsOf,
  type Filter,
  type MembersCondition,
  type Query,
  type ValueCondition,
} from '@sitegrep/search';
import { RecentlyUsed, without } from '@sitegrep/segments';
import { isOrderField, type OrderField } from '@sitegrep/site';
import { ENTRIES_A_ROW, type Lists } from '../order/lists.ts';
import { valueAt, type Entry } from '../order/chunk.ts';
import type { DomainRow, RowReader } from '../rows.ts';
import type { State } from '../state.ts';
import { indexIn, MATCH_BYTES, type Matches, type TextMatcher } from '../text-matches.ts';
import { openFactsConditions } from './facts-conditions.ts';
import { visitFulfilling } from './list-conditions.ts';

export interface NarrowerParts {
  readonly matcher: TextMatcher;
  readonly rows: RowReader;
  readonly lists: Lists;
  readonly state: () => State;
  /** Reads the row of an entry of the list of a field. */
  readonly rowOf: (entry: Entry, field: OrderField) => DomainRow;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** Matches of a search, and the state of the index in which they were found. */
interface Answer {
  readonly matches: Matches;
  readonly commits: number;
}

/** Approximate size of a cache entry besides its revisions, in bytes. */
const ENTRY_BYTES = 1_000;
/** Rows that are read between two checks whether the search was aborted. */
const ROWS_AT_A_TIME = 256;

/** Finds the documents that match a whole query: terms by the index, then filters and keywords by lists, rows and facts. */
export function openNarrower(parts: NarrowerParts): { find(query: Query): Matches } {
  const { matcher, rows, lists, checkpoint } = parts;
  /** Pages of a walk, and searches that are alike, are filtered once as long as nothing is written. */
  const cache = new RecentlyUsed<Answer>(
    MATCH_BYTES,
    (key, { matches }) => matches.byteLength + 2 * key.length + ENTRY_BYTES,
  );
  const facts = openFactsConditions({
    factsOf: (revision) => rows.facts(rows.domain('revision', revision)),
    checkpoint,
  });
  let domains = 0;

  function fulfilling(filter: Filter, matches: Matches): Matches {
    if (matches.length === 0) return matches;
    if (filter.kind === 'and') {
      return cheapFirst(filter.of).reduce((left, one) => fulfilling(one, left), matches);
    }
    if (filter.kind === 'or') {
      const open = cheapFirst(filter.of).reduce((left, one) => without(left, fulfilling(one, left)), matches);
      return without(matches, open);
    }
    const found = isValueCondition(filter) ? ofList(filter, matches) : ofMembers(filter, matches);
    return isNegated(filter) ? without(matches, found) : found;
  }

  function ofMembers({ field, values }: MembersCondition, matches: Matches): Matches {
    return facts.fulfilling({ kind: 'members', field, values: values.map(String) }, matches);
  }

  function ofList(condition: ValueCondition, matches: Matches): Matches {
    const { field } = condition;
    if (ENTRIES_A_ROW * matches.length < domains) {
      return matches.filter((revision, index) => {
        if (index % ROWS_AT_A_TIME === 0) checkpoint();
        return holds(condition, rows.domain('revision', revision)[field]);
      });
    }
    const found = new Uint8Array(matches.length);
    visitFulfilling(lists, condition, parts.rowOf, (chunk, index) => {
      const at = indexIn(matches, valueAt(chunk.revisions, index));
      if (at !== -1) found[at] = 1;
    });
    return matches.filter((_, index) => found[index] === 1);
  }

  function narrowed(matches: Matches, { filter, keywords }: Query): Matches {
    const left = filter === null ? matches : fulfilling(filter, matches);
    return keywords.reduce((some, text) => facts.fulfilling({ kind: 'keyword', text }, some), left);
  }

  return {
    find(query) {
      const found = matcher.find(needsOf(query), checkpoint);
      if (query.filter === null && query.keywords.length === 0) return found;
      const { commits, domains: count } = parts.state();
      domains = count;
      const { mode, terms, excludedTerms, keywords, filter } = query;
      const key = JSON.stringify([mode, terms, excludedTerms, keywords, filter]);
      const known = cache.get(key);
      if (known?.commits === commits) return known.matches;
      const matches = narrowed(found, query);
      cache.set(key, { matches, commits });
      return matches;
    },
  };
}

function cheapFirst(filters: readonly Filter[]): readonly Filter[] {
  return filters.toSorted((a, b) => costOf(a) - costOf(b));
}

function costOf(filter: Filter): number {
  if (filter.kind === 'and' || filter.kind === 'or') return Math.max(...filter.of.map(costOf));
  if (!isOrderField(filter.field)) return 2;
  return filter.kind === 'like' && filter.field === 'domain' ? 1 : 0;
}
