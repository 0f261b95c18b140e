// The saved searches as the writer has them in memory, ready to be decided.
import { MAX_SEARCHES, type SearchRefused } from '../../../searches/saved-searches.ts';
import { type DecidableSearch, SearchDeciders } from '../../../searches/search-deciders.ts';
import type { SearchRow, SearchRows } from './search-rows.ts';

/** Saved searches of a state of the database, which only its writer changes. */
export class KnownSearches {
  readonly deciders: SearchDeciders;
  readonly #rows: Map<string, SearchRow>;
  readonly #byMatches: Map<number, SearchRow>;
  #unfilled: readonly SearchRow[] | null = null;

  constructor(rows: SearchRows) {
    const all = rows.following('', MAX_SEARCHES);
    this.deciders = new SearchDeciders(all.map(decidable));
    this.#rows = new Map(all.map((row) => [row.id, row]));
    this.#byMatches = new Map(all.map((row) => [row.matches, row]));
  }

  get size(): number {
    return this.#rows.size;
  }

  get(id: string): SearchRow | null {
    return this.#rows.get(id) ?? null;
  }

  /** The search whose matches have a number; null: it has others by now. */
  ofMatches(number: number): SearchRow | null {
    return this.#byMatches.get(number) ?? null;
  }

  all(): readonly SearchRow[] {
    return [...this.#rows.values()];
  }

  /** Those for which not all stored domains are decided. */
  get unfilled(): readonly SearchRow[] {
    this.#unfilled ??= this.all().filter(({ filled }) => !filled);
    return this.#unfilled;
  }

  /** @param isDecided whether it has the level and the criteria from before, so that deciders know it */
  set(row: SearchRow, isDecided: boolean): void {
    const before = this.#rows.get(row.id);
    if (before !== undefined) this.#byMatches.delete(before.matches);
    if (!isDecided) this.deciders.put(decidable(row));
    this.#rows.set(row.id, row);
    this.#byMatches.set(row.matches, row);
    this.#unfilled = null;
  }

  remove(row: SearchRow): void {
    this.deciders.remove(row.id);
    this.#rows.delete(row.id);
    this.#byMatches.delete(row.matches);
    this.#unfilled = null;
  }
}

/** The number of its matches is another one when it gets other criteria. */
function decidable({ id, level, where, matches }: SearchRow): DecidableSearch {
  return { id, level, where, number: matches };
}

/** Why a search is not put, as it passes between threads: it is refused, or names a list that does not exist. */
export type PutRefusal =
  | Pick<SearchRefused, 'reason' | 'problem' | 'remedy'>
  | { readonly unknownList: string; readonly knownLists: readonly string[] };
