// Values of facets as conditions of a query, which a click adds, turns round or takes out.
import { CONDITION_FACETS } from '@sitegrep/search/field-names';
import { conditionsOf, valueOf, withCondition, withoutCondition } from './language.ts';

/** Facets whose values are conditions of a field of another name. */
const OTHER_FIELDS = { cert_issuer: 'cert' } as const;
type OtherFacet = keyof typeof OTHER_FIELDS;

export type FacetName = (typeof CONDITION_FACETS)[number] | OtherFacet;

/** Facets in the order in which they are shown. */
export const FACET_NAMES: readonly FacetName[] = [...CONDITION_FACETS, 'cert_issuer'];

function isOther(facet: FacetName): facet is OtherFacet {
  return Object.hasOwn(OTHER_FIELDS, facet);
}

/** The facet that counts the values of a field; undefined: there is none. */
export function facetOfField(field: string): FacetName | undefined {
  return FACET_NAMES.find((facet) => (isOther(facet) ? OTHER_FIELDS[facet] : facet) === field);
}

/** A facet as it is requested: of hosts, those of third parties alone. */
export function facetWish(field: FacetName): { readonly field: FacetName; readonly party?: 'third' } {
  return field === 'host' ? { field, party: 'third' } : { field };
}

/** A value of a facet as it stands behind the colon of its field: of a month, its days. */
export function valueIn(facet: FacetName, value: string): string {
  if (facet === 'visited') return `${value}-01..${lastDayOf(value)}T23:59:59Z`;
  // An asterisk stands for any characters in the name of a cookie.
  return facet === 'cookie' && value.includes('*')
    ? `"${value.replaceAll(/["\\*]/g, String.raw`\$&`)}"`
    : valueOf(value);
}

/** The condition that a value of a facet stands for. */
export function conditionOf(facet: FacetName, value: string): string {
  return `${isOther(facet) ? OTHER_FIELDS[facet] : facet}:${valueIn(facet, value)}`;
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
