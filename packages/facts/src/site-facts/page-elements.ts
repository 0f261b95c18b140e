import { decodeAttribute } from '@sitegrep/html';
import type { DocumentParts } from '../document/document-parts.ts';

/** Maximum characters of a start tag that are read; longer ones hold data. */
const MAX_TAG = 2_000;
/** Maximum ancestors of an element that are looked at. */
const MAX_ANCESTORS = 60;

/** The start tags of a page, read again where a fact needs more of them than the reader of the page collected. */
export class PageElements {
  readonly #source: string;
  readonly #startTags: Uint32Array;
  readonly #parents: Int32Array;

  /** Indexes of the images and icons, in document order; at most 3,000. */
  readonly pictures: readonly number[];

  constructor(
    source: string,
    { startTags, parents, pictures }: Pick<DocumentParts, 'startTags' | 'parents' | 'pictures'>,
  ) {
    this.#source = source;
    this.pictures = pictures;
    this.#startTags = startTags;
    this.#parents = parents;
  }

  /** Indexes of the elements whose names are among these, in document order. */
  *named(names: readonly string[]): Generator<number> {
    const initials = new Set(names.map((name) => name.charCodeAt(0)));
    for (let index = 0; index < this.#parents.length; index++) {
      const start = (this.#startTags[index * 2] ?? 0) + 1;
      // The lower-case letter of a tag name.
      const initial = this.#source.charCodeAt(start) | 0x20;
      if (initials.has(initial) && names.some((name) => this.#isNamed(start, name))) yield index;
    }
  }

  #isNamed(start: number, name: string): boolean {
    const end = start + name.length;
    // White space, a slash or the end of the tag.
    const after = this.#source.charCodeAt(end);
    if (after > 0x20 && after !== 0x2f && after !== 0x3e) return false;
    return this.#source.startsWith(name, start) || this.#source.slice(start, end).toLowerCase() === name;
  }

  /** Indexes of the elements whose start tags hold a text, in document order; the first `max` occurrences count. */
  *holding(text: string, max: number): Generator<number> {
    let at = this.#source.indexOf(text);
    for (let count = 0; at !== -1 && count < max; count++) {
      const index = this.#tagAround(at);
      if (index !== -1) yield index;
      at = this.#source.indexOf(text, at + text.length);
    }
  }

  /** Index of the start tag around an offset; -1 if there is none. */
  #tagAround(offset: number): number {
    let [low, high] = [0, this.#parents.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#startTags[middle * 2] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low > 0 && offset < (this.#startTags[low * 2 - 1] ?? 0) ? low - 1 : -1;
  }

  name(index: number): string {
    const start = (this.#startTags[index * 2] ?? 0) + 1;
    return (/^[a-z][^\s/>]*/i.exec(this.#source.slice(start, start + 20))?.[0] ?? '').toLowerCase();
  }

  /** The start tag as it is written, at most 2,000 characters. */
  tag(index: number): string {
    const start = this.#startTags[index * 2] ?? 0;
    return this.#source.slice(start, Math.min(this.#startTags[index * 2 + 1] ?? start, start + MAX_TAG));
  }

  /** Text from the end of the start tag to the next tag. */
  textAfter(index: number): string {
    const end = this.#startTags[index * 2 + 1] ?? this.#source.length;
    const next = this.#source.indexOf('<', end);
    return this.#source.slice(end, Math.min(next === -1 ? this.#source.length : next, end + MAX_TAG));
  }

  /** Indexes of the elements around an element, the innermost first. */
  *ancestors(index: number): Generator<number> {
    let parent = this.#parents[index] ?? -1;
    for (let count = 0; parent !== -1 && count < MAX_ANCESTORS; count++) {
      yield parent;
      parent = this.#parents[parent] ?? -1;
    }
  }
}

/** Patterns of the attributes that are read from start tags. */
const PATTERNS = new Map<string, RegExp>();

/** Value of an attribute in a start tag, decoded and trimmed; null if it is absent. */
export function attributeOf(tag: string, name: string): string | null {
  let pattern = PATTERNS.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(String.raw`[\s"'/]${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`, 'i');
    PATTERNS.set(name, pattern);
  }
  const found = pattern.exec(tag);
  if (found === null) return null;
  return decodeAttribute(found[1] ?? found[2] ?? found[3] ?? '').trim();
}
