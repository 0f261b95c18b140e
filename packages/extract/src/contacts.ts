/**
 * Contact data that a page states in machine-readable form about the owner of the site. Values are as written
 * and unique.
 */
export interface Contacts {
  /** Country codes and names, at most 50. */
  readonly addressCountries: readonly string[];
  /** Phone numbers, at most 200. */
  readonly telephones: readonly string[];
  /** E-mail addresses with or without `mailto:`, at most 200. */
  readonly emails: readonly string[];
}

const MAX_COUNTRIES = 50;
const MAX_OF_A_KIND = 200;
/** Longer values are neither a country nor a number nor an address. */
const MAX_VALUE = 200;

/** Names of the schema.org properties that are collected. */
export type ContactProperty = 'addressCountry' | 'telephone' | 'email';

export class ContactCollector {
  readonly #values: Readonly<Record<ContactProperty, Set<string>>> = {
    addressCountry: new Set(),
    telephone: new Set(),
    email: new Set(),
  };

  add(property: ContactProperty, value: string): void {
    const values = this.#values[property];
    const maxValues = property === 'addressCountry' ? MAX_COUNTRIES : MAX_OF_A_KIND;
    if (value.length <= MAX_VALUE && values.size < maxValues) values.add(value);
  }

  contacts(): Contacts {
    const { addressCountry, telephone, email } = this.#values;
    return { addressCountries: [...addressCountry], telephones: [...telephone], emails: [...email] };
  }
}

export function isContactProperty(name: string): name is ContactProperty {
  return name === 'telephone' || name === 'email' || name === 'addressCountry';
}

/** Properties of schema.org that lead from a site to another party, or to the location of an event. */
const LEADING_AWAY: ReadonlySet<string> = new Set(
  (
    'about affiliation alumniOf areaServed attendee author birthPlace contentLocation containsPlace contributor ' +
    'creator deathPlace event events foundingLocation fromLocation funder hiringOrganization homeLocation itemListElement ' +
    'itemReviewed jobLocation knows locationCreated makesOffer manufacturer member mentions nationality ' +
    'offers organizer performer performers review reviews shippingDestination spatialCoverage sponsor subjectOf ' +
    'toLocation workLocation worksFor'
  ).split(' '),
);

/** Types of schema.org whose contacts are not those of the site. */
const OTHER_TYPES =
  /^(?:\w*Event|Festival|JobPosting|Review|ItemList|Apartment|ApartmentComplex|House|SingleFamilyResidence|Residence|Trip|Flight|Course)$/;

/** Whether the values of a property describe another party than the owner of the page. */
export function leadsAway(property: string): boolean {
  return LEADING_AWAY.has(property);
}

/**
 * Whether things of a type are something else than the site or its owner.
 *
 * @param type `Event`, `https://schema.org/Event`, `schema:Event`
 */
export function isOtherType(type: string): boolean {
  return OTHER_TYPES.test(localName(type));
}

/** The local name of a vocabulary's term. */
export function localName(term: string): string {
  return term.slice(Math.max(term.lastIndexOf('/'), term.lastIndexOf(':'), term.lastIndexOf('#')) + 1);
}
