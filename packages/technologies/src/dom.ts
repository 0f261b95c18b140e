import type { Sections } from '@sitegrep/sections';
import type { Element } from 'domhandler';
import core from 'wappalyzer-core';
import { BOUNDS } from './bounds.ts';
import type { Budget } from './budget.ts';
import { madeOnce } from './compiled-set.ts';
import type { TextReader } from './document.ts';
import type { Positions } from './literal-scan.ts';
import { type DomSource, PageElements } from './page-elements.ts';
import { type ConditionPattern, type ConditionRecord, readSearches, type Search } from './searches.ts';
import { windowedSearch } from './windows.ts';

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

/**
 * Conditions on a page's elements that are met, in wappalyzer-core's order: technology, selector, condition, element.
 *
 * @param literals where literals of searches stand in the source, or anywhere for those of visible text, by the search's number
 */
type DomMatcher = (source: DomSource, literals: readonly Positions[], budget: Budget) => readonly DomHit[];

/** What the expression of a condition matches in a text, as long as there is time. */
type Exec = (pattern: ConditionPattern, text: string) => RegExpExecArray | null;

const ANYWHERE = { from: 0, to: Infinity, width: Infinity } as const;

/** Different texts of one condition's elements that are looked at. */
export const MAX_TEXTS = 50;

/**
 * Most conditions are about an element's own tag, so only tags that hold one of their literals are read. Where what is
 * around or within an element counts, the page is read as a document, which is far dearer than all else.
 *
 * @param firstTarget the number that searches begin with among the targets of the source's scan
 */
export function createDomMatcher(sections: Sections, firstTarget: number): DomMatcher {
  const always = [...sections.get('page.always', 'u32'), ...sections.get('text.always', 'u32')]
    .filter((target) => target >= firstTarget)
    .map((target) => target - firstTarget);
  const searchOf = readSearches(sections);
  // A search's record is kept, and with it each pattern is the same object every time.
  const expressionOf = madeOnce(({ source, slowness }: ConditionPattern) =>
    windowedSearch(new RegExp(source, 'i'), ANYWHERE, slowness),
  );
  return (source, literals, budget) => {
    const wanted = new Map<number, readonly number[] | null>(always.map((number) => [number, null]));
    for (const found of literals) for (const [number, places] of found.each()) wanted.set(number, places);
    if (wanted.size === 0) return [];
    const page = new PageElements(source);
    const exec: Exec = (pattern, text) => expressionOf(pattern)(text, null, budget);
    return [...wanted]
      .sort(([a], [b]) => a - b)
      .flatMap(([number, places]) => {
        if (budget.isSpent()) return [];
        const search = searchOf(number);
        const found = elementsOf(search, page, places, exec);
        return found.length === 0 ? [] : hitsOf(search, found, page.textOf, exec);
      });
  };
}

/** Elements that a search finds, in document order; of those that need only be there, one is enough. */
function elementsOf(
  search: Search,
  page: PageElements,
  places: readonly number[] | null,
  exec: Exec,
): readonly Element[] {
  const { literalsIn, isOfTag, isOfOwnTag, asksForMore, names, query, conditions } = search;
  if (literalsIn === 'text' && !mayBeIn(page.visibleText(), search, exec)) return [];
  const tags = tagsOf(search, page, places, exec);
  if (tags?.length === 0) return [];
  const isFound = (element: Element): boolean => (names?.has(element.name) ?? true) && query(element);
  const withText = conditions.some(({ text }) => text !== undefined);
  if (tags === null || !isOfTag) {
    const nested = search.isOfNestedTags ? page.nested(names, isOfOwnTag ? tags : null) : null;
    const found = nested?.filter(({ element }) => isFound(element)) ?? null;
    const elements = withText
      ? found && page.withContents(found.map(({ tag }) => tag))
      : found?.map(({ element }) => element);
    return elements ?? page.named(names, withText || asksForMore).filter(isFound);
  }
  const isEnough = conditions.every(({ text, attributes }) => text === undefined && attributes === undefined);
  const found: Element[] = [];
  for (const tag of tags) {
    const element = page.elementOf(tag, withText);
    if (element === null || !isFound(element)) continue;
    found.push(element);
    if (isEnough) break;
  }
  return found;
}

/** Start tags that hold one of the literals, or whose content does, as far as they may be of elements found; null for any. */
function tagsOf(
  { literalsIn, isOfTag, isOfOwnTag, inOwnTag, inSource, inValue, names, need }: Search,
  page: PageElements,
  places: readonly number[] | null,
  exec: Exec,
): readonly number[] | null {
  if (page.isBeyondBounds || literalsIn === 'text' || (places === null && !isOfTag)) return null;
  const isMet =
    (patterns: readonly ConditionPattern[] | null) =>
    (text: string): boolean =>
      patterns?.some((pattern) => exec(pattern, text.slice(0, BOUNDS.value)) !== null) ?? true;
  const near = need === null ? places : page.placesWith(places, need, isMet(inValue));
  const tags = page.tagsAt(near, literalsIn === 'content');
  if (!isOfOwnTag) return tags;
  const mayMeet = isMet(inSource);
  return tags.filter(
    (tag) => page.mayHold(tag, names, inOwnTag) && (inSource === null || page.mayMeet(tag, mayMeet)),
  );
}

/** Whether the text of some element can meet a condition, the visible text being what all of them hold together. */
function mayBeIn(text: string, { conditions }: Search, exec: Exec): boolean {
  return conditions.some(
    ({ text: pattern }) =>
      pattern === undefined || LOOKS_AROUND.test(pattern.source) || exec(pattern, text) !== null,
  );
}

/** An expression that matches an element's text and may not match the same within a longer one. */
const LOOKS_AROUND = /[$^]|\\b|\(\?[<!=]/i;

function hitsOf(
  { technology, selector, conditions }: Search,
  elements: readonly Element[],
  textOf: TextReader,
  exec: Exec,
): readonly DomHit[] {
  return conditions.flatMap((record) =>
    questionsOf(record, elements, textOf).flatMap(({ condition, pattern, values }) =>
      [...values].flatMap((value) => {
        const match = exec(pattern, value);
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
      Object.hasOwn(attribs, name) ? (attribs[name] ?? '').slice(0, BOUNDS.value) : [],
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
