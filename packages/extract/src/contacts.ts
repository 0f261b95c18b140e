/** What a page states, for machines to read, of who stands behind it. As written, unique. */
export interface Contacts {
  /** Codes and names of countries, at most 50. */
  readonly addressCountries: readonly string[];
  /** At most 200. */
  readonly telephones: readonly string[];
  /** At most 200; with `mailto:` or without. */
  readonly emails: readonly string[];
}

const MAX_COUNTRIES = 50;
const MAX_OF_A_KIND = 200;
/** Longer values are neither a country nor a number nor an address. */
const MAX_VALUE = 200;

/** Properties of schema.org, by the name that what they say is kept under. */
export type ContactProperty = 'addressCountry' | 'telephone' | 'email';

export class ContactCollector {
  readonly #values: Readonly<Record<ContactProperty, Set<string>>> = {
    addressCountry: new Set(),
    telephone: new Set(),
    email: new Set(),
  };

  add(property: ContactProperty, value: string): void {
    const values = this.#values[property];
    const most = property === 'addressCountry' ? MAX_COUNTRIES : MAX_OF_A_KIND;
    if (value.length <= MAX_VALUE && values.size < most) values.add(value);
  }

  contacts(): Contacts {
    const { addressCountry, telephone, email } = this.#values;
    return { addressCountries: [...addressCountry], telephones: [...telephone], emails: [...email] };
  }
}

export function isContactProperty(name: string): name is ContactProperty {
  return name === 'telephone' || name === 'email' || name === 'addressCountry';
}

/** What leads from a site to somebody else, or to where something takes place; properties of schema.org. */
const LEADING_AWAY: ReadonlySet<string> = new Set(
  (
    'about affiliation alumniOf areaServed attendee author birthPlace contentLocation containsPlace contributor ' +
    'creator deathPlace event events foundingLocation fromLocation funder hiringOrganization homeLocation itemListElement ' +
    'itemReviewed jobLocation knows locationCreated makesOffer manufacturer member mentions nationality ' +
    'offers organizer performer performers review reviews shippingDestination spatialCoverage sponsor subjectOf ' +
    'toLocation workLocation worksFor'
  ).split(' '),
);

/** Types of things whose contacts are not those of the site. */
const OTHER_TYPES =
  /^(?:\w*Event|Festival|JobPosting|Review|ItemList|Apartment|ApartmentComplex|House|SingleFamilyResidence|Residence|Trip|Flight|Course)$/;

/** True if the values of a property say nothing of who stands behind the page. */
export function leadsAway(property: string): boolean {
  return LEADING_AWAY.has(property);
}

/** True if things of a type are not the site and don't stand for it. @param type `Event`, `https://schema.org/Event`, `schema:Event` */
export function isOtherType(type: string): boolean {
  return OTHER_TYPES.test(localName(type));
}

/** A term of a vocabulary without the vocabulary. */
export function localName(term: string): string {
  return term.slice(Math.max(term.lastIndexOf('/'), term.lastIndexOf(':'), term.lastIndexOf('#')) + 1);
}
