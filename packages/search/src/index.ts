// What is asked: terms, order, position. Pure values, no I/O; api makes them, storage answers them.
export { needsOf, TERMS_ALONE, type Needs } from './asked.ts';
export type { Cursor } from './cursor.ts';
export { foldCase } from './fold.ts';
export { foldUtf8 } from './fold-utf8.ts';
export { isLike, type Condition, type Filter, type FilterField } from './filter.ts';
export type { InvalidInput } from './invalid-input.ts';
export { MODES, type Mode } from './mode.ts';
export { ORDER_FIELDS, type OrderField, type OrderRule } from './order.ts';
export { parseQuery, type Query, type SearchInput, type StartPosition } from './query.ts';
export { checkSnippets, mostHits, type Sought } from './snippets.ts';
export { deriveTokenKey, signToken, type TokenKey } from './token.ts';
