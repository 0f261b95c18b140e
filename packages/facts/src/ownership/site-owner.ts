import { canonicalDomain, ownerPageByUrl } from '@sitegrep/site';
import { siteDomain } from './site-domain.ts';

/** Pages whose text is about their owner, as opposed to others, of which only head and foot are. */
type PageKind = 'home' | 'owner' | 'other';

/** The owner of a page's site, as far as names tell. */
export interface SiteOwner {
  /** The domain of the site, as `siteDomain` gives it. */
  readonly domain: string;
  /** Kind of the page by its address; `owner`: contact, imprint, about. */
  readonly pageKind: PageKind;
  /** True if the domain is one for offices, schools and universities alone. */
  readonly isPublicBody: boolean;
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
  const registrable = siteDomain(host);
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
  return {
    domain: registrable,
    pageKind: pageKindOf(pageUrl),
    isPublicBody: PUBLIC_BODY.test(host),
    owns: (domain) => {
      const other = siteDomain(domain);
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

/** Hosts of offices, schools and universities, whose suffixes nobody else gets. */
const PUBLIC_BODY = /\.(?:gov|mil|edu|(?:gov|gob|gouv|govt|gc|edu|ac)\.[a-z]{2,3}|[a-z]{2}\.us)$/;

/** The home page of a site or of one of its languages. */
const HOME = /^\/(?:(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?|(?:index|home|default)\.\w{2,5})$/i;

function pageKindOf(pageUrl: string): PageKind {
  const url = URL.parse(pageUrl);
  if (url === null) return 'other';
  if (HOME.test(url.pathname)) return 'home';
  return ownerPageByUrl(url) === null ? 'other' : 'owner';
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
