/** Counts of words in an index. */
export interface WordCounts {
  /** Number of pages. */
  readonly pages: number;
  /** Number of pages that have a word; absent: none. */
  readonly byWord: ReadonlyMap<string, number>;
}
