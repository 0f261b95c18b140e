/** Part of a page that a contact is in. `structured_data` is JSON-LD, microdata, RDFa, an h-card or a meta. */
export type ContactSource = 'link' | 'structured_data' | 'text';

/** Uses of a number; `phone` where the page does not say. */
export const PHONE_KINDS = ['phone', 'mobile', 'fax', 'whatsapp'] as const;
export type PhoneKind = (typeof PHONE_KINDS)[number];

export interface PhoneNumber {
  /** E.164, without an extension: `+493012345678`. */
  readonly number: string;
  readonly kind: PhoneKind;
  readonly source: ContactSource;
}

/** A postal address of the owner of a page. Parts that the page does not state are null. */
export interface PostalAddress {
  /** The address as written, on one line; of structured data its parts, separated by `, `. At most 300 characters. */
  readonly text: string;
  /** Street with house number, or a post office box. */
  readonly street: string | null;
  readonly postcode: string | null;
  readonly city: string | null;
  /** State, province or prefecture as written. */
  readonly region: string | null;
  /** ISO 3166-1 alpha-2, as the address states it or as its form shows it. */
  readonly country: string | null;
  readonly source: Exclude<ContactSource, 'link'>;
}

/** A fact of a site with the URL of the first page that has it. */
export type OnPage<Fact> = Fact & { readonly url: string };

/**
 * A key that two spellings of an address have in common: postcode and the first number of the street; of an address
 * without them its letters and digits.
 */
function addressKey({ text, street, postcode }: PostalAddress): string {
  const house = /\d+/.exec(street ?? '')?.[0];
  return postcode === null || house === undefined
    ? text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
    : `${postcode
        .toUpperCase()
        .replaceAll(/[^A-Z\d]+/g, '')
        .slice(0, 7)} ${house}`;
}

/**
 * Addresses without repetitions, in their order. Parts that the first spelling of an address leaves out are taken from
 * another one.
 *
 * @param maxAddresses maximum of the result
 */
export function uniqueAddresses<Address extends PostalAddress>(
  addresses: readonly Address[],
  maxAddresses: number,
): readonly Address[] {
  const byKey = new Map<string, Address>();
  for (const address of addresses) {
    const key = addressKey(address);
    const first = byKey.get(key);
    if (first !== undefined) {
      byKey.set(key, {
        ...first,
        street: first.street ?? address.street,
        postcode: first.postcode ?? address.postcode,
        city: first.city ?? address.city,
        region: first.region ?? address.region,
        country: first.country ?? address.country,
      });
    } else if (byKey.size < maxAddresses) byKey.set(key, address);
  }
  return [...byKey.values()];
}
