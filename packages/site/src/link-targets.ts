import type { DomainDocument } from './document.ts';
import { registrableDomain } from './domain.ts';
import { homeFirst } from './home.ts';
import { compareCodePoints } from './order.ts';
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
