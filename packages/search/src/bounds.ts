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
  /** Entries of a list that names what is meant: values of `in` and `not_in`, domains of a lookup. */
  maxListed: 10_000,
  /** Code points of a value in a condition. */
  maxValueLength: 1_000,
  /** Code points of the text of a query. */
  maxQueryLength: 10_000,
  /** Texts, patterns and conditions of a query. */
  maxParts: 500,
  /** UTF-16 units of all texts and patterns of a query. */
  maxCharacters: 100_000,
  /** Parts of all patterns of a query, and of those that read values, if repetitions are written out. */
  maxSteps: 50_000,
  /** Groups and negations of a query within each other. */
  maxDepth: 50,
  /** Code points between two needles that are near each other. */
  maxWithin: 10_000,
  /** Matches that an item of an answer shows. */
  maxMatches: 10,
  defaultMatches: 3,
  /** Code points that are shown on either side of a match. */
  maxAround: 400,
  defaultAround: 80,
  /** Whole lines that are shown before and after that of a match. */
  maxContextLines: 20,
  maxFacets: 10,
  /** Values that a facet shows. */
  maxFacetValues: 100,
  defaultFacetValues: 10,
  /** Values of a facet that are passed over before the first one that is shown. */
  maxFacetOffset: 9_999,
  /** Values that a search reads out of the sources of each hit. */
  maxExtractions: 10,
  /** Characters of the name of a value. */
  maxExtractionName: 40,
  /** UTF-16 units of a value that is read out of a source. */
  maxExtractedLength: 10_000,
  /** Values of a list, and UTF-16 units of all together: a cell of Excel has 32,767. */
  maxExtractedValues: 1_000,
  maxExtractedListLength: 30_000,
  /** Matches of a pattern on one page that are looked at for values. */
  maxPatternMatches: 100_000,
} as const;
