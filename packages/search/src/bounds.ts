/** Bounds of a search. The API's schemas and the reading of a query, from wherever it comes, both take them from here. */
export const SEARCH_BOUNDS = {
  /** Terms in each of `search_terms`, `exclude_terms` and `keywords`. */
  maxTerms: 10,
  /** Code points of a term. */
  maxTermLength: 1_000,
  /** Different runs of letters and digits of all terms in mode `entry`; fewer than Elasticsearch allows in one query. */
  maxRuns: 1_000,
  maxOrderRules: 3,
  defaultLimit: 10,
  /** Maximum of `limit`, and of `limit + offset`. */
  maxWindow: 10_000,
  maxConditions: 8,
  /** Lists within lists in `filters`; enough for as many conditions. */
  maxFilterDepth: 8,
  /** Values of `in` and `not_in`. */
  maxValues: 1_000,
  /** Code points of a value in a condition. */
  maxValueLength: 1_000,
} as const;
