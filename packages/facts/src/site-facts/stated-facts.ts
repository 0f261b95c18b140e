// What a page states about its site and its owner, each fact in its own file:
//   site-name.ts, legal-name.ts, feeds.ts, images.ts, legal-links.ts (named-pages.ts), app-links.ts
// Registration numbers, payment marks and opening hours come from ../owner-details.ts.
// They read what document.ts collected, JSON-LD (owner-things.ts), microdata (marked-up-properties.ts), and start tags again
// (page-elements.ts).
import { countryOf, type StatedFacts } from '@sitegrep/site';
import type { DocumentParts } from '../document/document-parts.ts';
import type { LinkBase } from '../links/links.ts';
import type { OwnerDetails } from '../owner-details.ts';
import type { SiteOwner } from '../ownership/site-owner.ts';
import { isRegisteredOther } from '../ownership/standing.ts';
import { appLinks } from './app-links.ts';
import { feeds } from './feeds.ts';
import { images } from './images.ts';
import { legalName } from './legal-name.ts';
import { namedPages } from './legal-links.ts';
import { markedUpProperties } from './marked-up-properties.ts';
import { namedPageByUrl } from './named-pages.ts';
import { ownerThings } from './owner-things.ts';
import { PageElements } from './page-elements.ts';
import { siteName } from './site-name.ts';

/** Facts that a page states about its site. @param url address of the page */
export function statedFacts(
  source: string,
  parts: DocumentParts,
  url: string,
  base: LinkBase,
  owner: SiteOwner,
  details: OwnerDetails,
): StatedFacts {
  const isOthers = (at: number): boolean => isRegisteredOther(parts.visibleText, at, parts.zones, owner);
  const things = ownerThings(parts.scripts.filter(({ isJsonLd }) => isJsonLd).map(({ text }) => text));
  const elements = new PageElements(source, parts);
  const markedUp = markedUpProperties(parts.propertyElements, elements);
  const country = countryOf(URL.parse(url)?.hostname ?? '');
  return {
    siteName: siteName(parts, things),
    legalName: legalName(things, markedUp, parts.text, namedPageByUrl(url) === 'imprint', isOthers),
    feeds: feeds(parts, base),
    images: images(parts, things, elements, base),
    ...namedPages(parts, elements, url, base),
    appLinks: appLinks(parts, elements),
    paymentMarks: details.paymentMarks(elements),
    registrationNumbers: details.registrationNumbers(things, markedUp, parts.text, country, isOthers),
    openingHours: details.openingHours(things, markedUp),
  };
}
