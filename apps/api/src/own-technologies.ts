// Technologies of one's own as the administrator sees them: those of the file and those of saved searches.
import type { OwnTechnology, TechnologySet } from '@sitegrep/contract';
import { TECHNOLOGY_SET_BOUNDS } from '@sitegrep/contract';
import { ALL, ALL_VALUES, domainsMatching } from '@sitegrep/search';
import { compareCodePoints } from '@sitegrep/site';
import type { DomainIndex, FingerprintState } from '@sitegrep/storage';
import { loadFingerprints } from '@sitegrep/technologies/data';
import { NO_OWN, type OwnReport } from '@sitegrep/technologies/prepare';
import { takenTechnologies } from '@sitegrep/technologies/queries';
import { knownTechnologies } from './technology-catalogue.ts';

interface Parts {
  readonly domains: Pick<DomainIndex, 'search'>;
  /** Null: none are set. */
  readonly report: OwnReport | null;
  readonly state: Pick<FingerprintState, 'searches'>;
}

/** Lists them, and what of them is not taken. */
export async function ownTechnologies({
  domains,
  report: given,
  state,
}: Parts): Promise<Pick<TechnologySet, 'own' | 'own_count' | 'problems' | 'problems_count'>> {
  const report = given ?? NO_OWN;
  const byQuery = new Map(report.queries.map(({ name, query }) => [name, query]));
  const replaced = new Set(report.replaced);
  const categories = new Map(knownTechnologies().map((one) => [one.name, [...one.categories]]));
  const { problems: clashes } = takenTechnologies(state.searches, loadFingerprints(), report.queries);
  const written = [
    ...report.technologies.map((name) => ({ name, search: null, query: byQuery.get(name) ?? null })),
    ...state.searches.map(({ name, search, query }) => ({ name, search, query })),
  ].sort((a, b) => compareCodePoints(a.name, b.name));
  const counts = written.length === 0 ? new Map<string, number>() : await countByName(domains);
  const own = written.slice(0, TECHNOLOGY_SET_BOUNDS.own).map(({ name, search, query }): OwnTechnology => ({
    name,
    categories: categories.get(name) ?? [],
    search,
    query,
    replaces: search === null && replaced.has(name),
    domains: counts.get(name) ?? 0,
  }));
  const problems = [
    ...clashes.map(({ search, name, reason }) => ({
      file: null,
      search,
      technology: name,
      key: null,
      reason: `is left out: ${reason}`,
    })),
    ...report.problems.map((problem) => ({ ...problem, search: null })),
  ];
  return {
    own,
    own_count: written.length,
    problems: problems.slice(0, TECHNOLOGY_SET_BOUNDS.problems),
    problems_count: problems.length,
  };
}

/** Number of domains that have each technology. */
async function countByName(domains: Pick<DomainIndex, 'search'>): Promise<ReadonlyMap<string, number>> {
  const { facets } = await domains.search({
    ...domainsMatching(ALL),
    limit: 1,
    from: { kind: 'offset', offset: 0 },
    facets: [{ kind: 'label', label: 'tech', ...ALL_VALUES }],
  });
  return new Map(facets?.[0]?.values.map(({ value, domains: count }) => [value, count]));
}
