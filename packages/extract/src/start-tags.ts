import { NameTable } from './html/name-table.ts';
import { CONTACT_ATTRIBUTES } from './marked-up-contacts.ts';

/** Collects the offsets of start tags and the parent of each. */
export class StartTags {
  #offsets = new Uint32Array(512);
  #parents = new Int32Array(256);
  #count = 0;
  /** Indexes of the start tags of open elements, the innermost last; -1 for an element without one. */
  readonly #open: number[] = [];
  /** Index of the parent of the element opened last. */
  #parent = -1;

  /** Opens an element. @param holds whether it can contain other elements */
  open(holds: boolean): void {
    this.#parent = this.#open.at(-1) ?? -1;
    if (holds) this.#open.push(-1);
  }

  /**
   * Adds the start tag of the element opened last.
   *
   * @param start offset of `<`
   * @param end offset after `>`
   */
  add(start: number, end: number, holds: boolean): void {
    if (this.#count === this.#parents.length) this.#grow();
    this.#offsets[this.#count * 2] = start;
    this.#offsets[this.#count * 2 + 1] = end;
    this.#parents[this.#count] = this.#parent;
    if (holds) this.#open[this.#open.length - 1] = this.#count;
    this.#count += 1;
  }

  close(): void {
    this.#open.pop();
  }

  /** Index of the start tag of the innermost open element that has one; -1 for none. */
  get innermost(): number {
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const index = this.#open[at] ?? -1;
      if (index !== -1) return index;
    }
    return -1;
  }

  /** Number of the start tag around another one; -1 if there is none. */
  parentOf(tag: number): number {
    return this.#parents[tag] ?? -1;
  }

  /** Start and end offset of a start tag. */
  rangeOf(tag: number): readonly [start: number, end: number] {
    return [this.#offsets[tag * 2] ?? 0, this.#offsets[tag * 2 + 1] ?? 0];
  }

  /** Index of the start tag added last; -1 before the first. */
  get latest(): number {
    return this.#count - 1;
  }

  /** Start and end offset of each start tag, in document order. */
  offsets(): Uint32Array {
    return this.#offsets.slice(0, this.#count * 2);
  }

  /** Index of the parent of each start tag; -1 for none. */
  parents(): Int32Array {
    return this.#parents.slice(0, this.#count);
  }

  #grow(): void {
    const offsets = new Uint32Array(this.#count * 4);
    offsets.set(this.#offsets);
    this.#offsets = offsets;
    const parents = new Int32Array(this.#count * 2);
    parents.set(this.#parents);
    this.#parents = parents;
  }
}

/**
 * Attributes in which optimisers and consent tools keep the address of a script that they load later: Perfmatters and
 * others, WP Rocket, JCH Optimize, LiteSpeed, RapidLoad, consentmanager, Complianz, Borlabs, iubenda.
 */
export const DELAYED_SRC = [
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
const ANY_ELEMENT_ATTRIBUTES = ['alt', 'data-cfemail', 'data-href', 'style', ...CONTACT_ATTRIBUTES] as const;

type AttributeName = (typeof ANY_ELEMENT_ATTRIBUTES)[number] | (typeof READ_ATTRIBUTES)[number];

/** All attributes that are read. */
export const ATTRIBUTES = new NameTable([
  ...new Set<AttributeName>([...READ_ATTRIBUTES, ...ANY_ELEMENT_ATTRIBUTES]),
]);
/** Number of each attribute in ATTRIBUTES. */
export const NUMBERS = Object.fromEntries(ATTRIBUTES.names.map((name, number) => [name, number])) as Readonly<
  Record<AttributeName, number>
>;
/** Whether an attribute is in READ_ATTRIBUTES, by number. */
export const IS_READ_ATTRIBUTE: readonly boolean[] = ATTRIBUTES.names.map((name) =>
  READ_ATTRIBUTES.some((other) => other === name),
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
  get(name: AttributeName): string | undefined {
    const number = NUMBERS[name];
    const start = this.#starts[number] ?? -1;
    return start === -1 ? undefined : this.#source.slice(start, this.#ends[number]);
  }

  clear(): void {
    this.#starts.fill(-1);
  }
}
