import { copied } from '@sitegrep/html';
import { canonicalDomain, type LegalLink, type StatedText, uniqueOf } from '@sitegrep/site';
import type { DocumentParts } from '../document/document-parts.ts';
import { type LinkBase, resolveUrl } from '../links/links.ts';
import { isAmbiguousName, mayNamePage, type NamedPage, namedPageByUrl } from './named-pages.ts';
import { siteDomain } from '../ownership/site-domain.ts';
import type { PageElements } from './page-elements.ts';
import { asWritten } from './stated.ts';

const MAX_LINKS = 20;
/** Maximum links that are looked at by their addresses. */
const MAX_BY_ADDRESS = 2_000;

/** Legal and contact pages of a site. */
interface NamedPages {
  readonly legalLinks: readonly LegalLink[];
  readonly contactPage: StatedText | null;
}

interface Found {
  readonly kind: NamedPage;
  readonly url: string;
  readonly source: 'link' | 'path';
  readonly written: string;
}

/**
 * Legal and contact pages that links name by their text, else by the last part of their address. They are on the site's own
 * registrable domain; a link in the footer may also lead to that of its group, if there is none of its own.
 */
export function namedPages(
  parts: Pick<DocumentParts, 'namedLinks' | 'anchorHrefs'>,
  elements: PageElements,
  pageUrl: string,
  base: LinkBase,
): NamedPages {
  const own = registrableOf(pageUrl);
  const inText: Found[] = [];
  const foreign: Found[] = [];
  for (const { href, text, kind, tag } of parts.namedLinks) {
    const url = resolveUrl(href, base);
    if (url === null) continue;
    const found: Found = { kind, url, source: 'link', written: text };
    if (isAmbiguousName(text) && namedPageByUrl(url) !== kind && !isOfFooter(elements, tag)) continue;
    if (registrableOf(url) === own) inText.push(found);
    else if (kind !== 'contact' && isOfFooter(elements, tag) && !ofPlatform(url)) foreign.push(found);
  }
  const byAddress = [...parts.anchorHrefs].slice(0, MAX_BY_ADDRESS).flatMap((href): readonly Found[] => {
    const url = mayNamePage(href) ? resolveUrl(href.split('#', 1)[0] ?? '', base) : null;
    const kind = url === null ? null : namedPageByUrl(url);
    return kind === null || url === null || registrableOf(url) !== own
      ? []
      : [{ kind, url, source: 'path', written: href }];
  });
  // The address of a page that a text named already says no more.
  const known = new Set(inText.map(({ url }) => url));
  const ours = [...inText, ...byAddress.filter(({ url }) => !known.has(url))];
  const kinds = new Set(ours.map(({ kind }) => kind));
  const all = [...ours, ...foreign.filter(({ kind }) => !kinds.has(kind))];
  const contacts = all.filter(({ kind, url }) => kind === 'contact' && url !== pageUrl);
  const host = URL.parse(pageUrl)?.host;
  const contact = contacts.find(({ url }) => URL.parse(url)?.host === host) ?? contacts[0];
  return {
    legalLinks: uniqueOf(all.flatMap(legalLink), ({ kind, url }) => `${kind} ${url}`, MAX_LINKS),
    contactPage:
      contact === undefined
        ? null
        : { value: copied(contact.url), source: contact.source, written: asWritten(contact.written) },
  };
}

function legalLink({ kind, url, source, written }: Found): readonly LegalLink[] {
  return kind === 'contact' ? [] : [{ kind, url: copied(url), source, written: asWritten(written) }];
}

function registrableOf(url: string): string | null {
  const host = canonicalDomain(url);
  return host === null ? null : siteDomain(host);
}

/** Whether an element is in the footer of the page. */
function isOfFooter(elements: PageElements, index: number): boolean {
  for (const ancestor of elements.ancestors(index)) {
    const tag = elements.tag(ancestor);
    if (/^<(?:article|main)[\s>]/i.test(tag)) return false;
    if (
      /^<footer[\s>]|(?:class|id)\s*=\s*["']?[^"'>]*(?:foot|fuss|legal|bottom|copyright|colophon)/i.test(tag)
    )
      return true;
  }
  return false;
}

/** Policies of services that sites embed, and of platforms on which they are made. */
const PLATFORMS =
  /(?:^|\.)(?:google|automattic|wordpress|blogger|facebook|instagram|cloudflare|hcaptcha|wix|squarespace|shopify|weebly|jimdo|hubspot|disqus|addthis|outbrain|taboola|onetrust|youtube|twitter|x|linkedin|paypal|adobe|microsoft|apple|amazon|networkadvertising|aboutads|youronlinechoices|trustarc|truste)\.[a-z.]{2,6}$/;

function ofPlatform(url: string): boolean {
  return PLATFORMS.test(URL.parse(url)?.hostname ?? '');
}
