import { registrableDomain } from './domain.ts';
import { compareCodePoints } from './order.ts';
import type { DomainDocument } from './page.ts';
import { homeFirst } from './pages.ts';
import type { Source } from './source.ts';

/** Hosts of other sites that count, a site: those that the home page links to first, then the others' by URL of the page. */
const MAX_HOSTS = 500;

/**
 * The domains that count a site among those that refer to them: every host that its pages link to, and, since a link to
 * en.example.org is one to example.org too, the registrable domain it belongs to. None of its own registrable domain.
 *
 * @returns in code point order, unique, at most 1,000; the same for every order of the pages
 */
export function linkTargets({
  domain,
  pages,
}: Pick<DomainDocument<Source>, 'domain' | 'pages'>): readonly string[] {
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

/** Points that ten times as many referring domains are worth: as many as a place ten times as far up a list of ranks. */
const POINTS_A_DECADE = 125;

/**
 * The domain_rank of a domain that so many others refer to: `min(1000, round(125 · log10(1 + referrers)))`, so 0 → 0,
 * 1 → 38, 10 → 130, 100 → 251, 1,000 → 375, 1,000,000 → 750, 100,000,000 → 1000. Of the number alone, so that one more
 * link moves the domain it leads to and no other; docs/ranks.md compares it with the ranks of lists.
 *
 * @param referrers whole number ≥ 0
 */
export function referrerRank(referrers: number): number {
  return Math.min(1_000, Math.round(POINTS_A_DECADE * Math.log10(1 + referrers)));
}
