// Names of lists of domains and of saved searches, which users give them.
import type { ListField } from './label-fields.ts';

/** The names of each field stand for one of these. */
export const LISTED_NAMES: Readonly<Record<ListField, string>> = { list: 'a list', saved: 'a saved search' };

/** Maximum characters of the name of a list or of a saved search. */
export const MAX_LIST_NAME = 64;

/** Regular expression of these names, for schemas. */
export const LIST_NAME_PATTERN = `^[a-z0-9_-]{1,${MAX_LIST_NAME}}$`;

const LIST_NAME = new RegExp(LIST_NAME_PATTERN, 'u');

/** How such a name is written, as a remedy of errors. */
export const LIST_NAME_REMEDY = `write 1 to ${MAX_LIST_NAME} of a to z, 0 to 9, - and _, for instance suppliers-2026`;

export function isListName(name: string): boolean {
  return LIST_NAME.test(name);
}
