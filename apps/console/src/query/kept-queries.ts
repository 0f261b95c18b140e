// Lists of queries that were asked lately and of those that were saved, as values.
const MAX_RECENT = 20;
const MAX_SAVED = 100;
/** Maximum characters of a name. */
export const MAX_NAME = 100;

/** A query that was saved; its name is its own text if it was given none. */
export interface SavedQuery {
  readonly query: string;
  readonly name: string;
}

/** Reads a list as it is stored. What something else wrote there counts as nothing. */
export function readList<Item>(
  stored: string | null,
  isItem: (one: unknown) => one is Item,
): readonly Item[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(list) ? list.filter(isItem) : [];
  } catch {
    return [];
  }
}

export function isText(one: unknown): one is string {
  return typeof one === 'string';
}

export function isSaved(one: unknown): one is SavedQuery {
  return (
    typeof one === 'object' &&
    one !== null &&
    'query' in one &&
    'name' in one &&
    isText(one.query) &&
    isText(one.name)
  );
}

/** Queries with the one that was asked now, which comes first. */
export function withRecent(recent: readonly string[], query: string): readonly string[] {
  return [query, ...recent.filter((one) => one !== query)].slice(0, MAX_RECENT);
}

/** Saves a query, or gives one that is saved another name; new ones come first. @returns null if there are too many */
export function withSaved(
  saved: readonly SavedQuery[],
  query: string,
  name: string,
): readonly SavedQuery[] | null {
  const item = { query, name: name.trim().slice(0, MAX_NAME) || query };
  if (saved.some((one) => one.query === query)) return saved.map((one) => (one.query === query ? item : one));
  return saved.length >= MAX_SAVED ? null : [item, ...saved];
}

/** Moves a saved query as far as the list goes. @param by -1: up, 1: down */
export function withMoved(saved: readonly SavedQuery[], query: string, by: -1 | 1): readonly SavedQuery[] {
  const from = saved.findIndex((one) => one.query === query);
  const to = from + by;
  const [moved, other] = [saved[from], saved[to]];
  if (moved === undefined || other === undefined) return saved;
  return saved.with(from, other).with(to, moved);
}
