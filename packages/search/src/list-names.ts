// Names of lists of domains, which users give them.

/** Maximum characters of the name of a list. */
export const MAX_LIST_NAME = 64;

/** Regular expression of the names of lists, for schemas. */
export const LIST_NAME_PATTERN = `^[a-z0-9_-]{1,${MAX_LIST_NAME}}$`;

const LIST_NAME = new RegExp(LIST_NAME_PATTERN, 'u');

/** How a name of a list is written, as a remedy of errors. */
export const LIST_NAME_REMEDY = `write 1 to ${MAX_LIST_NAME} of a to z, 0 to 9, - and _, for instance suppliers-2026`;

export function isListName(name: string): boolean {
  return LIST_NAME.test(name);
}
