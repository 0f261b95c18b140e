import { canonicalDomain, registrableDomain } from '@sitegrep/site';
import { ownBeginning } from './urls.ts';

/** Hosts that count, a page: a list of links has no end. */
const MAX_HOSTS = 200;

/** What stands between the scheme, if there is one, and the path. */
const AUTHORITY = /^(?:https?:)?[\\/]{2}([^\\/?#]{1,500})(?![^\\/?#])/i;

/**
 * The hosts of other sites that links lead to, as sites are named, in document order, unique, at most 200. What is no
 * public name, as `localhost`, or of the page's own registrable domain, is left out.
 *
 * @param hrefs as written, trimmed
 * @param base what relative ones are resolved against; where `<base>` names another site, they lead there
 */
export function linkedDomains(hrefs: Iterable<string>, pageUrl: string, base: string): readonly string[] {
  const own = registrableOf(pageUrl);
  const foreignBase = registrableOf(base) === own ? null : AUTHORITY.exec(base)?.[1];
  // A page has few hosts and many links to each.
  const seen = new Set<string>();
  const hosts = new Set<string>();
  const ownOrigin = ownBeginning(pageUrl);
  for (const href of hrefs) {
    if (href.startsWith(ownOrigin)) continue;
    const named = AUTHORITY.exec(href)?.[1];
    const authority = named ?? (foreignBase != null && isRelative(href) ? foreignBase : null);
    if (authority === null || seen.has(authority)) continue;
    seen.add(authority);
    const host = canonicalDomain(`http://${authority}/`);
    if (host === null || !/[.:]/.test(host) || registrableDomain(host) === own) continue;
    hosts.add(host);
    if (hosts.size === MAX_HOSTS) break;
  }
  return [...hosts];
}

function registrableOf(url: string): string | null {
  const host = canonicalDomain(url);
  return host === null ? null : registrableDomain(host);
}

/** `mailto:` and the like lead to no site. */
function isRelative(href: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:/i.test(href);
}
