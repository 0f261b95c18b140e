import type { Expression } from './expression/expression.ts';
import type { Level, OrderRule, SortField } from './levels.ts';

/** Criteria and order of a search, apart from which part of the results is shown. A token is bound to them. */
export interface Criteria<L extends Level = Level> {
  readonly level: L;
  /** Expression in canonical form. */
  readonly where: Expression;
  /** A total order: it has a rule for each field that breaks ties at its level. */
  readonly order: readonly OrderRule<SortField<L>>[];
}

/** Position of one item in a total order. */
export interface Cursor {
  /** The item's value for each rule of the query's order, in that order; times in whole seconds since the epoch. */
  readonly values: readonly (string | number | null)[];
  /** Number of items before the next page, this item included. */
  readonly offset: number;
}
