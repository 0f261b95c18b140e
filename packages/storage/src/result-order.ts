// The order of what a search finds, for adapters that sort values themselves.
import type { OrderRule, SortField, StartPosition } from '@sitegrep/search';
import type { OrderField, PageRecord, SortValue } from '@sitegrep/site';

const BEYOND = /[\ud800-\uffff]/;

/** Compares values by rules, one for each rule: unknown ones last, texts by code point. */
export function compareValues(
  rules: readonly Pick<OrderRule, 'direction'>[],
): (a: readonly SortValue[], b: readonly SortValue[]) => number {
  return (a, b) => {
    for (const [index, { direction }] of rules.entries()) {
      const [left, right] = [a[index] ?? null, b[index] ?? null];
      if (left === right) continue;
      if (left === null) return 1;
      if (right === null) return -1;
      const ascending = compareKnown(left, right);
      if (ascending !== 0) return direction === 'asc' ? ascending : -ascending;
    }
    return 0;
  };
}

function compareKnown(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [String(a), String(b)];
  // UTF-16 orders as code points do up to where surrogates begin.
  if (BEYOND.test(left) || BEYOND.test(right)) return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether an item comes after the one that was seen last; null: none was. */
export function isAfter(
  rules: readonly Pick<OrderRule, 'direction'>[],
  values: readonly SortValue[],
  last: readonly SortValue[] | null,
): boolean {
  return last === null || compareValues(rules)(values, last) > 0;
}

/** Items to skip, the number of the first one that is shown, and the values of the one that was seen last. */
export function startOf(from: StartPosition): {
  readonly skip: number;
  readonly offset: number;
  readonly last: readonly SortValue[] | null;
} {
  return from.kind === 'offset'
    ? { skip: from.offset, offset: from.offset, last: null }
    : { skip: 0, offset: from.cursor.offset, last: from.cursor.values };
}

/** Value of a page that it is ordered by: its own, or one of its domain. */
export function pageValue(
  field: SortField<'page'>,
  { url, fetchedAt }: Pick<PageRecord, 'url' | 'fetchedAt'>,
  ofDomain: (field: OrderField) => SortValue,
): SortValue {
  if (field === 'url') return url;
  return field === 'fetched_at' ? Math.floor(fetchedAt / 1_000) : ofDomain(field);
}

/** The rules up to the one for `domain`, if pages of a domain follow each other; null: a rule for pages comes before it. */
export function domainRulesOf(order: readonly OrderRule<SortField<'page'>>[]): readonly OrderRule[] | null {
  const rules: OrderRule[] = [];
  for (const { field, direction } of order) {
    if (field === 'url' || field === 'fetched_at') return null;
    rules.push({ field, direction });
    if (field === 'domain') return rules;
  }
  return null;
}
