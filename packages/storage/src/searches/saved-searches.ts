import type { Expression, Level } from '@sitegrep/search';
import type { Listed, PageRequest } from '../records.ts';

/**
 * Searches that users keep under a name, and that are decided for a domain whenever it is put: which domains fulfil them is known
 * without a search, and that a domain begins or ends to fulfil one is an event.
 */
export interface SavedSearches {
  /**
   * Makes a search or replaces it. What is stored is decided anew only if its level or its criteria are others; until `fill` has been
   * through, `saved:` finds what was decided so far.
   *
   * @throws SearchRefused; then nothing is changed
   */
  put(search: NewSearch): Promise<SavedSearch>;
  get(id: string): Promise<SavedSearch | null>;
  /** All of them by their names; `next` is the name of the last one. */
  list(page: PageRequest): Promise<Listed<SavedSearch>>;
  /** Deletes a search with all that is known of what fulfils it, its events included. @returns false if there was none */
  delete(id: string): Promise<boolean>;
  /**
   * Decides stored domains for all searches that are not filled, without events, and drops events that are too old or too many. It is
   * done in steps: after it was aborted or killed, the next call goes on where it was. Several processes may call it at once.
   *
   * @throws what `signal` was aborted with
   */
  fill(options?: { readonly signal?: AbortSignal }): Promise<void>;
  /** Number of the domains that fulfil a search; of one at level `change` 0. Null if there is no such search. */
  count(id: string): Promise<number | null>;
  /** Events in the order of their numbers; each caller that continues after the last number that it has gets all of them, each once. */
  events(request: EventRequest): Promise<readonly SearchEvent[]>;
}

/** Maximum number of saved searches. */
export const MAX_SEARCHES = 10_000;

/** Maximum number of pages that an event names. */
export const MAX_EVENT_PAGES = 20;

/** Maximum number of events that are kept. */
export const MAX_EVENTS = 1_000_000;

/** Time for which events are kept, in milliseconds. */
export const MAX_EVENT_AGE_MS = 30 * 86_400_000;

/** Levels at which searches are saved. */
export type SearchLevel = Extract<Level, 'domain' | 'page' | 'change'>;

/** A search that is saved. */
export interface NewSearch {
  /** Its name: small letters, digits, `-` and `_`, at most 64. */
  readonly id: string;
  readonly level: SearchLevel;
  /** Its criteria, in canonical form for its level. They name no saved search. */
  readonly where: Expression;
  /** A JSON value that says what its users say of it, which is kept and given back as it is. */
  readonly definition: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface SavedSearch extends Omit<NewSearch, 'at'> {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly changedAt: number;
  /** Rises when its level or its criteria change. */
  readonly generation: number;
  /** Whether all stored domains are decided. */
  readonly filled: boolean;
}

export interface EventRequest {
  /** Number of the last event that the caller has; 0: none. */
  readonly after: number;
  /** Number of an event; those before it are wanted. Absent: all. */
  readonly before?: number;
  /** 1–1,000. */
  readonly limit: number;
  /** Id of the search; absent: of all. */
  readonly search?: string;
  /** The newest events first, as far as they are newer than `after`. */
  readonly newestFirst?: boolean;
}

/** Something that a put, a visit without one, or a deletion changed about what a search finds. A put has one for a search and a domain at most, at level `change` one for each record. */
export interface SearchEvent {
  /** It rises with every event that is written, and is never used twice. */
  readonly number: number;
  readonly search: string;
  readonly domain: string;
  /** Revision of the domain right after it; of a deletion, that of the removal. */
  readonly revision: number;
  /** `changed`: other pages fulfil it, or one of them has another source; at level `page` alone. */
  readonly kind: 'appeared' | 'disappeared' | 'changed';
  /** Milliseconds since the epoch. */
  readonly at: number;
  /**
   * URLs: at level `page` of pages that fulfil it, `MAX_EVENT_PAGES` at most; at level `domain` of the first page that shows any of it, if
   * one does. Empty where it is fulfilled no more, and at level `change`.
   */
  readonly pages: readonly string[];
  /** Number of pages that fulfil it; at the other levels that of `pages`. */
  readonly total: number;
  /** `deletion`: it is fulfilled no more because the domain was deleted or taken down. */
  readonly by: 'visit' | 'deletion';
}

/** A search cannot be saved. Nothing was changed. */
export class SearchRefused extends Error {
  override readonly name = 'SearchRefused';
  /** A sentence without its subject, for instance “would read all pages of every site”. */
  readonly problem: string;
  readonly remedy: string;

  constructor(problem: string, remedy: string) {
    super(`the saved search ${problem}; ${remedy}`);
    this.problem = problem;
    this.remedy = remedy;
  }
}

/** A search names a saved search that does not exist. */
export class UnknownSavedSearch extends Error {
  override readonly name = 'UnknownSavedSearch';
  readonly search: string;
  /** The saved searches that exist, or the first of them. */
  readonly known: readonly string[];

  constructor(search: string, known: readonly string[]) {
    super(`there is no saved search ${search}`);
    this.search = search;
    this.known = known;
  }
}

/** A search names a saved search that cannot stand there. */
export class UnfitSavedSearch extends Error {
  override readonly name = 'UnfitSavedSearch';
  readonly search: string;
  /** A sentence without its subject, for instance “finds changes”. */
  readonly problem: string;
  readonly remedy: string;

  constructor(search: string, problem: string, remedy: string) {
    super(`the saved search ${search} ${problem}; ${remedy}`);
    this.search = search;
    this.problem = problem;
    this.remedy = remedy;
  }
}
