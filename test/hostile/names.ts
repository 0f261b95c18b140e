/** Environment variable with the path of the table's file, in JSON. */
export const NAMES_VARIABLE = 'HOSTILE_NAMES';

/** Answer for a name: addresses per lookup, the last ones for all further lookups; an error; or no answer at all. */
export type NameAnswer =
  { readonly lookups: readonly (readonly string[])[] } | { readonly code: string } | 'never';

/** Answers by host. Other names don't exist. */
export type NameTable = Readonly<Record<string, NameAnswer>>;
