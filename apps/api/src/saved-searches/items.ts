import {
  formatTimestamp,
  type SavedSearchItem,
  type SavedSearchRecord,
  type SearchEventItem,
} from '@sitegrep/contract';
import { treeOf } from '@sitegrep/search';
import type { ApiKey, SavedSearches, SearchEvent } from '@sitegrep/storage';
import { shownNotify } from './destinations.ts';
import { mayChange, type OwnedSearch } from './owners.ts';

/** A saved search as a key sees it, with its count. */
export async function savedSearchItem(
  searches: SavedSearches,
  key: ApiKey,
  { search, definition }: OwnedSearch,
): Promise<SavedSearchItem> {
  const { id, level, where, filled, createdAt, changedAt } = search;
  const { q, label, owner, destinations } = definition;
  return {
    id,
    level,
    q,
    query: treeOf(where),
    label,
    shared: owner === null,
    owner,
    domains: level === 'change' ? null : await searches.count(id),
    filled,
    notify: mayChange(key, owner) ? shownNotify(destinations) : null,
    created_at: formatTimestamp(createdAt),
    changed_at: formatTimestamp(changedAt),
  };
}

export async function savedSearchRecord(
  searches: SavedSearches,
  key: ApiKey,
  owned: OwnedSearch,
): Promise<SavedSearchRecord> {
  const { feedKey } = owned.definition;
  const path = `/searches/${owned.search.id}/feed`;
  return {
    ...(await savedSearchItem(searches, key, owned)),
    feed: { atom: `${path}.atom?key=${feedKey}`, json: `${path}.json?key=${feedKey}` },
  };
}

export function searchEventItem(event: SearchEvent): SearchEventItem {
  const { number, search, domain, kind, at, revision, pages, total, by } = event;
  return { number, search, domain, kind, at: formatTimestamp(at), revision, pages, total_pages: total, by };
}
