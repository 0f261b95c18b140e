import type { FoldedSite } from './outline.ts';
import { homeFirst } from './pages.ts';
import { linkedHostsOf, targetsOf } from './summary/linked-hosts.ts';

/**
 * The domains that a site refers to: hosts that its pages link to, and the registrable domain of each. Its own registrable domain
 * is excluded.
 *
 * @returns in code point order, unique, at most 1,000; independent of the order of the pages
 */
export function linkTargets({ domain, pages }: Pick<FoldedSite, 'domain' | 'pages'>): readonly string[] {
  return targetsOf(linkedHostsOf(domain, homeFirst(domain, pages)));
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
