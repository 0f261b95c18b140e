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
