/** Fields that results can be ordered by. */
export const ORDER_FIELDS = [
  'domain_rank',
  'domain',
  'last_visited',
  'country_iso_code',
  'language_code',
  'content_language_code',
] as const;

export type OrderField = (typeof ORDER_FIELDS)[number];

/** Unknown values (null) come last in either direction. Strings compare by code point, `last_visited` by whole second. */
export interface OrderRule {
  readonly field: OrderField;
  readonly direction: 'asc' | 'desc';
}
