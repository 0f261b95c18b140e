/** The variable that names the file with the table, as JSON. */
export const NAMES_VARIABLE = 'HOSTILE_NAMES';

/** What a name has for an answer: addresses, of each look-up others, the last ones for all further; an error; or none ever. */
export type NameAnswer =
  { readonly turns: readonly (readonly string[])[] } | { readonly code: string } | 'never';

/** By host. Names that are not in it don't exist. */
export type NameTable = Readonly<Record<string, NameAnswer>>;
