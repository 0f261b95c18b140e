// What is asked: terms, order, position. Pure values, no I/O; api makes them, storage answers them.
export type { Cursor } from './cursor.ts';
export { ORDER_FIELDS, type OrderField, type OrderRule } from './order.ts';
export type { Query, StartPosition } from './query.ts';
