import { ORDER_FIELDS, type OrderField } from '@sitegrep/site';

/** Levels of a search, which say what an item of its answer is. */
export const LEVEL_NAMES = ['domain', 'page', 'version', 'change'] as const;
export type Level = (typeof LEVEL_NAMES)[number];

/** Fields of its own that an item of each level can be ordered by. */
interface OwnSortFields {
  readonly domain: never;
  readonly page: 'url' | 'fetched_at';
  readonly version: 'url' | 'first_seen' | 'last_seen' | 'id';
  readonly change: 'at' | 'recorded';
}

/** Fields that items can be ordered by: those of their domain, and their own. */
export type SortField<L extends Level = Level> = OrderField | OwnSortFields[L];

/** Unknown values (null) come last in either direction. Texts compare by code point, times by whole second. */
export interface OrderRule<Field extends SortField = OrderField> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

interface LevelForm<L extends Level> {
  /** Things that an answer has an item for. */
  readonly items: string;
  readonly sortFields: readonly SortField<L>[];
  /** The order of a search that names none. */
  readonly usualOrder: OrderRule<SortField<L>>;
  /** Fields that no two items have alike, by which every order ends. */
  readonly tieBreak: readonly SortField<L>[];
  /** Whether texts and patterns are looked for on each page by itself; otherwise any page of a domain will do. */
  readonly isByPage: boolean;
}

const BY_RANK = { field: 'rank', direction: 'desc' } as const;

/**
 * The levels of a search. Queries, answers, tokens, exports and the reference follow from this table; where levels differ,
 * packages storage, contract, api and cli have a record with an entry for each.
 */
export const LEVELS: { readonly [L in Level]: LevelForm<L> } = {
  domain: {
    items: 'each domain that matches',
    sortFields: ORDER_FIELDS,
    usualOrder: BY_RANK,
    tieBreak: ['domain'],
    isByPage: false,
  },
  page: {
    items: 'each page that matches by itself',
    sortFields: [...ORDER_FIELDS, 'url', 'fetched_at'],
    usualOrder: BY_RANK,
    tieBreak: ['domain', 'url'],
    isByPage: true,
  },
  version: {
    items: 'each version of a page that matches by itself, those that stand included',
    sortFields: [...ORDER_FIELDS, 'url', 'first_seen', 'last_seen', 'id'],
    usualOrder: BY_RANK,
    tieBreak: ['domain', 'url', 'first_seen', 'id'],
    isByPage: true,
  },
  change: {
    items: 'each change of a domain that matches',
    sortFields: [...ORDER_FIELDS, 'at', 'recorded'],
    usualOrder: { field: 'at', direction: 'desc' },
    tieBreak: ['domain', 'at'],
    isByPage: false,
  },
};
