import { registrableDomain } from './domain.ts';
import { compareCodePoints } from './order.ts';
import type { FoldedSite } from './outline.ts';
import { homeFirst } from './pages.ts';

/**
 * Maximum hosts of other sites per site: those that the home page links to first, then those of the other pages
 * by URL.
 */
const MAX_HOSTS = 500;

/**
 * The domains that a site refers to: every host that its pages link to, and the registrable domain of each,
 * because a link to en.example.org is also one to example.org. Its own registrable domain is excluded.
 *
 * @returns in code point order, unique, at most 1,000; independent of the order of the pages
 */
export function linkTargets({ domain, pages }: Pick<FoldedSite, 'domain' | 'pages'>): readonly string[] {
  const own = registrableDomain(domain);
  const targets = new Set<string>();
  const hosts = new Set<string>();
  for (const { facts } of homeFirst(domain, pages)) {
    for (const host of facts.linkedDomains) {
      if (hosts.size === MAX_HOSTS) break;
      const registrable = registrableDomain(host);
      if (registrable === own || hosts.has(host)) continue;
      hosts.add(host);
      targets.add(host).add(registrable);
    }
  }
  return [...targets].sort(compareCodePoints);
}

/**
 * Points for ten times as many referring domains; the same as for a rank in a list that is ten times better.
 */
const POINTS_A_DECADE = 125;

/**
 * The rank of a domain with this many referring domains: `min(1000, round(125 · log10(1 + referrers)))`,
 * so 0 → 0, 1 → 38, 10 → 130, 100 → 251, 1,000 → 375, 1,000,000 → 750, 100,000,000 → 1000. It depends on the
 * number alone, so that one more link affects no other domain; docs/ranks.md compares it with the ranks of
 * lists.
 *
 * @param referrers whole number ≥ 0
 */
export function referrerRank(referrers: number): number {
  return Math.min(1_000, Math.round(POINTS_A_DECADE * Math.log10(1 + referrers)));
}
