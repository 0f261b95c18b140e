// Facets of searches: how options name them, and their counts as tables with bars.
import type { FacetAnswer } from '@sitegrep/client';
import { facetInputOf, type FacetInput, isChangeFacet } from '@sitegrep/search';
import { countryName, domainName, languageName } from './shown-names.ts';
import { counted, formatCount, paint, printable, renderTable } from './terminal.ts';

/** Maximum cells of a bar. */
const BAR = 20;

/** Which values of each facet are asked for; what is absent is left to the API. */
export type FacetWish = Pick<FacetInput, 'limit' | 'offset' | 'min'>;

/** Facets as options name them. */
export function facetsOf(written: readonly string[], wish: FacetWish): readonly FacetInput[] {
  return written.map((one) => ({ ...facetInputOf(one), ...wish }));
}

/** Options that set the members of facets. */
const OPTIONS: Readonly<Record<string, string>> = {
  limit: '--top',
  offset: '--facet-offset',
  min: '--facet-min',
};

/** Says a fault that the API found in facets in the words of the command line. */
export function facetInWords(details: string): string {
  return details.replace(
    /^facets\[\d+\](?:\.(\w+))?/,
    (_whole, member?: string) => OPTIONS[member ?? ''] ?? '--facet',
  );
}

/** A value of a facet as people read it. */
function shownFacetValue(field: string, value: string): string {
  switch (field) {
    case 'country':
      return countryName(value);
    case 'lang':
    case 'language':
    case 'content_language':
      return languageName(value);
    case 'host':
    case 'registrable_domain':
    case 'tld':
      return domainName(value);
    default:
      return value;
  }
}

/** The counts of a facet, each with its share of all domains that match. @param offset number of values before them */
export function facetTable(
  { field, of, implied, kind, party, group, values, distinct, listed, without }: FacetAnswer,
  offset = 0,
): string {
  const before = Math.min(offset, listed);
  const after = listed - before - values.length;
  const whose = party === undefined ? undefined : 'of third parties';
  const name = [implied === false ? `${field} seen` : field, kind, of ?? group, whose]
    .filter((part) => part !== undefined)
    .join(' ');
  const noun = isChangeFacet(field) ? 'change' : 'domain';
  const counts = values.map((one) => ({
    value: one.value,
    count: 'domains' in one ? one.domains : one.changes,
  }));
  const all = counts.reduce((sum, { count }) => Math.max(sum, count), 0);
  const rows = counts.map(({ value, count }) => [
    printable(shownFacetValue(isChangeFacet(field) ? (of ?? field) : field, value)),
    formatCount(count),
    '█'.repeat(Math.max(1, Math.round((BAR * count) / all))),
  ]);
  const table = renderTable(
    [
      { title: name.toUpperCase(), maxWidth: 44 },
      { title: `${noun}s`.toUpperCase(), align: 'right' },
      { title: '' },
    ],
    rows,
  );
  const rest = [
    ...(before > 0 ? [`${counted(before, 'value')} before`] : []),
    ...(after > 0 ? [`${formatCount(after)} more ${after === 1 ? 'value' : 'values'}`] : []),
    ...(distinct > listed ? [`${counted(distinct - listed, 'value')} of fewer ${noun}s`] : []),
    ...(without > 0 ? [`${counted(without, noun)} without`] : []),
  ];
  const lines = values.length === 0 ? [`${name.toUpperCase()}: no value`] : [table];
  return [...lines, ...(rest.length === 0 ? [] : [paint('dim', rest.join(', '))])].join('\n');
}
