/** The place of one item in a total order. */
export interface Cursor {
  /** The item's value for each rule of the query's order, in that order; `last_visited` in whole seconds since the epoch. */
  readonly values: readonly (string | number | null)[];
  /** How many items lie before the next page, this item included. */
  readonly offset: number;
}
