import type { OwnerLink, OwnerPageKind } from '@sitegrep/site';

/** Longer addresses are no page's: traps and data smuggled in paths. */
const MAX_URL_LENGTH = 2_048;
const MAX_LINKS = 5_000;

/** The address relative references are resolved against: `<base href>` if it is an http(s) URL, else the page's own. */
export function baseUrl(pageUrl: string, baseHref: string | null): string {
  return (baseHref === null ? null : resolveUrl(baseHref, pageUrl)) ?? pageUrl;
}

/** @returns an absolute http(s) URL of at most 2,048 characters, or null */
export function resolveUrl(reference: string, base: string): string | null {
  if (reference.length > MAX_URL_LENGTH) return null;
  const url = URL.parse(reference, base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  return url.href.length > MAX_URL_LENGTH ? null : url.href;
}

/** Absolute http(s) URLs in document order, without fragments, unique, at most 5,000. */
export function resolveLinks(references: Iterable<string>, base: string): string[] {
  const links = new Set<string>();
  for (const reference of references) {
    if (links.size === MAX_LINKS) break;
    const url = resolveUrl(withoutFragment(reference), base);
    if (url !== null) links.add(url);
  }
  return [...links];
}

/** As `resolveLinks`, each with the kind that its text named. */
export function ownerLinks(kinds: ReadonlyMap<string, OwnerPageKind>, base: string): OwnerLink[] {
  return [...kinds].flatMap(([reference, kind]) => {
    const url = resolveUrl(withoutFragment(reference), base);
    return url === null ? [] : [{ url, kind }];
  });
}

function withoutFragment(reference: string): string {
  const hash = reference.indexOf('#');
  return hash === -1 ? reference : reference.slice(0, hash);
}

/** What the addresses of a page's own origin begin with where they are written in full, as most links of many pages are. */
export function ownBeginning(url: string): string {
  return `${URL.parse(url)?.origin ?? url}/`;
}
