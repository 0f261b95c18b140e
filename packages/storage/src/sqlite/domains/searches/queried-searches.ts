import type { Query } from '@sitegrep/search';
import { withSearches } from '../../../searches/expanded-searches.ts';
import { MAX_SEARCHES, UnknownSavedSearch } from '../../../searches/saved-searches.ts';
import type { SearchRows } from './search-rows.ts';

/**
 * A query with what the saved searches that it names find on pages.
 *
 * @throws UnknownSavedSearch, UnfitSavedSearch
 */
export function queryWithSearches<Q extends Query>(searches: SearchRows, query: Q): Q {
  const where = withSearches(query.where, query.level, (id) => {
    const row = searches.get(id);
    if (row !== null) return row;
    throw new UnknownSavedSearch(
      id,
      searches.following('', MAX_SEARCHES).map((known) => known.id),
    );
  });
  return where === query.where ? query : { ...query, where };
}
