import { compile } from 'css-select';
import type { ChildNode, Element } from 'domhandler';
import core from 'wappalyzer-core';
import { DOCUMENT_BOUNDS, readElements, textReader, type TextReader } from './document.ts';
import type { Positions } from './positions.ts';
import type { ConditionPattern, ConditionRecord, SearchRecord } from './searches.ts';
import { readTexts, type Sections } from './sections.ts';
import { lastTagBefore, tagAt } from './tags.ts';

/** A condition on an element that is met. */
export interface DomHit {
  readonly technology: number;
  readonly confidence: number;
  readonly version: string;
  readonly selector: string;
  /** `exists`, `text`, or an attribute's name in brackets. */
  readonly condition: string;
  /** Source of the regular expression that ran; '' if it is enough that the element is there. */
  readonly pattern: string;
  /** What was matched of the text or value. */
  readonly match: string;
}

/** The part of a page that conditions on elements are about. */
interface DomSource {
  readonly html: string;
  readonly startTags: Uint32Array;
  readonly depth: number;
}

/**
 * Conditions on a page's elements that are met, in wappalyzer-core's order: technology, selector, condition, element.
 *
 * @param literals where literals of searches stand in the source, or anywhere for those of visible text, by the search's number
 */
export type DomMatcher = (source: DomSource, literals: readonly Positions[]) => readonly DomHit[];

/** Different texts of one condition's elements that are looked at. */
export const MAX_TEXTS = 50;

interface Search extends SearchRecord {
  readonly query: (element: ChildNode) => boolean;
  readonly names: ReadonlySet<string> | null;
}

/**
 * Most conditions are about an element's own tag, so only tags that hold one of their literals are read. Where what is
 * around or within an element counts, the page is read as a document, which is far dearer than all else.
 *
 * @param firstTarget the number that searches begin with among the targets of the source's scan
 */
export function createDomMatcher(sections: Sections, firstTarget: number): DomMatcher {
  const records = readTexts(sections, 'searches');
  const always = [...sections.get('page.always', 'u32'), ...sections.get('text.always', 'u32')]
    .filter((target) => target >= firstTarget)
    .map((target) => target - firstTarget);
  // Made on first use, and kept: there are no more of them than searches in the set.
  const searches = new Map<number, Search>();
  const regexes = new Map<string, RegExp>();
  const searchOf = (number: number): Search => {
    const known = searches.get(number);
    if (known !== undefined) return known;
    const record = JSON.parse(records(number)) as SearchRecord;
    const search = {
      ...record,
      query: compile<ChildNode, Element>(record.selector),
      names: record.tags === null ? null : new Set(record.tags),
    };
    searches.set(number, search);
    return search;
  };
  const regexOf = (source: string): RegExp => {
    const known = regexes.get(source);
    if (known !== undefined) return known;
    const regex = new RegExp(source, 'i');
    regexes.set(source, regex);
    return regex;
  };
  return (source, literals) => {
    const wanted = new Map<number, readonly number[] | null>(always.map((number) => [number, null]));
    for (const found of literals) for (const [number, places] of found.each()) wanted.set(number, places);
    if (wanted.size === 0) return [];
    const page = new PageElements(source);
    return [...wanted]
      .sort(([a], [b]) => a - b)
      .flatMap(([number, places]) => {
        const search = searchOf(number);
        const found = elementsOf(search, page, places);
        return found.length === 0 ? [] : hitsOf(search, found, page.textOf, regexOf);
      });
  };
}

/** Elements that a search finds, in document order; of those that need only be there, one is enough. */
function elementsOf(
  search: Search,
  page: PageElements,
  places: readonly number[] | null,
): readonly Element[] {
  const { literalsIn, isOfTag, inTag, names, query, conditions } = search;
  const tags =
    places === null || page.isBeyondBounds || literalsIn === 'text'
      ? null
      : page.tagsAt(places, literalsIn === 'content');
  if (tags?.length === 0) return [];
  const isFound = (element: Element): boolean => (names?.has(element.name) ?? true) && query(element);
  if (tags === null || !isOfTag) return page.named(names).filter(isFound);
  const isEnough = conditions.every(({ text, attributes }) => text === undefined && attributes === undefined);
  const found: Element[] = [];
  for (const tag of tags) {
    const element = page.mayHold(tag, inTag) ? page.elementOf(tag, literalsIn === 'content') : null;
    if (element === null || !isFound(element)) continue;
    found.push(element);
    if (isEnough) break;
  }
  return found;
}

/** What is written so may stand for something else. */
const MAY_DIFFER = /[&\u0080-\uffff]/;

/** A page's elements, each read when it is asked for. */
class PageElements {
  readonly textOf: TextReader = textReader();
  readonly isBeyondBounds: boolean;
  readonly #source: DomSource;
  readonly #elements = new Map<number, Element | null>();
  readonly #plainTags = new Map<number, string | null>();
  #all: readonly Element[] | null = null;
  #byName: Map<string, Element[]> | null = null;

  constructor(source: DomSource) {
    this.#source = source;
    // Of such a page only a part is read, which start tags alone don't tell.
    this.isBeyondBounds =
      source.startTags.length / 2 >= DOCUMENT_BOUNDS.elements || source.depth >= DOCUMENT_BOUNDS.depth;
  }

  /** Numbers of the start tags that these places lie in, or, with content, that are the last before them; rising. */
  tagsAt(places: readonly number[], withContent: boolean): readonly number[] {
    const { startTags } = this.#source;
    const tags = new Set<number>();
    for (const place of places) {
      const tag = withContent ? lastTagBefore(startTags, place) : tagAt(startTags, place);
      if (tag !== null) tags.add(tag);
    }
    return [...tags].sort((a, b) => a - b);
  }

  /** False if one of these texts can't be in a start tag. */
  mayHold(tag: number, texts: readonly string[]): boolean {
    const source = this.#plainTag(tag);
    return source === null || texts.every((text) => source.includes(text));
  }

  /** The source of a start tag, folded; null if what is written there may stand for something else. */
  #plainTag(tag: number): string | null {
    const known = this.#plainTags.get(tag);
    if (known !== undefined) return known;
    const { html, startTags } = this.#source;
    const source = html.slice(startTags[tag * 2], startTags[tag * 2 + 1]);
    const plain = MAY_DIFFER.test(source) ? null : source.toLowerCase();
    this.#plainTags.set(tag, plain);
    return plain;
  }

  /** Of a start tag, by itself: without siblings or a parent, and with no child but what it holds up to the next tag. */
  elementOf(tag: number, withContent: boolean): Element | null {
    const known = this.#elements.get(tag);
    if (known !== undefined) return known;
    const { html, startTags } = this.#source;
    const start = startTags[tag * 2] ?? 0;
    const end = startTags[tag * 2 + 1] ?? 0;
    const next = Math.min(startTags[tag * 2 + 2] ?? html.length, end + DOCUMENT_BOUNDS.text + 1);
    const element = readElements(html.slice(start, withContent ? next : end))[0] ?? null;
    if (!withContent) this.#elements.set(tag, element);
    return element;
  }

  /** Those with one of these names, or all, in document order, within their document. */
  named(names: ReadonlySet<string> | null): readonly Element[] {
    this.#all ??= readElements(this.#source.html);
    if (names === null) return this.#all;
    this.#byName ??= Map.groupBy(this.#all, ({ name }) => name);
    const [name] = names;
    if (names.size === 1 && name !== undefined) return this.#byName.get(name) ?? [];
    const byName = this.#byName;
    return [...names].some((each) => byName.has(each)) ? this.#all : [];
  }
}

function hitsOf(
  { technology, selector, conditions }: Search,
  elements: readonly Element[],
  textOf: TextReader,
  regexOf: (source: string) => RegExp,
): readonly DomHit[] {
  return conditions.flatMap((record) =>
    questionsOf(record, elements, textOf).flatMap(({ condition, pattern, values }) =>
      [...values].flatMap((value) => {
        const match = regexOf(pattern.source).exec(value);
        if (match === null) return [];
        const { confidence, version: template } = pattern;
        const version = core.resolveVersion({ version: template, regex: { exec: () => match } }, value);
        const source = pattern.source === '(?:)' ? '' : pattern.source;
        return [{ technology, confidence, version, selector, condition, pattern: source, match: match[0] }];
      }),
    ),
  );
}

interface Question {
  readonly condition: string;
  readonly pattern: ConditionPattern;
  /** What the pattern is matched with: different values, in document order. */
  readonly values: ReadonlySet<string>;
}

function questionsOf(
  { exists, text, attributes = {} }: ConditionRecord,
  elements: readonly Element[],
  textOf: TextReader,
): readonly Question[] {
  const questions: Question[] = [];
  if (exists !== undefined) questions.push({ condition: 'exists', pattern: exists, values: new Set(['']) });
  if (text !== undefined)
    questions.push({ condition: 'text', pattern: text, values: textsOf(elements, textOf) });
  for (const [name, pattern] of Object.entries(attributes)) {
    const values = elements.flatMap(({ attribs }) =>
      Object.hasOwn(attribs, name) ? (attribs[name] ?? []) : [],
    );
    questions.push({ condition: `[${name}]`, pattern, values: new Set(values) });
  }
  return questions;
}

function textsOf(elements: readonly Element[], textOf: TextReader): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const element of elements) {
    const text = textOf(element);
    if (text !== '') texts.add(text);
    if (texts.size >= MAX_TEXTS) break;
  }
  return texts;
}
