import { canonicalDomain, ownerPageByUrl, registrableDomain } from '@sitegrep/site';

/** The owner of a page's site, as far as names tell. */
export interface SiteOwner {
  /** The registrable domain of the site. */
  readonly domain: string;
  /** Whether the page is about the owner by its address: contact, imprint, about. */
  readonly isOwnerPage: boolean;
  readonly isHome: boolean;
  /** Whether a domain is the site's own, or another one of the same name (`lestimes.com`, `lestimes.co.ls`). */
  readonly owns: (domain: string) => boolean;
  /** Whether the name of an account is the site's: `crunchychicken` of thecrunchychicken.com. */
  readonly resembles: (name: string) => boolean;
}

const MIN_PART = 5;
const MIN_NAME = 3;
const MAX_NAME = 40;

/** @param names names of the site that the page states */
export function siteOwner(pageUrl: string, names: readonly string[]): SiteOwner {
  const host = canonicalDomain(pageUrl) ?? '';
  const registrable = registrableDomain(host);
  const label = labelOf(registrable);
  const own = [
    label,
    ...host
      .slice(0, Math.max(0, host.length - registrable.length))
      .split('.')
      .map(plain)
      .filter((name) => name.length >= MIN_PART),
    ...names.map(plain).filter((name) => name.length > MIN_NAME),
  ].filter((name) => name.length >= MIN_NAME && name.length <= MAX_NAME);
  const url = URL.parse(pageUrl);
  return {
    domain: registrable,
    isOwnerPage: url !== null && ownerPageByUrl(url) !== null,
    isHome: url?.pathname === '/',
    owns: (domain) => {
      const other = registrableDomain(domain);
      return other === registrable || isPart(labelOf(other), label) || isPart(label, labelOf(other));
    },
    resembles: (name) => {
      const account = plain(name);
      return own.some(
        (each) =>
          account.startsWith(each) ||
          (each.length > MIN_NAME && account.includes(each)) ||
          (account.length >= MIN_PART && each.includes(account)),
      );
    },
  };
}

/** The first label of a registrable domain, without hyphens: `simplythrilled` of simply-thrilled.com. */
function labelOf(registrable: string): string {
  return plain(registrable.replace(/\..*$/, ''));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{M}\d]/gu, '');
}

function isPart(part: string, whole: string): boolean {
  return part === whole ? part.length >= MIN_NAME : part.length >= MIN_PART && whole.includes(part);
}
