import type { Facet, FacetCounts } from '@sitegrep/search';

/** Maximum facets that are kept, and maximum values of one. */
const MAX_FACETS = 100;
const MAX_VALUES = 1_000;

/** Keeps the facets of all domains as long as the index stays as it is: most searches begin with them. */
export function keptFacets(): (facet: Facet, commits: number, count: () => FacetCounts) => FacetCounts {
  const kept = new Map<string, FacetCounts>();
  let of = -1;
  return (facet, commits, count) => {
    if (of !== commits) kept.clear();
    of = commits;
    const key = keyOf(facet);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const counted = count();
    if (kept.size >= MAX_FACETS) kept.clear();
    if (counted.values.length <= MAX_VALUES) kept.set(key, counted);
    return counted;
  };
}

/** Groups of hosts are the same in all searches, and long. */
function keyOf(facet: Facet): string {
  return JSON.stringify(facet.kind === 'host_groups' ? { ...facet, groups: facet.groups.length } : facet);
}
