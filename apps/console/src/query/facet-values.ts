// Values of facets as conditions of a query, which a click adds, turns round or takes out.
import type { CONDITION_FACETS } from '@sitegrep/search/field-names';
import { conditionsOf, valueOf, withCondition, withoutCondition } from './language.ts';

export type FacetName = (typeof CONDITION_FACETS)[number];

/** A value of a facet as it stands behind the colon of its field: of a month, its days. */
export function valueIn(facet: FacetName, value: string): string {
  return facet === 'visited' ? `${value}-01..${lastDayOf(value)}T23:59:59Z` : valueOf(value);
}

/** The condition that a value of a facet stands for. */
export function conditionOf(facet: FacetName, value: string): string {
  return `${facet}:${valueIn(facet, value)}`;
}

/** A value as it is shown: of a category, its last part in words. */
export function shownValue(facet: FacetName, value: string): string {
  return facet === 'category' || facet === 'kind'
    ? (value.split('.').at(-1) ?? value).replaceAll('_', ' ')
    : value;
}

/** Query in which a condition holds, or is left out; if the query says so already, it is taken out. */
export function toggled(query: string, condition: string, isExcluded: boolean): string {
  const excluded = `-${condition}`;
  const [wish, opposite] = isExcluded ? [excluded, condition] : [condition, excluded];
  return conditionsOf(query).includes(wish)
    ? withoutCondition(query, wish)
    : withCondition(withoutCondition(query, opposite), wish);
}

/** The last day of a month such as `2026-02`. */
function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`;
}
