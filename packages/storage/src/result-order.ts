// The order of what a search finds, for adapters that sort values themselves.
import type { VersionHit } from './domains.ts';
import type { OrderRule, SortField, StartPosition } from '@sitegrep/search';
import { isOrderField, type OrderField, type PageRecord, type SortValue } from '@sitegrep/site';

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

/** Value of a version that it is ordered by: its own, or one of its domain. */
export function versionValue(
  field: SortField<'version'>,
  { url, id, firstSeen, lastSeen }: Pick<VersionHit, 'url' | 'id' | 'firstSeen' | 'lastSeen'>,
  ofDomain: (field: OrderField) => SortValue,
): SortValue {
  if (isOrderField(field)) return ofDomain(field);
  switch (field) {
    case 'url':
      return url;
    case 'id':
      return id;
    case 'first_seen':
      return Math.floor(firstSeen / 1_000);
    case 'last_seen':
      return lastSeen === null ? null : Math.floor(lastSeen / 1_000);
  }
}

/** The rules up to the one for `domain`, if items of a domain follow each other; null: a rule for items comes before it. */
export function domainRulesOf(order: readonly OrderRule<SortField>[]): readonly OrderRule[] | null {
  const rules: OrderRule[] = [];
  for (const { field, direction } of order) {
    if (!isOrderField(field)) return null;
    rules.push({ field, direction });
    if (field === 'domain') return rules;
  }
  return null;
}
