// Searches as pure values: terms, filters, order, position and tokens. The API and the command line make them, storage
// answers them.
export { SEARCH_BOUNDS } from './bounds.ts';
export { needsOf, TERMS_ALONE, type Cursor, type Needs } from './criteria.ts';
export {
  holds,
  isNegated,
  isValueCondition,
  OPERATOR_NAMES,
  OPERATORS,
  operatorsOf,
  type Filter,
  type MembersCondition,
  type ValueCondition,
} from './filter.ts';
export type { InvalidInput } from './invalid-input.ts';
export type { OrderRule } from './order.ts';
export type { ClosedSet, KnownValues } from './known-values.ts';
export { FILTER_FIELDS } from './parse-filter.ts';
export { isShort, parseQuery, type Query, type SearchInput, type StartPosition } from './query.ts';
export { checkSnippets, maxHitsWith, MODES, type Sought } from './terms.ts';
export { deriveTokenKey, signToken, type TokenKey } from './token.ts';
