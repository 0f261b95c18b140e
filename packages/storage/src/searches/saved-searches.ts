import { isDeepStrictEqual } from 'node:util';
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
   * @param over the search that it may replace, as it was read; null: none. Absent: whichever there is
   * @throws SearchRefused; then nothing is changed
   */
  put(search: NewSearch, over?: SavedSearch | null): Promise<SavedSearch>;
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
  /**
   * Tells how some searches stand. Those that do not exist are missing.
   *
   * @param ids at most `MAX_STANDINGS`
   * @param since milliseconds since the epoch: events from then on are counted
   */
  standings(ids: readonly string[], since: number): Promise<ReadonlyMap<string, SearchStanding>>;
  /** Events in the order of their numbers; each caller that continues after the last number that it has gets all of them, each once. */
  events(request: EventRequest): Promise<readonly SearchEvent[]>;
}

/** Maximum number of saved searches. */
export const MAX_SEARCHES = 10_000;

/** Maximum number of pages that an event names. */
export const MAX_EVENT_PAGES = 20;

/** Maximum number of events that are kept. */
export const MAX_EVENTS = 1_000_000;

/** Maximum number of searches of which it is told at a time how they stand. */
export const MAX_STANDINGS = 1_000;

/** Maximum number of recent events that are counted of a search. */
export const MAX_RECENT_EVENTS = 100;

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

/** How much a search finds, and what happened to it last. */
export interface SearchStanding {
  /** Number of the domains that fulfil it, as of `count`. */
  readonly domains: number;
  /** Its newest event; null: there is none. */
  readonly last: SearchEvent | null;
  /** Number of its recent events, `MAX_RECENT_EVENTS` if there are more. */
  readonly recent: number;
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

/**
 * - `too broad`: it could not be decided cheaply
 * - `too many`: there are as many as there may be
 * - `names another`: it names a saved search
 * - `changed`: there is another one under its name than the one that it may replace
 */
export type SearchRefusal = 'too broad' | 'too many' | 'names another' | 'changed';

/** A search cannot be saved. Nothing was changed. */
export class SearchRefused extends Error {
  override readonly name = 'SearchRefused';
  readonly reason: SearchRefusal;
  /** A sentence without its subject, for instance “would read all pages of every site”. */
  readonly problem: string;
  readonly remedy: string;

  constructor(reason: SearchRefusal, problem: string, remedy: string) {
    super(`the saved search ${problem}; ${remedy}`);
    this.reason = reason;
    this.problem = problem;
    this.remedy = remedy;
  }
}

/** The refusal of one more than there may be. */
export function tooManySearches(): SearchRefused {
  return new SearchRefused(
    'too many',
    `would be one more than the ${MAX_SEARCHES} that there may be`,
    'delete one that is not needed',
  );
}

/** The refusal of one whose criteria name others. @param named their names */
export function namesAnother(named: readonly string[]): SearchRefused {
  return new SearchRefused(
    'names another',
    `names the saved search ${named.join()}`,
    'write what that one looks for instead',
  );
}

/** The refusal of one that would replace another one than it may, if it would. @param before the one that there is */
export function changedMeanwhile(
  before: SavedSearch | null,
  over: SavedSearch | null | undefined,
): SearchRefused | null {
  if (over === undefined || isDeepStrictEqual(identityOf(before), identityOf(over))) return null;
  return new SearchRefused(
    'changed',
    before === null ? 'was deleted meanwhile' : 'was saved by somebody else meanwhile',
    'read it, and save it again if that is still wanted',
  );
}

/** All of a search that a put changes. */
function identityOf(search: SavedSearch | null): unknown {
  if (search === null) return null;
  const { filled: _, ...rest } = search;
  return rest;
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
