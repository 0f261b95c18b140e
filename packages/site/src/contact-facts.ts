/** Part of a page that a contact is in. `structured_data` is JSON-LD, microdata, RDFa, an h-card or a meta. */
export type ContactSource = 'link' | 'structured_data' | 'text';

/** Place of a contact on a page. */
interface Written {
  readonly source: ContactSource;
  /**
   * The contact as the page has it there: its text, the address of its link, or the value of the property, with character references
   * decoded and at most 200 characters.
   */
  readonly written: string;
}

export interface EmailAddress extends Written {
  /** Lower case, domain in A-labels. */
  readonly email: string;
}

export interface SocialProfile extends Written {
  /** Canonical URL. */
  readonly profile: string;
}

/** Uses of a number; `phone` where the page does not say. */
export const PHONE_KINDS = ['phone', 'mobile', 'fax', 'whatsapp'] as const;
export type PhoneKind = (typeof PHONE_KINDS)[number];

export interface PhoneNumber extends Written {
  /** E.164, without an extension: `+493012345678`. */
  readonly number: string;
  readonly kind: PhoneKind;
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

/** Words of streets that are abbreviated, by their short form; several languages, without points. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map(
  (
    'street:st saint:st avenue:ave av:ave road:rd boulevard:blvd drive:dr lane:ln highway:hwy parkway:pkwy court:ct place:pl ' +
    'square:sq terrace:ter circle:cir building:bldg suite:ste floor:fl apartment:apt north:n south:s east:e west:w ' +
    'northeast:ne northwest:nw southeast:se southwest:sw mount:mt fort:ft strasse:str straße:str rue:r calle:c viale:vle ' +
    'улица:ул проспект:пр'
  )
    .split(' ')
    .map((pair): [string, string] => {
      const [word = '', short = ''] = pair.split(':');
      return [word, short];
    }),
);

/** The words of a street or a city as all spellings have them: `220 kirkland ave ste 5` of `220 Kirkland Avenue, Suite #5`. */
function plainWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .map((word) => SHORT_FORMS.get(word) ?? word.replace(/(?:straße|strasse)$/, 'str'))
    .join(' ');
}

function plainPostcode(postcode: string): string {
  return postcode
    .toUpperCase()
    .replaceAll(/[^A-Z\d]+/g, '')
    .slice(0, 7);
}

/**
 * Keys of which two spellings of an address have one in common: postcode with the first number of the street, and street
 * with city; of an address without them its letters and digits.
 */
function addressKeys({ text, street, postcode, city }: PostalAddress): readonly string[] {
  const house = /\d+/.exec(street ?? '')?.[0];
  const keys: string[] = [];
  if (postcode !== null && house !== undefined) keys.push(`${plainPostcode(postcode)} ${house}`);
  if (street !== null && house !== undefined && city !== null)
    keys.push(`${plainWords(street)}, ${plainWords(city)}`);
  return keys.length > 0 ? keys : [plainWords(text)];
}

/** Whether two addresses can have the same postcode: `98033` is the beginning of `98033-5517`, and one can be absent. */
function agree(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return true;
  const [left, right] = [plainPostcode(a), plainPostcode(b)];
  return left.startsWith(right) || right.startsWith(left);
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
  const unique: Address[] = [];
  const byKey = new Map<string, number>();
  for (const address of addresses) {
    const keys = addressKeys(address);
    const at = keys
      .map((key) => byKey.get(key))
      .find((index) => index !== undefined && agree(unique[index]?.postcode ?? null, address.postcode));
    const first = at === undefined ? undefined : unique[at];
    if (at !== undefined && first !== undefined) {
      unique[at] = {
        ...first,
        street: first.street ?? address.street,
        postcode: first.postcode ?? address.postcode,
        city: first.city ?? address.city,
        region: first.region ?? address.region,
        country: first.country ?? address.country,
      };
      for (const key of keys) if (!byKey.has(key)) byKey.set(key, at);
    } else if (unique.length < maxAddresses) {
      unique.push(address);
      for (const key of keys) if (!byKey.has(key)) byKey.set(key, unique.length - 1);
    }
  }
  return unique;
}
