// Queries that were asked lately and those that were saved, in this browser only.
const MAX_RECENT = 20;
const MAX_SAVED = 100;
/** Maximum characters of a name. */
export const MAX_NAME = 100;

/** A query that was saved; its name is its own text if it was given none. */
export interface SavedQuery {
  readonly query: string;
  readonly name: string;
}

const RECENT = 'sitegrep.recent';
const SAVED = 'sitegrep.saved';

function read<Item>(key: string, isItem: (one: unknown) => one is Item): readonly Item[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isItem) : [];
  } catch {
    // Something else wrote there: it is as if nothing had been stored.
    return [];
  }
}

function write(key: string, items: readonly unknown[], max: number): void {
  localStorage.setItem(key, JSON.stringify(items.slice(0, max)));
}

const isText = (one: unknown): one is string => typeof one === 'string';

function isSaved(one: unknown): one is SavedQuery {
  return (
    typeof one === 'object' &&
    one !== null &&
    'query' in one &&
    'name' in one &&
    isText(one.query) &&
    isText(one.name)
  );
}

/** Queries that were asked, the newest first. */
export const recentQueries = (): readonly string[] => read(RECENT, isText);

export function noteQuery(query: string): void {
  if (query.trim() === '') return;
  write(RECENT, [query, ...recentQueries().filter((one) => one !== query)], MAX_RECENT);
}

/** Forgets a query that was asked. @param query null: all of them */
export function dropRecent(query: string | null): void {
  write(RECENT, query === null ? [] : recentQueries().filter((one) => one !== query), MAX_RECENT);
}

/** Saved queries in the order that the user gave them; new ones come first. */
export const savedQueries = (): readonly SavedQuery[] => read(SAVED, isSaved);

/** Saves a query, or gives one that is saved another name. @returns false if there are too many */
export function saveQuery(query: string, name: string): boolean {
  const saved = savedQueries();
  const item = { query, name: name.trim().slice(0, MAX_NAME) || query };
  const isKnown = saved.some((one) => one.query === query);
  if (!isKnown && saved.length >= MAX_SAVED) return false;
  write(
    SAVED,
    isKnown ? saved.map((one) => (one.query === query ? item : one)) : [item, ...saved],
    MAX_SAVED,
  );
  return true;
}

export function dropSaved(query: string): void {
  write(
    SAVED,
    savedQueries().filter((one) => one.query !== query),
    MAX_SAVED,
  );
}

/** Moves a saved query. @param by -1: up, 1: down */
export function moveSaved(query: string, by: -1 | 1): void {
  const saved = [...savedQueries()];
  const from = saved.findIndex((one) => one.query === query);
  const [moved] = saved.slice(from, from + 1);
  const to = from + by;
  if (moved === undefined || to < 0 || to >= saved.length) return;
  saved.splice(from, 1);
  saved.splice(to, 0, moved);
  write(SAVED, saved, MAX_SAVED);
}
