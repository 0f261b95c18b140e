/**
 * Contact data that a page states in machine-readable form about the owner of the site. Values are as written
 * and unique.
 */
export interface Contacts {
  /** Country codes and names, at most 50. */
  readonly addressCountries: readonly string[];
  /** Phone numbers, at most 200. */
  readonly telephones: readonly string[];
  /** Fax numbers, at most 200. */
  readonly faxNumbers: readonly string[];
  /** E-mail addresses with or without `mailto:`, at most 200. */
  readonly emails: readonly string[];
  /** Postal addresses, at most 50. */
  readonly addresses: readonly StatedAddress[];
  /** Whether a thing with an address has ratings or reviews, so that it may be a business that the page reports on. */
  readonly isRated: boolean;
}

/** A postal address in structured data. Parts are as written; those that are not stated are absent. */
export interface StatedAddress {
  readonly street?: string;
  readonly postcode?: string;
  readonly city?: string;
  readonly region?: string;
  readonly country?: string;
  /** The address as one text, where it is not given in parts. */
  readonly text?: string;
}

const MAX_COUNTRIES = 50;
const MAX_ADDRESSES = 50;
const MAX_OF_A_KIND = 200;
/** Longer values are neither a country nor a number nor an address. */
const MAX_VALUE = 200;

/** Names of schema.org and of h-cards, with the part of an address that each means. */
export const ADDRESS_PARTS: ReadonlyMap<string, keyof StatedAddress> = new Map([
  ['streetAddress', 'street'],
  ['street-address', 'street'],
  ['p-street-address', 'street'],
  ['postOfficeBoxNumber', 'street'],
  ['postalCode', 'postcode'],
  ['postal-code', 'postcode'],
  ['p-postal-code', 'postcode'],
  ['addressLocality', 'city'],
  ['locality', 'city'],
  ['p-locality', 'city'],
  ['addressRegion', 'region'],
  ['region', 'region'],
  ['p-region', 'region'],
  ['addressCountry', 'country'],
  ['country-name', 'country'],
  ['p-country-name', 'country'],
]);

/** Names of the schema.org properties that are collected. */
export type ContactProperty = 'addressCountry' | 'telephone' | 'faxNumber' | 'email';

export class ContactCollector {
  isRated = false;
  readonly #addresses: StatedAddress[] = [];
  readonly #values: Readonly<Record<ContactProperty, Set<string>>> = {
    addressCountry: new Set(),
    telephone: new Set(),
    faxNumber: new Set(),
    email: new Set(),
  };

  addAddress(address: StatedAddress): void {
    const isLong = Object.values(address).some((part: string) => part.length > MAX_VALUE);
    if (!isLong && this.#addresses.length < MAX_ADDRESSES) this.#addresses.push(address);
  }

  add(property: ContactProperty, value: string): void {
    const values = this.#values[property];
    const maxValues = property === 'addressCountry' ? MAX_COUNTRIES : MAX_OF_A_KIND;
    if (value.length <= MAX_VALUE && values.size < maxValues) values.add(value);
  }

  contacts(): Contacts {
    const { addressCountry, telephone, faxNumber, email } = this.#values;
    return {
      addressCountries: [...addressCountry],
      telephones: [...telephone],
      faxNumbers: [...faxNumber],
      emails: [...email],
      addresses: this.#addresses,
      isRated: this.isRated,
    };
  }
}

export function isContactProperty(name: string): name is ContactProperty {
  return name === 'telephone' || name === 'faxNumber' || name === 'email' || name === 'addressCountry';
}
