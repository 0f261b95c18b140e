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
import { type AttributeNeed, isSpace, mayHoldAt, plain, standsIn, tagsAt } from './tags.ts';

/** An element that is an img, unless it is within SVG. */
const IMAGE = /<image[\s/>]/i;

/** An element with those around it. */
interface NestedElement {
  /** Its start tag's number. */
  readonly tag: number;
  readonly element: Element;
}

/** The part of a page that conditions on elements are about. */
export interface DomSource {
  readonly html: string;
  readonly startTags: Uint32Array;
  /** Of each of `startTags`, the number of that around it; -1 for none. */
  readonly parents: Int32Array;
  readonly depth: number;
  /** What is visible. */
  readonly text: string;
}

/** A page's elements, each read when it is asked for. */
export class PageElements {
  readonly textOf: TextReader = textReader();
  readonly isBeyondBounds: boolean;
  readonly #source: DomSource;
  readonly #elements = new Map<number, Element | null>();
  readonly #plainTags = new Map<number, string>();
  #hasImages: boolean | null = null;
  #allTags: readonly number[] | null = null;
  #text: string | null = null;
  #whole: Elements | null = null;
  #bare: Elements | null = null;

  constructor(source: DomSource) {
    this.#source = source;
    // Of such a page only a part is read, which start tags alone don't tell.
    this.isBeyondBounds =
      source.startTags.length / 2 >= DOCUMENT_BOUNDS.elements || source.depth >= DOCUMENT_BOUNDS.depth;
  }

  /**
   * Numbers of the start tags that these places lie in, or, with content, that are the last before them; rising. All for
   * null.
   */
  tagsAt(places: readonly number[] | null, withContent: boolean): readonly number[] {
    const { startTags } = this.#source;
    if (places !== null) return tagsAt(startTags, places, withContent);
    return (this.#allTags ??= Array.from({ length: startTags.length / 2 }, (_, tag) => tag));
  }

  /**
   * Those places where an attribute may hold what is needed, or something else stands.
   *
   * @param isMet asked of the value of such an attribute
   */
  placesWith(
    places: readonly number[] | null,
    need: AttributeNeed,
    isMet: (value: string) => boolean,
  ): readonly number[] | null {
    return places?.filter((place) => mayHoldAt(this.#source.html, place, need, isMet)) ?? null;
  }

  /** False if a start tag can't be of these names, null for any, or can't hold one of these texts. */
  mayHold(tag: number, names: ReadonlySet<string> | null, texts: readonly string[]): boolean {
    const { html, startTags } = this.#source;
    const start = startTags[tag * 2] ?? 0;
    const end = startTags[tag * 2 + 1] ?? 0;
    if (names !== null && !names.has(nameIn(html, start, end))) return false;
    return texts.every((text) => standsIn(html, start, end, text) ?? this.#plainTag(tag).includes(text));
  }

  /** False if a start tag can have no attribute that is met: as long as none is longer than BOUNDS.value. */
  mayMeet(tag: number, isMet: (source: string) => boolean): boolean {
    const source = this.#tag(tag);
    return source.length > BOUNDS.value || source.includes('&') || isMet(source);
  }

  /** The source of a start tag, folded, without what hides characters. */
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

  /** Of a start tag, by itself: without siblings or a parent, and without children but the text up to the next tag. */
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

  /**
   * Those with one of these names, or all, in document order, with the elements around each, but none beside or within.
   * Null where a document has to be read for it.
   *
   * @param among numbers of the start tags that are looked at; null for all
   */
  nested(
    names: ReadonlySet<string> | null,
    among: readonly number[] | null,
  ): readonly NestedElement[] | null {
    const { html, startTags } = this.#source;
    if (this.isBeyondBounds || (this.#hasImages ??= IMAGE.test(html))) return null;
    const found: NestedElement[] = [];
    for (const tag of among ?? this.tagsAt(null, false)) {
      if (names !== null && !names.has(nameIn(html, startTags[tag * 2] ?? 0, startTags[tag * 2 + 1] ?? 0)))
        continue;
      const element = this.#nestedElement(tag);
      if (element === null) return null;
      found.push({ tag, element });
    }
    return found;
  }

  /**
   * The elements of these start tags with all that is within them: each is read from its start tag to the next one that is
   * not within it, behind the start tags of the elements around it. Null where a document has to be read for it, or that
   * is less work.
   */
  withContents(tags: readonly number[]): readonly Element[] | null {
    const { html } = this.#source;
    let left = html.length;
    const found: Element[] = [];
    for (const tag of tags) {
      const around = this.#around(tag);
      const source = `${around.map((outer) => this.#tag(outer)).join('')}${this.#tagAndContent(tag)}`;
      left -= source.length;
      const element = left < 0 ? undefined : readElements(source)[around.length];
      if (element === undefined) return null;
      found.push(element);
    }
    return found;
  }

  /** Numbers of the start tags around one, from the outermost on. */
  #around(tag: number): readonly number[] {
    const { parents } = this.#source;
    const tags: number[] = [];
    for (let outer = parents[tag] ?? -1; outer !== -1; outer = parents[outer] ?? -1) tags.push(outer);
    return tags.toReversed();
  }

  /** Up to the next start tag that is not within it, and so a little more than the element. */
  #tagAndContent(tag: number): string {
    const { html, startTags, parents } = this.#source;
    let next = tag + 1;
    while ((parents[next] ?? -1) >= tag) next++;
    return html.slice(startTags[tag * 2], startTags[next * 2]);
  }

  #nestedElement(tag: number): Element | null {
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

  /** White space folded. */
  visibleText(): string {
    return (this.#text ??= this.#source.text.replace(/\s+/g, ' '));
  }

  /** Those with one of these names, or all, in document order, within their document, which has no text unless it's asked for. */
  named(names: ReadonlySet<string> | null, withText: boolean): readonly Element[] {
    // Where the bounds are, text counts.
    return withText || this.isBeyondBounds || this.#whole !== null
      ? (this.#whole ??= new Elements(readElements(this.#source.html))).named(names)
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

  /** A list that holds all those with one of these names, and maybe others. */
  named(names: ReadonlySet<string> | null): readonly Element[] {
    if (names === null) return this.#all;
    this.#byName ??= Map.groupBy(this.#all, ({ name }) => name);
    const byName = this.#byName;
    const [name] = names;
    if (names.size === 1 && name !== undefined) return byName.get(name) ?? [];
    return [...names].some((each) => byName.has(each)) ? this.#all : [];
  }
}

/** Of the start tag from `start` to `end`, in lower case. */
function nameIn(html: string, start: number, end: number): string {
  let at = start + 1;
  while (at < end && !isNameEnd(html.charCodeAt(at))) at++;
  return html.slice(start + 1, at).toLowerCase();
}

function isNameEnd(unit: number): boolean {
  return isSpace(unit) || unit === 0x2f || unit === 0x3e;
}
