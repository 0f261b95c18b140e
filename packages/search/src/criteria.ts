import type { Expression, Level } from './expression/expression.ts';
import type { OrderRule, PageOrderRule } from './order.ts';

/** Criteria and order of a search, apart from which part of the results is shown. A token is bound to them. */
export interface Criteria {
  readonly level: Level;
  /** Expression in canonical form. */
  readonly where: Expression;
  /** A total order: it always ends with a rule for `domain`, and for pages with one for `url` after it. */
  readonly order: readonly (OrderRule | PageOrderRule)[];
}

/** Position of one item in a total order. */
export interface Cursor {
  /** The item's value for each rule of the query's order, in that order; times in whole seconds since the epoch. */
  readonly values: readonly (string | number | null)[];
  /** Number of items before the next page, this item included. */
  readonly offset: number;
}
