import { registrableDomain } from '../domain.ts';
import { compareCodePoints } from '../order.ts';
import type { SitePage } from '../outline.ts';
import { firstValues, type FirstValues, joinFirst } from './first-values.ts';

/** Hosts of other sites that pages link to; of more than 500, those of the home page count first, then those of others by URL. */
const HOSTS: FirstValues<string> = { keyOf: (host) => host, max: 500 };

/** The hosts outside of a site's registrable domain that some of its pages link to, in the order of the pages. */
export function linkedHostsOf(domain: string, pages: readonly SitePage[]): readonly string[] {
  const own = registrableDomain(domain);
  return firstValues(
    HOSTS,
    pages.map(({ facts }) => facts.linkedDomains.filter((host) => !isOwn(host, own))),
  );
}

export function joinLinkedHosts(left: readonly string[], right: readonly string[]): readonly string[] {
  return joinFirst(HOSTS, left, right);
}

/** The name alone decides in nearly all cases; `a.github.io` is not under the registrable domain `github.io`. */
function isOwn(host: string, own: string): boolean {
  return (host === own || host.endsWith(`.${own}`)) && registrableDomain(host) === own;
}

/**
 * The domains that a site refers to: hosts, and the registrable domain of each, because a link to en.example.org is also one to
 * example.org.
 *
 * @param hosts that its home page links to first
 * @returns in code point order, unique, at most 1,000
 */
export function targetsOf(hosts: readonly string[]): readonly string[] {
  const targets = new Set<string>();
  for (const host of hosts) targets.add(host).add(registrableDomain(host));
  return [...targets].sort(compareCodePoints);
}
