import type { Element } from 'domhandler';
import { BOUNDS } from './bounds.ts';
import {
  DOCUMENT_BOUNDS,
  readElements,
  readRawElement,
  readTag,
  textReader,
  type TextReader,
} from './document.ts';
import { type AttributeFilter, isNameAt, occursIn, plain, tagsAt } from './tags.ts';

/** Name of a start tag that means img outside of SVG. */
const IMAGE = 'image';

/** White space that is not a single blank. */
const UNFOLDED = / ?[^\S ]\s*| \s+/g;

/** Parts of a page that conditions on elements refer to. */
export interface DomSource {
  readonly html: string;
  readonly startTags: Uint32Array;
  /** Index of the parent of each of `startTags`; -1 for none. */
  readonly parents: Int32Array;
  readonly depth: number;
  /** Visible text. */
  readonly text: string;
}

/** Elements of a page, each read on demand. */
export class PageElements {
  readonly textOf: TextReader = textReader();
  readonly isBeyondBounds: boolean;
  readonly #source: DomSource;
  readonly #elements = new Map<number, Element | null>();
  readonly #plainTags = new Map<number, string>();
  #hasImages: boolean | null = null;
  #allTags: readonly number[] | null = null;
  #text: string | null = null;
  #complete: Elements | null = null;
  #bare: Elements | null = null;

  constructor(source: DomSource) {
    this.#source = source;
    // Only a part of such a page is read, and start tags alone do not show which.
    this.isBeyondBounds =
      source.startTags.length / 2 >= DOCUMENT_BOUNDS.elements || source.depth >= DOCUMENT_BOUNDS.depth;
  }

  /**
   * Indexes of the start tags that contain these positions, or, with content, of the last ones before them;
   * increasing. All start tags for null.
   */
  tagsAt(positions: readonly number[] | null, withContent: boolean): readonly number[] {
    const { startTags } = this.#source;
    if (positions !== null) return tagsAt(startTags, positions, withContent);
    return (this.#allTags ??= Array.from({ length: startTags.length / 2 }, (_, tag) => tag));
  }

  /**
   * False if a start tag cannot have one of these names (null for any), or cannot contain all of these texts.
   */
  mayHold(tag: number, names: ReadonlySet<string> | null, texts: readonly string[]): boolean {
    const { html, startTags } = this.#source;
    const start = startTags[tag * 2] ?? 0;
    const end = startTags[tag * 2 + 1] ?? 0;
    if (names !== null && !isNamed(html, start, names)) return false;
    return texts.every((text) => occursIn(html, start, end, text) ?? this.#plainTag(tag).includes(text));
  }

  /**
   * False if a start tag cannot have one of these names (null for any), or does not pass the filter.
   *
   * @param matches tests the value of an attribute
   */
  mayHave(
    tag: number,
    names: ReadonlySet<string> | null,
    filter: AttributeFilter,
    matches: (value: string) => boolean,
  ): boolean {
    const { html, startTags } = this.#source;
    if (names !== null && !isNamed(html, startTags[tag * 2] ?? 0, names)) return false;
    return filter(this.#tag(tag), matches);
  }

  /** False if no attribute of a start tag can match, provided that none is longer than BOUNDS.value. */
  mayMatch(tag: number, matches: (source: string) => boolean): boolean {
    const source = this.#tag(tag);
    return source.length > BOUNDS.value || source.includes('&') || matches(source);
  }

  /** The folded source of a start tag with hidden characters decoded. */
  #plainTag(tag: number): string {
    const known = this.#plainTags.get(tag);
    if (known !== undefined) return known;
    const folded = plain(this.#tag(tag)).toLowerCase();
    this.#plainTags.set(tag, folded);
    return folded;
  }

  #tag(tag: number): string {
    const { html, startTags } = this.#source;
    return html.slice(startTags[tag * 2], startTags[tag * 2 + 1]);
  }

  /**
   * The element of a start tag by itself: without siblings or parent, and without children except for the text
   * up to the next tag.
   */
  elementOf(tag: number, withText: boolean): Element | null {
    if (withText) {
      const { html, startTags } = this.#source;
      const end = startTags[tag * 2 + 1] ?? 0;
      const next = Math.min(startTags[tag * 2 + 2] ?? html.length, end + DOCUMENT_BOUNDS.text);
      return readRawElement(this.#tag(tag), html.slice(end, next));
    }
    const known = this.#elements.get(tag);
    if (known !== undefined) return known;
    const element = readTag(this.#tag(tag));
    this.#elements.set(tag, element);
    return element;
  }

  /** Indexes of these start tags and of those of the elements in theirs, increasing. @param tags increasing */
  within(tags: readonly number[]): readonly number[] {
    const { parents } = this.#source;
    const isWithin = new Uint8Array(parents.length);
    for (const tag of tags) isWithin[tag] = 1;
    const found: number[] = [];
    for (let tag = tags[0] ?? parents.length; tag < parents.length; tag++) {
      if (isWithin[parents[tag] ?? -1] === 1) isWithin[tag] = 1;
      if (isWithin[tag] === 1) found.push(tag);
    }
    return found;
  }

  /** Whether elements can be read with their ancestors alone; else the page has to be read as a document. */
  get readsNested(): boolean {
    return !this.isBeyondBounds && !(this.#hasImages ??= this.#holdsImage());
  }

  #holdsImage(): boolean {
    const { html, startTags } = this.#source;
    for (let at = 0; at < startTags.length; at += 2)
      if (isNameAt(html, (startTags[at] ?? 0) + 1, IMAGE)) return true;
    return false;
  }

  /**
   * The elements of these start tags with their content. Each is read from its start tag to the next one
   * outside of it, after the start tags of its ancestors. Null if the page has to be read as a document, or if
   * that is less work.
   */
  withContents(tags: readonly number[]): readonly Element[] | null {
    const { html } = this.#source;
    let left = html.length;
    const found: Element[] = [];
    for (const tag of tags) {
      const around = this.#around(tag);
      const source = `${around.map((outer) => this.#tag(outer)).join('')}${this.#tagAndContent(tag)}`;
      left -= source.length;
      const element = left < 0 ? undefined : readElements(source, true, DOCUMENT_BOUNDS.text)[around.length];
      if (element === undefined) return null;
      found.push(element);
    }
    return found;
  }

  /** Indexes of a start tag's ancestors, from the outermost one. */
  #around(tag: number): readonly number[] {
    const { parents } = this.#source;
    const tags: number[] = [];
    for (let outer = parents[tag] ?? -1; outer !== -1; outer = parents[outer] ?? -1) tags.push(outer);
    return tags.toReversed();
  }

  /** Source up to the next start tag outside of the element, so a little more than the element. */
  #tagAndContent(tag: number): string {
    const { html, startTags, parents } = this.#source;
    let next = tag + 1;
    while ((parents[next] ?? -1) >= tag) next++;
    return html.slice(startTags[tag * 2], startTags[next * 2]);
  }

  /** The element of a start tag with its ancestors, but without siblings and content; null if a parser has to read it. */
  nestedElementOf(tag: number): Element | null {
    const { parents } = this.#source;
    const element = this.elementOf(tag, false);
    let child = element;
    let number = parents[tag] ?? -1;
    while (child !== null && child.parent === null && number !== -1) {
      const parent = this.elementOf(number, false);
      if (parent === null) return null;
      child.parent = parent;
      child = parent;
      number = parents[number] ?? -1;
    }
    return element;
  }

  /** Visible text with white space folded. */
  visibleText(): string {
    return (this.#text ??= this.#source.text.replace(UNFOLDED, ' '));
  }

  /**
   * Elements with one of these names (null for any) in document order, within their document, which has text on
   * request only.
   */
  named(names: ReadonlySet<string> | null, withText: boolean): readonly Element[] {
    // Text counts towards the bounds.
    return withText || this.isBeyondBounds || this.#complete !== null
      ? (this.#complete ??= new Elements(readElements(this.#source.html))).named(names)
      : (this.#bare ??= new Elements(readElements(this.#source.html, false))).named(names);
  }
}

/** All elements of a document. */
class Elements {
  readonly #all: readonly Element[];
  #byName: Map<string, Element[]> | null = null;

  constructor(all: readonly Element[]) {
    this.#all = all;
  }

  /** A list of all elements with one of these names, possibly with others. */
  named(names: ReadonlySet<string> | null): readonly Element[] {
    if (names === null) return this.#all;
    this.#byName ??= Map.groupBy(this.#all, ({ name }) => name);
    const byName = this.#byName;
    const [name] = names;
    if (names.size === 1 && name !== undefined) return byName.get(name) ?? [];
    return [...names].some((each) => byName.has(each)) ? this.#all : [];
  }
}

/** Whether the tag that starts at a position has one of these names. */
function isNamed(html: string, start: number, names: ReadonlySet<string>): boolean {
  for (const name of names) if (isNameAt(html, start + 1, name)) return true;
  return false;
}
