import type { Listed } from '../records.ts';
import type { SavedSearch, SavedSearches } from './saved-searches.ts';

/** Searches that are read at a time. */
const AT_A_TIME = 1_000;

/**
 * The saved searches by their names, whosever they are. One that is saved or deleted meanwhile may be among them or not.
 *
 * @param after a name; those behind it are given
 */
export async function* allSearches(
  searches: Pick<SavedSearches, 'list'>,
  after = '',
): AsyncGenerator<SavedSearch, void, undefined> {
  for (let last: string | null = after; last !== null;) {
    const page: Listed<SavedSearch> = await searches.list({ limit: AT_A_TIME, after: last });
    yield* page.items;
    last = page.next;
  }
}
