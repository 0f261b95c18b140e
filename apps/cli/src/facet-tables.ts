// Facets of searches: how options name them, and their counts as tables with bars.
import type { FacetAnswer } from '@sitegrep/client';
import { facetInputOf, type FacetInput } from '@sitegrep/search';
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
  const all = values.reduce((sum, { domains }) => Math.max(sum, domains), 0);
  const rows = values.map(({ value, domains }) => [
    printable(shownFacetValue(field, value)),
    formatCount(domains),
    '█'.repeat(Math.max(1, Math.round((BAR * domains) / all))),
  ]);
  const table = renderTable(
    [{ title: name.toUpperCase(), maxWidth: 44 }, { title: 'DOMAINS', align: 'right' }, { title: '' }],
    rows,
  );
  const rest = [
    ...(before > 0 ? [`${counted(before, 'value')} before`] : []),
    ...(after > 0 ? [`${formatCount(after)} more ${after === 1 ? 'value' : 'values'}`] : []),
    ...(distinct > listed ? [`${counted(distinct - listed, 'value')} of fewer domains`] : []),
    ...(without > 0 ? [`${counted(without, 'domain')} without`] : []),
  ];
  const lines = values.length === 0 ? [`${name.toUpperCase()}: no value`] : [table];
  return [...lines, ...(rest.length === 0 ? [] : [paint('dim', rest.join(', '))])].join('\n');
}
