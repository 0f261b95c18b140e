// The version of facts that an analysis would give now, and how many domains have which answers beside their pages.
import { ALL, ALL_VALUES, domainsMatching } from '@sitegrep/search';
import type { DomainIndex } from '@sitegrep/storage';

/** Version of the facts that an analysis would give now. Its code is loaded with the first call. */
export function currentFactsVersion(): Promise<string> {
  return import('@sitegrep/analysis/facts-version').then((facts) => facts.currentFactsVersion());
}

/** Number of domains that have each of `HAS`, by its name. */
export async function domainsHaving(
  domains: Pick<DomainIndex, 'search'>,
): Promise<ReadonlyMap<string, number>> {
  const { facets } = await domains.search({
    ...domainsMatching(ALL),
    limit: 1,
    from: { kind: 'offset', offset: 0 },
    facets: [{ kind: 'label', label: 'has', ...ALL_VALUES }],
  });
  return new Map(facets?.[0]?.values.map(({ value, domains: count }) => [value, count]));
}
