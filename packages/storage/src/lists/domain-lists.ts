import { type Expression, type ListField, partsOf } from '@sitegrep/search';
import type { Listed, PageRequest } from '../records.ts';

/** Lists of domains that users keep, as conditions of searches. */
export interface DomainLists {
  /**
   * Replaces the names of a list, which is made if there is none. A search sees the names from before or all of the new ones.
   *
   * @param names canonical domains in any order; one that is repeated counts once
   * @throws ListRefused; then nothing is changed
   */
  put(list: ListTime, names: NameBatches): Promise<DomainList>;
  /**
   * Adds names to a list and removes others from it, in one step. A name that is in both is in the list afterwards.
   *
   * @param names with `isMade`, a list that is not there is made of those that are added; no list is ever replaced by that
   * @returns null if there is no such list and none is made
   * @throws ListRefused; then nothing is changed
   */
  change(
    list: ListTime,
    names: { readonly add: NameBatches; readonly remove: NameBatches; readonly isMade?: boolean },
  ): Promise<DomainList | null>;
  get(id: string): Promise<DomainList | null>;
  /** Number of the domains of a list that are stored; null if there is no such list. */
  countStored(id: string): Promise<number | null>;
  /** All lists by their names. */
  list(page: PageRequest): Promise<Listed<DomainList>>;
  /** The names of a list in code point order; null if there is no such list. */
  names(id: string, page: PageRequest): Promise<Listed<string> | null>;
  /** @returns false if there was none */
  delete(id: string): Promise<boolean>;
}

/** Names as they come in, some at a time. */
export type NameBatches = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

/** A list that is written, and when. */
export interface ListTime {
  /** Its name: small letters, digits, `-` and `_`, at most 64. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface DomainList {
  readonly id: string;
  /** Number of its names. */
  readonly domains: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly changedAt: number;
}

/** Maximum number of names in a list. */
export const MAX_LIST_DOMAINS = 1_000_000;

/** Maximum number of lists. */
export const MAX_LISTS = 1_000;

/** A list cannot be written: it would have no name, or too many, or there are too many lists. Nothing was changed. */
export class ListRefused extends Error {
  override readonly name = 'ListRefused';
  readonly reason: 'empty' | 'too long' | 'too many lists';

  constructor(reason: ListRefused['reason']) {
    super(REFUSALS[reason]);
    this.reason = reason;
  }
}

const REFUSALS: Readonly<Record<ListRefused['reason'], string>> = {
  empty: 'the list would have no name',
  'too long': `the list would have more than ${MAX_LIST_DOMAINS} names`,
  'too many lists': `there are ${MAX_LISTS} lists`,
};

/** The lists that an expression names, each once. @param field of the conditions that name them; `saved`: the saved searches instead */
export function listsIn(where: Expression, field: ListField = 'list'): readonly string[] {
  const names = new Set<string>();
  for (const part of partsOf(where)) {
    if (part.kind === 'condition' && part.condition.kind === 'in_list' && part.condition.field === field)
      for (const name of part.condition.values) names.add(name);
  }
  return [...names];
}

/** A search names a list that does not exist. */
export class UnknownList extends Error {
  override readonly name = 'UnknownList';
  readonly list: string;
  /** The lists that exist, or the first of them. */
  readonly known: readonly string[];

  constructor(list: string, known: readonly string[]) {
    super(`there is no list ${list}`);
    this.list = list;
    this.known = known;
  }
}
