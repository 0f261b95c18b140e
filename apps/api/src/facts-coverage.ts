// How many domains have facts of another version than an analysis would give now, and how many have answers beside their pages.
import { ALL, ALL_VALUES, domainsMatching, type Facet } from '@sitegrep/search';
import type { DomainIndex } from '@sitegrep/storage';

let version: Promise<string> | null = null;

/** Version of the facts that an analysis would give now. Its code is loaded with the first call. */
export function currentFactsVersion(): Promise<string> {
  version ??= import('@sitegrep/analysis/facts-version').then((facts) => facts.currentFactsVersion());
  return version;
}

const FROM_START = { kind: 'offset', offset: 0 } as const;

/** Number of domains with a page whose facts another version gave. */
export async function outdatedDomains(
  domains: Pick<DomainIndex, 'search'>,
  factsVersion: string,
): Promise<number> {
  const counts = await countsOf(domains, 'facts_version');
  const others = [...counts.keys()].filter((other) => other !== factsVersion);
  if (others.length === 0) return 0;
  const condition = { kind: 'any_of', field: 'facts_version', values: others, negated: false } as const;
  const criteria = domainsMatching({ kind: 'condition', condition });
  return (await domains.search({ ...criteria, limit: 1, from: FROM_START })).total;
}

/** Number of domains that have each of `HAS`, by its name. */
export function domainsHaving(domains: Pick<DomainIndex, 'search'>): Promise<ReadonlyMap<string, number>> {
  return countsOf(domains, 'has');
}

async function countsOf(
  domains: Pick<DomainIndex, 'search'>,
  label: Extract<Facet, { readonly kind: 'label' }>['label'],
): Promise<ReadonlyMap<string, number>> {
  const query = { ...domainsMatching(ALL), limit: 1, from: FROM_START };
  const { facets } = await domains.search({ ...query, facets: [{ kind: 'label', label, ...ALL_VALUES }] });
  return new Map(facets?.[0]?.values.map(({ value, domains: count }) => [value, count]));
}
