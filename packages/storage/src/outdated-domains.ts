// The domains with pages whose facts another version gave than an analysis would give now: the index has the versions as labels.
import { ALL, ALL_VALUES, and, domainsMatching, type Expression, simplify } from '@sitegrep/search';
import type { DomainIndex } from './domains.ts';

const FROM_START = { kind: 'offset', offset: 0 } as const;

/** Criteria of the outdated domains that fulfil an expression, in the order of domains; null if no domain at all is outdated. */
export async function outdatedDomains(
  domains: Pick<DomainIndex, 'search'>,
  factsVersion: string,
  where: Expression = ALL,
): Promise<ReturnType<typeof domainsMatching> | null> {
  const { facets } = await domains.search({
    ...domainsMatching(ALL),
    limit: 1,
    from: FROM_START,
    facets: [{ kind: 'label', label: 'facts_version', ...ALL_VALUES }],
  });
  const versions = facets?.[0]?.values.map(({ value }) => value) ?? [];
  const others = versions.filter((version) => version !== factsVersion);
  if (others.length === 0) return null;
  const condition = { kind: 'any_of', field: 'facts_version', values: others, negated: false } as const;
  return domainsMatching(simplify(and([where, { kind: 'condition', condition }]), 'domain'));
}

/** Number of all outdated domains. */
export async function countOutdatedDomains(
  domains: Pick<DomainIndex, 'search'>,
  factsVersion: string,
): Promise<number> {
  const criteria = await outdatedDomains(domains, factsVersion);
  if (criteria === null) return 0;
  return (await domains.search({ ...criteria, limit: 1, from: FROM_START })).total;
}
