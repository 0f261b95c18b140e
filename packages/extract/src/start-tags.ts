import { NameTable } from './html/name-table.ts';
import { CONTACT_ATTRIBUTES } from './marked-up-contacts.ts';

/** Gathers where start tags stand, and which elements are around theirs. */
export class StartTags {
  #offsets = new Uint32Array(512);
  #parents = new Int32Array(256);
  #count = 0;
  /** Of the elements that are open, the numbers of their start tags, the innermost last; -1 for those without one. */
  readonly #open: number[] = [];
  /** Of the element around the one opened last. */
  #parent = -1;

  /** @param holds whether others can be within */
  open(holds: boolean): void {
    this.#parent = this.#open.at(-1) ?? -1;
    if (holds) this.#open.push(-1);
  }

  /** Of the element opened last. @param start offset of `<`; @param end offset behind `>` */
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

  /** Pairs of start and end, in the order in which they came. */
  offsets(): Uint32Array {
    return this.#offsets.slice(0, this.#count * 2);
  }

  /** Of each, the number of that around it; -1 for none. */
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

/** Attributes that matter on elements that are read. */
const OF_READ = [
  'content',
  'data-cfemail',
  'href',
  'hreflang',
  'http-equiv',
  'lang',
  'name',
  'property',
  'rel',
  'src',
  'type',
  'xml:lang',
] as const;
/** Those that matter on any element. */
const OF_ANY = ['alt', 'data-cfemail', 'data-href', 'style', ...CONTACT_ATTRIBUTES] as const;

type AttributeName = (typeof OF_ANY)[number] | (typeof OF_READ)[number];

/** All that a document is read for. */
export const ATTRIBUTES = new NameTable([...new Set<AttributeName>([...OF_READ, ...OF_ANY])]);
/** Their numbers. */
export const NUMBERS = Object.fromEntries(ATTRIBUTES.names.map((name, number) => [name, number])) as Readonly<
  Record<AttributeName, number>
>;
/** By number: those of elements that are read. */
export const IS_OF_READ: readonly boolean[] = ATTRIBUTES.names.map((name) =>
  OF_READ.some((other) => other === name),
);
/** By number: those that may state a contact. */
export const IS_OF_CONTACTS: readonly boolean[] = ATTRIBUTES.names.map((name) =>
  CONTACT_ATTRIBUTES.some((other) => other === name),
);

/** Attributes of one start tag: where their values stand. What nobody asks for is never read. */
export class TagAttributes {
  readonly #source: string;
  /** By number; -1 for those that are not there. */
  readonly #starts = new Int32Array(ATTRIBUTES.names.length).fill(-1);
  readonly #ends = new Int32Array(ATTRIBUTES.names.length);

  constructor(source: string) {
    this.#source = source;
  }

  /** Of those with the same number, the first counts. */
  add(number: number, start: number, end: number): void {
    if (this.#starts[number] !== -1) return;
    this.#starts[number] = start;
    this.#ends[number] = end;
  }

  /** As written; undefined if it is not there. */
  get(name: AttributeName): string | undefined {
    const number = NUMBERS[name];
    const start = this.#starts[number] ?? -1;
    return start === -1 ? undefined : this.#source.slice(start, this.#ends[number]);
  }

  clear(): void {
    this.#starts.fill(-1);
  }
}
