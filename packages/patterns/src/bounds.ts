/** Maximum length of a pattern in characters. */
export const MAX_PATTERN = 10_000;

/** Maximum count in a repetition such as `{3,1000}`; RE2 has the same. */
export const MAX_REPETITION = 1_000;

/**
 * Maximum size: characters, classes, groups and alternatives, those in a repetition as often as it repeats them. The time
 * to match a text is at most proportional to its length times the size.
 */
export const MAX_SIZE = 20_000;

/** Maximum number of groups that capture. */
export const MAX_GROUPS = 100;

/** Maximum depth of groups within groups. */
export const MAX_NESTING = 250;
