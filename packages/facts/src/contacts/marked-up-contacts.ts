import { decodeAttribute } from '@sitegrep/html';
import {
  ADDRESS_PARTS,
  ContactCollector,
  type ContactProperty,
  type Contacts,
  type StatedAddress,
} from './contacts.ts';
import { isOtherType, leadsAway, localName } from '../ownership/parties.ts';

/** Maximum depth of nested items; real pages have four or five. */
const MAX_ITEMS = 64;
const MAX_PROFILES = 200;
/** Maximum characters of a property's text. */
const MAX_TEXT = 400;

/** Names of schema.org, of its predecessor and of h-cards, with the property that each means. */
const CONTACT_NAMES: ReadonlyMap<string, ContactProperty> = new Map([
  ['telephone', 'telephone'],
  ['tel', 'telephone'],
  ['p-tel', 'telephone'],
  ['faxNumber', 'faxNumber'],
  ['email', 'email'],
  ['u-email', 'email'],
  ['addressCountry', 'addressCountry'],
  ['country-name', 'addressCountry'],
  ['p-country-name', 'addressCountry'],
]);

const RATINGS: ReadonlySet<string> = new Set(['aggregateRating', 'review', 'reviews']);

/** Links that are the value of a property themselves; other links lead to a page with more. */
const CALLED_OR_MAILED = /^\s*(?:tel|callto|mailto):/i;

/** Terms of Open Graph and similar vocabularies, of which every page has a dozen. */
const OTHER_VOCABULARY = /^(?!schema:|v:|https?:)[^\s:]+:/;

/** Attributes that can state a contact. */
export const CONTACT_ATTRIBUTES = [
  'class',
  'content',
  'itemprop',
  'itemscope',
  'itemtype',
  'property',
  'typeof',
  'value',
] as const;

interface Item {
  readonly depth: number;
  /** Property whose value the item is. */
  readonly property: string;
  /** Whether the item, or one around it, belongs to another party. */
  readonly isOther: boolean;
  /** Whether the item is an h-card or within one. */
  readonly isCard: boolean;
  /** Whether classes within it name parts of an address. */
  readonly hasParts: boolean;
  /** Parts of an address that the item has itself. */
  readonly address: Partial<Record<keyof StatedAddress, string>>;
}

/** An element whose text is the value of a contact, of a part of an address, or of both. */
interface Awaited {
  readonly property: ContactProperty | null;
  readonly part: keyof StatedAddress | null;
  readonly depth: number;
  text: string;
}

/**
 * Reads telephone, faxNumber, email, postal address, addressCountry and sameAs of schema.org from microdata, RDFa Lite and the classes of
 * h-cards. As in JSON-LD, data of events, reviews and the like is left out. It is called for every element of a
 * page, so it does next to nothing for elements that state nothing.
 */
export class MarkedUpContacts {
  /** Depth of the innermost element whose end has to be reported; 0 if there is none. */
  innermost = 0;
  readonly #found = new ContactCollector();
  readonly #profiles = new Set<string>();
  readonly #items: Item[] = [];
  #awaited: Awaited | null = null;
  // Attributes of the element opened last, as written: `itemprop`, `property` or a class; `itemtype` or
  // `typeof`; `content` or `value`.
  #property = '';
  #isClass = false;
  #type = '';
  #isItem = false;
  #isCard = false;
  #isAddress = false;
  #content: string | null = null;

  /** Whether the text of an element is needed. */
  get awaitsText(): boolean {
    return this.#awaited !== null;
  }

  /** Whether classes of the element opened last can name parts of an address. */
  get isInAddress(): boolean {
    return this.#items.at(-1)?.hasParts === true;
  }

  /** Whether the element opened last states something, so that `opened` has to be called. */
  get states(): boolean {
    return this.#property !== '' || this.#isItem;
  }

  /** The value of `itemprop` or `property` of the element opened last, or its class if that states a contact; else empty. */
  get property(): string {
    return this.#property;
  }

  open(): void {
    this.#property = '';
    this.#isClass = false;
    this.#type = '';
    this.#isItem = false;
    this.#isCard = false;
    this.#isAddress = false;
    this.#content = null;
  }

  /**
   * Takes an attribute of the element opened last. The length is compared first, because most names have
   * another length.
   */
  attribute(name: string, value: string): void {
    switch (name.length) {
      case 5:
        if (name === 'class') {
          if (
            this.#property === '' &&
            (isContactClass(value) || (this.isInAddress && ADDRESS_PARTS.has(value)))
          ) {
            this.#property = value;
            this.#isClass = true;
          } else if (value === 'vcard' || value === 'h-card') this.#isCard = this.#isItem = true;
          else if (value === 'adr' || value === 'h-adr' || value === 'p-adr')
            this.#isAddress = this.#isItem = true;
        } else if (name === 'value') this.#content ??= value;
        break;
      case 6:
        if (name === 'typeof') {
          this.#type = value;
          this.#isItem = true;
        }
        break;
      case 7:
        if (name === 'content') this.#content = value;
        break;
      case 8:
        if (name === 'itemprop' || (name === 'property' && !OTHER_VOCABULARY.test(value))) {
          this.#property = value;
          this.#isClass = false;
        } else if (name === 'itemtype') this.#type = value;
        break;
      case 9:
        if (name === 'itemscope') this.#isItem = true;
        break;
      default:
    }
  }

  /**
   * Called after all attributes of the element opened last. Only those that state something count.
   *
   * @param href its link as written; undefined if it has none
   * @param depth depth of the element, itself included; null if it can hold nothing
   */
  opened(href: string | undefined, depth: number | null): void {
    if (!this.states) return;
    const outer = this.#items.at(-1);
    const names = decodeAttribute(this.#property).split(/\s+/, 20).map(propertyName);
    const link = href === undefined ? null : decodeAttribute(href).trim();
    const content = this.#content === null ? null : decodeAttribute(this.#content).trim();
    const property = contactProperty(names, outer, this.#isClass);
    const part = outer === undefined ? null : addressPart(names);
    if (outer?.isOther !== true) {
      if (outer !== undefined && names.some((name) => RATINGS.has(name))) this.#found.isRated = true;
      if (names.includes('sameAs')) this.#addProfile(content ?? link ?? '');
      if (property !== null || part !== null) {
        const value = content ?? (link !== null && CALLED_OR_MAILED.test(link) ? link : '');
        if (value !== '') this.#add(property, part, value);
        else if (depth !== null && this.#awaited === null) {
          this.#awaited = { property, part, depth, text: '' };
          this.innermost = depth;
        }
      }
    }
    if (!this.#isItem || depth === null || this.#items.length === MAX_ITEMS) return;
    const types = decodeAttribute(this.#type).split(/\s+/, 20);
    const isOther = outer?.isOther === true || names.some(leadsAway) || types.some(isOtherType);
    const isCard = this.#isCard || outer?.isCard === true;
    const hasParts = isCard || this.#isAddress || outer?.hasParts === true;
    this.#items.push({ depth, property: names[0] ?? '', isOther, isCard, hasParts, address: {} });
    this.innermost = depth;
  }

  text(text: string): void {
    const awaited = this.#awaited;
    if (awaited !== null && awaited.text.length < MAX_TEXT) awaited.text += ` ${text.slice(0, MAX_TEXT)}`;
  }

  /** Called when an element of that depth ends. */
  close(depth: number): void {
    const awaited = this.#awaited;
    if (awaited !== null && awaited.depth >= depth) {
      const text = awaited.text.replaceAll(/\s+/g, ' ').trim();
      if (text !== '') this.#add(awaited.property, awaited.part, text);
      this.#awaited = null;
    }
    while ((this.#items.at(-1)?.depth ?? 0) >= depth) {
      const { address, isOther } = this.#items.pop() ?? NO_ITEM;
      if (address.street !== undefined && !isOther) this.#found.addAddress(address);
    }
    this.innermost = Math.max(this.#awaited?.depth ?? 0, this.#items.at(-1)?.depth ?? 0);
  }

  contacts(): Contacts {
    return this.#found.contacts();
  }

  /** URLs under `sameAs`, in document order. */
  profiles(): ReadonlySet<string> {
    return this.#profiles;
  }

  /** Adds a value as a contact, as a part of the address of the innermost item, or as both. */
  #add(property: ContactProperty | null, part: keyof StatedAddress | null, value: string): void {
    if (property !== null) this.#found.add(property, value);
    const item = this.#items.at(-1);
    if (part === null || item === undefined) return;
    // A country can be an item with a name.
    const holder = item.property === 'addressCountry' ? (this.#items.at(-2) ?? item) : item;
    holder.address[part] ??= value;
  }

  #addProfile(url: string): void {
    if (url !== '' && this.#profiles.size < MAX_PROFILES) this.#profiles.add(url);
  }
}

const NO_ITEM: Item = { depth: 0, property: '', isOther: true, isCard: false, hasParts: false, address: {} };

function addressPart(names: readonly string[]): keyof StatedAddress | null {
  for (const name of names) {
    const part = ADDRESS_PARTS.get(name);
    if (part !== undefined) return part;
  }
  return null;
}

function contactProperty(
  names: readonly string[],
  outer: Item | undefined,
  isClass: boolean,
): ContactProperty | null {
  // A country can be an item with a name.
  if (outer?.property === 'addressCountry' && names.includes('name')) return 'addressCountry';
  for (const name of names) {
    const property = CONTACT_NAMES.get(name);
    // Outside of a card, classes for countries mark all sorts of other things.
    const counts = !isClass || property !== 'addressCountry' || outer?.isCard === true;
    if (property !== undefined && counts) return property;
  }
  return null;
}

/** Whether a class attribute of this length can be a contact. @param isInAddress whether parts of addresses count */
export function mayBeContactClass(length: number, isInAddress: boolean): boolean {
  if (isInAddress) return length <= 16;
  return length === 3 || (length >= 5 && length <= 7) || length === 12 || length === 14;
}

/**
 * Whether a class attribute is a single known class. Nearly all elements have classes, and few of them are
 * contacts.
 */
function isContactClass(className: string): boolean {
  switch (className.length) {
    case 3:
      return className === 'tel';
    case 5:
      return className === 'p-tel' || className === 'email';
    case 7:
      return className === 'u-email';
    case 12:
      return className === 'country-name';
    case 14:
      return className === 'p-country-name';
    default:
      return false;
  }
}

/** The local name of a term of schema.org or its predecessor; other terms are unchanged. */
function propertyName(term: string): string {
  return /^(?:schema:|v:|https?:\/\/(?:schema|data-vocabulary)\.org\/)/.test(term) ? localName(term) : term;
}
