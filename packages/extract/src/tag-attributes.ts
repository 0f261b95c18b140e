import { NameTable } from './html/name-table.ts';
import { CONTACT_ATTRIBUTES } from './marked-up-contacts.ts';

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
