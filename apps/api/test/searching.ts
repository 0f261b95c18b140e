import { type DomainIndex, itemPage } from '@sitegrep/storage';

/** Searches of an index that this function does, whether their hits are wanted as they are or as items. */
export function searching(search: DomainIndex['search']): Pick<DomainIndex, 'search' | 'searchItems'> {
  return {
    search,
    searchItems: async (query, shape, options) => itemPage(query.level, await search(query, options), shape),
  };
}
