// Accounts that are a result on many sites which have nothing to do with each other: those of platforms, of the makers of software and
// themes, and of hosts. They belong into packages/facts/src/profiles/platform-accounts.ts.
import { canonicalDomain, registrableDomain, type SocialProfile } from '@sitegrep/site';
import type { Judged } from './judged.ts';

/** Number of sites from which on an account is one of a platform. */
const MIN_SITES = 10;

/** Collects the accounts of pages, by site. An account is right if fewer than ten unrelated sites have it. */
export function accountsOfSites() {
  const sites = new Map<string, Set<string>>();
  return {
    add(url: string, profiles: readonly SocialProfile[]): void {
      const domain = canonicalDomain(url);
      if (domain === null) return;
      const site = registrableDomain(domain);
      for (const { profile } of profiles) {
        const known = sites.get(profile);
        if (known === undefined) sites.set(profile, new Set([site]));
        else known.add(site);
      }
    },
    judged: (): readonly Judged[] =>
      [...sites].map(([profile, all]) => ({
        part: 'all sites',
        name: profile,
        truth: new Set(unrelated(all) < MIN_SITES ? [profile] : []),
        found: [profile],
        why: [...all].slice(0, MIN_SITES).join(' '),
      })),
  };
}

/** The number of sites without those of one owner, which have the same first label: `firm.com`, `firm.co.uk`, `shop-firm.de`. */
function unrelated(sites: ReadonlySet<string>): number {
  const labels = new Set<string>();
  for (const site of sites) {
    const label = site.replace(/\..*$/, '');
    if (![...labels].some((other) => other.includes(label) || label.includes(other))) labels.add(label);
  }
  return labels.size;
}
