import {
  formatTimestamp,
  type SavedSearchItem,
  type SavedSearchRecord,
  type SearchEventItem,
} from '@sitegrep/contract';
import { treeOf } from '@sitegrep/search';
import {
  ALL_TOLD,
  type ApiKey,
  type SearchEvent,
  type SearchStanding,
  type Storage,
  type TellingStanding,
} from '@sitegrep/storage';
import { shownNotify } from './destinations.ts';
import { shownReport } from './reports.ts';
import { mayChange, type OwnedSearch } from './owners.ts';

/** Time whose events are counted, in milliseconds. */
const RECENT_MS = 86_400_000;

/** Sources of the answers about saved searches. */
interface Shown {
  readonly storage: Pick<Storage, 'domains' | 'deliveries'>;
  /** Technologies by the ids of their searches. */
  readonly technologies: ReadonlyMap<string, NonNullable<SavedSearchItem['technology']>>;
}

/** Saved searches as a key sees them. @param all a page of a list at most */
export async function savedSearchItems(
  { storage: { domains, deliveries }, technologies }: Shown,
  key: ApiKey,
  all: readonly OwnedSearch[],
): Promise<readonly SavedSearchItem[]> {
  const ids = all.map(({ search }) => search.id);
  const own = all.filter(({ definition }) => mayChange(key, definition.owner));
  const [standings, telling] = await Promise.all([
    domains.searches.standings(ids, Date.now() - RECENT_MS),
    deliveries.standings(own.map(({ search }) => search.id)),
  ]);
  return all.map((one) => {
    const { id } = one.search;
    const told = mayChange(key, one.definition.owner) ? (telling.get(id) ?? ALL_TOLD) : null;
    const technology = technologies.get(id) ?? null;
    return itemOf(one, standings.get(id) ?? NOTHING, { told, technology });
  });
}

/** The standing of a search that was deleted meanwhile. */
const NOTHING: SearchStanding = { domains: 0, last: null, recent: 0 };

interface Known extends Pick<SavedSearchItem, 'technology'> {
  /** Null: the key may not know, and not whom the search tells. */
  readonly told: TellingStanding | null;
}

function itemOf(
  { search, definition }: OwnedSearch,
  { domains, last, recent }: SearchStanding,
  { told, technology }: Known,
): SavedSearchItem {
  const { id, level, where, filled, createdAt, changedAt } = search;
  const { q, label, owner, destinations, report } = definition;
  return {
    id,
    level,
    q,
    query: treeOf(where),
    label,
    shared: owner === null,
    owner,
    domains: level === 'change' ? null : domains,
    filled,
    last_event:
      last === null
        ? null
        : { number: last.number, domain: last.domain, kind: last.kind, at: formatTimestamp(last.at) },
    recent_events: recent,
    deliveries: told,
    notify: told === null ? null : shownNotify(destinations),
    report: report === null ? null : shownReport(report, Date.now()),
    technology,
    created_at: formatTimestamp(createdAt),
    changed_at: formatTimestamp(changedAt),
  };
}

export async function savedSearchItem(
  shown: Shown,
  key: ApiKey,
  owned: OwnedSearch,
): Promise<SavedSearchItem> {
  const [item] = await savedSearchItems(shown, key, [owned]);
  if (item === undefined) throw new TypeError('a search has an item');
  return item;
}

export async function savedSearchRecord(
  shown: Shown,
  key: ApiKey,
  owned: OwnedSearch,
): Promise<SavedSearchRecord> {
  const { feedKey } = owned.definition;
  const path = `/searches/${owned.search.id}/feed`;
  return {
    ...(await savedSearchItem(shown, key, owned)),
    feed: { atom: `${path}.atom?key=${feedKey}`, json: `${path}.json?key=${feedKey}` },
  };
}

export function searchEventItem(event: SearchEvent): SearchEventItem {
  const { number, search, domain, kind, at, revision, pages, total, by } = event;
  return { number, search, domain, kind, at: formatTimestamp(at), revision, pages, total_pages: total, by };
}
