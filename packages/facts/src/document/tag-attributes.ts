// The attributes that the document reader reads, and their values in one start tag.
import { NameTable, PAGE_TEXT_ATTRIBUTES } from '@sitegrep/html';
import { CONTACT_ATTRIBUTES } from '../contacts/marked-up-contacts.ts';
import { HOST_ATTRIBUTES, readingsOf } from '../hosts/element-hosts.ts';

/**
 * Attributes in which optimisers and consent tools keep the address of a script that they load later: Perfmatters and
 * others, WP Rocket, JCH Optimize, LiteSpeed, RapidLoad, consentmanager, Complianz, Borlabs, iubenda.
 */
const DELAYED_SRC = [
  'data-src',
  'data-lazy-src',
  'data-rocket-src',
  'data-rocketsrc',
  'data-litespeed-src',
  'data-rapidload-src',
  'data-cmp-src',
  'data-cmplz-src',
  'data-borlabs-cookie-script-blocker-src',
  'data-suppressedsrc',
] as const;

/** Attributes that are read from the elements of `READ` (document.ts). */
const READ_ATTRIBUTES = [
  'as',
  'content',
  'data-cfemail',
  'data-mailto-token',
  ...DELAYED_SRC,
  'href',
  'hreflang',
  'http-equiv',
  'lang',
  'name',
  'property',
  'rel',
  'shadowrootmode',
  'src',
  'title',
  'type',
  'xlink:href',
  'xml:lang',
] as const;
/** Attributes that are read from any element. */
const ANY_ELEMENT_ATTRIBUTES = [
  'alt',
  'data-cfemail',
  'data-href',
  'style',
  ...CONTACT_ATTRIBUTES,
  ...HOST_ATTRIBUTES,
] as const;

type AttributeName =
  | (typeof ANY_ELEMENT_ATTRIBUTES)[number]
  | (typeof READ_ATTRIBUTES)[number]
  | (typeof PAGE_TEXT_ATTRIBUTES)[number];

/** All attributes that are read, by this reader or by that of the text. */
export const ATTRIBUTES = new NameTable([
  ...new Set<AttributeName>([...PAGE_TEXT_ATTRIBUTES, ...READ_ATTRIBUTES, ...ANY_ELEMENT_ATTRIBUTES]),
]);
/** Number of each attribute in ATTRIBUTES. */
export const NUMBERS = Object.fromEntries(ATTRIBUTES.names.map((name, number) => [name, number])) as Readonly<
  Record<AttributeName, number>
>;
/** Numbers of DELAYED_SRC. */
export const DELAYED_SRC_NUMBERS: readonly number[] = DELAYED_SRC.map((name) => NUMBERS[name]);
/** Whether an attribute is in READ_ATTRIBUTES, by number. */
export const IS_READ_ATTRIBUTE: readonly boolean[] = ATTRIBUTES.names.map((name) =>
  READ_ATTRIBUTES.some((other) => other === name),
);
/** The readings of hosts in an attribute, by number; null if it names none. */
export const HOST_READINGS = ATTRIBUTES.names.map((name) =>
  readingsOf(
    name,
    DELAYED_SRC.some((other) => other === name),
  ),
);
/** Whether an attribute can state a contact, by number. */
export const IS_CONTACT_ATTRIBUTE: readonly boolean[] = ATTRIBUTES.names.map((name) =>
  CONTACT_ATTRIBUTES.some((other) => other === name),
);

/** Offsets of the attribute values of one start tag. Values that are not requested are never read. */
export class TagAttributes {
  readonly #source: string;
  /** Start offset by number; -1 for an absent attribute. */
  readonly #starts = new Int32Array(ATTRIBUTES.names.length).fill(-1);
  readonly #ends = new Int32Array(ATTRIBUTES.names.length);

  constructor(source: string) {
    this.#source = source;
  }

  /** Adds an attribute; the first one of a name counts. */
  add(number: number, start: number, end: number): void {
    if (this.#starts[number] !== -1) return;
    this.#starts[number] = start;
    this.#ends[number] = end;
  }

  /** The value as written; undefined if it is absent. */
  get(number: number): string | undefined {
    const start = this.#starts[number] ?? -1;
    return start === -1 ? undefined : this.#source.slice(start, this.#ends[number]);
  }

  clear(): void {
    this.#starts.fill(-1);
  }
}
