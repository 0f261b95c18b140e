// Queries that were asked lately and those that were saved, in this browser only.
import {
  isSaved,
  isText,
  readList,
  type SavedQuery,
  withMoved,
  withRecent,
  withSaved,
} from './kept-queries.ts';

const RECENT = 'sitegrep.recent';
const SAVED = 'sitegrep.saved';

function write(key: string, items: readonly unknown[]): void {
  localStorage.setItem(key, JSON.stringify(items));
}

/** Queries that were asked, the newest first. */
export const recentQueries = (): readonly string[] => readList(localStorage.getItem(RECENT), isText);

export function noteQuery(query: string): void {
  if (query.trim() !== '') write(RECENT, withRecent(recentQueries(), query));
}

/** Forgets a query that was asked. @param query null: all of them */
export function dropRecent(query: string | null): void {
  write(RECENT, query === null ? [] : recentQueries().filter((one) => one !== query));
}

/** Saved queries in the order that the user gave them; new ones come first. */
export const savedQueries = (): readonly SavedQuery[] => readList(localStorage.getItem(SAVED), isSaved);

/** Saves a query, or gives one that is saved another name. @returns false if there are too many */
export function saveQuery(query: string, name: string): boolean {
  const saved = withSaved(savedQueries(), query, name);
  if (saved !== null) write(SAVED, saved);
  return saved !== null;
}

export function dropSaved(query: string): void {
  write(
    SAVED,
    savedQueries().filter((one) => one.query !== query),
  );
}

/** Moves a saved query. @param by -1: up, 1: down */
export function moveSaved(query: string, by: -1 | 1): void {
  write(SAVED, withMoved(savedQueries(), query, by));
}
