// Saved searches that a query names: a key may name those that it sees.
import type { Facet, Level, Query } from '@sitegrep/search';
import { type ApiKey, listsIn, type SavedSearches, UnknownSavedSearch } from '@sitegrep/storage';
import { definitionOf } from '@sitegrep/telling';
import { isAdmin, maySee, namesSeenBy } from './owners.ts';

/**
 * The query as a key may ask it: the facet of saved searches counts those that the key sees.
 *
 * @throws UnknownSavedSearch if it names one that the key does not see
 */
export async function queryOfKey<L extends Level>(
  searches: SavedSearches,
  key: ApiKey,
  query: Query<L>,
): Promise<Query<L>> {
  // The storage looks for each name anyway.
  if (isAdmin(key)) return query;
  for (const id of listsIn(query.where, 'saved')) {
    const search = await searches.get(id);
    if (search === null || !maySee(key, definitionOf(search).owner))
      throw new UnknownSavedSearch(id, await namesSeenBy(searches, key));
  }
  const { facets = [] } = query;
  if (!facets.some(({ kind }) => kind === 'saved')) return query;
  const names = await namesSeenBy(searches, key);
  return {
    ...query,
    facets: facets.map((facet): Facet => (facet.kind === 'saved' ? { ...facet, names } : facet)),
  };
}
