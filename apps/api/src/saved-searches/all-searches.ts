import type { SavedSearch, SavedSearches } from '@sitegrep/storage';

/** Searches that are read at a time. */
const SEARCHES_AT_A_TIME = 1_000;

/**
 * All saved searches by their names, whosever they are. One that is saved or deleted meanwhile may be among them or not.
 *
 * @param searches those of a storage, which gives a thousand at a time
 */
export async function* allSearches(
  searches: Pick<SavedSearches, 'list'>,
): AsyncGenerator<SavedSearch, void, undefined> {
  let after: string | undefined;
  do {
    const { items, next } = await searches.list({
      limit: SEARCHES_AT_A_TIME,
      ...(after === undefined ? {} : { after }),
    });
    yield* items;
    after = next ?? undefined;
  } while (after !== undefined);
}
