// What a page states about its site and its owner, each fact in its own file:
//   site-name.ts, legal-name.ts, feeds.ts, images.ts, legal-links.ts (named-pages.ts), app-links.ts, payment-marks.ts,
//   opening-hours.ts; ../registration-numbers/
// They read what document.ts collected, JSON-LD (owner-things.ts), microdata (marked-up-properties.ts), and start tags again
// (page-elements.ts).
import { copied } from '@sitegrep/html';
import { countryOf, type RegistrationNumber, type StatedFacts, uniqueOf } from '@sitegrep/site';
import type { DocumentParts } from '../document/document-parts.ts';
import type { LinkBase } from '../links/links.ts';
import { registrationNumbers } from '../registration-numbers/registration-numbers.ts';
import { appLinks } from './app-links.ts';
import { feeds } from './feeds.ts';
import { images } from './images.ts';
import { legalName } from './legal-name.ts';
import { namedPages } from './legal-links.ts';
import { type MarkedUpProperty, markedUpProperties } from './marked-up-properties.ts';
import { namedPageByUrl } from './named-pages.ts';
import { openingHours } from './opening-hours.ts';
import { type OwnerThing, ownerThings, textsOf } from './owner-things.ts';
import { PageElements } from './page-elements.ts';
import { paymentMarks } from './payment-marks.ts';
import { siteName } from './site-name.ts';
import { asWritten } from './stated.ts';

const MAX_NUMBERS = 20;

/** Facts that a page states about its site. @param url address of the page */
export function statedFacts(source: string, parts: DocumentParts, url: string, base: LinkBase): StatedFacts {
  const things = ownerThings(parts.scripts.filter(({ isJsonLd }) => isJsonLd).map(({ text }) => text));
  const elements = new PageElements(source, parts);
  const markedUp = markedUpProperties(parts.propertyElements, elements);
  const country = countryOf(URL.parse(url)?.hostname ?? '');
  return {
    siteName: siteName(parts, things),
    legalName: legalName(things, markedUp, parts.text, namedPageByUrl(url) === 'imprint'),
    feeds: feeds(parts, base),
    images: images(parts, things, elements, base),
    ...namedPages(parts, elements, url, base),
    appLinks: appLinks(parts, elements),
    paymentMarks: paymentMarks(elements),
    registrationNumbers: numbersOf(things, markedUp, parts.text, country),
    openingHours: openingHours(things, markedUp),
  };
}

/** Numbers in JSON-LD and microdata, then those in the text. */
function numbersOf(
  things: readonly OwnerThing[],
  markedUp: readonly MarkedUpProperty[],
  text: string,
  country: string | null,
): readonly RegistrationNumber[] {
  const stated = things.flatMap(({ properties }) =>
    [...textsOf(properties['vatID']), ...textsOf(properties['taxID'])].flatMap((id) =>
      numbersIn(`VAT ${id}`, country, 'json-ld'),
    ),
  );
  const inMarkup = markedUp
    .filter(({ name }) => name === 'vatID' || name === 'taxID')
    .flatMap(({ value }) => numbersIn(`VAT ${value}`, country, 'microdata'));
  return uniqueOf(
    [...stated, ...inMarkup, ...numbersIn(text, country, 'text')],
    ({ kind, number }) => `${kind} ${number}`,
    MAX_NUMBERS,
  );
}

function numbersIn(text: string, country: string | null, source: string): readonly RegistrationNumber[] {
  return registrationNumbers(text, country).map(({ number, written, ...rest }) => ({
    ...rest,
    number: copied(number),
    source,
    written: asWritten(written),
  }));
}
