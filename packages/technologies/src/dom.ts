import type { Sections } from '@sitegrep/sections';
import type { Element } from 'domhandler';
import core from 'wappalyzer-core';
import { BOUNDS } from './bounds.ts';
import type { Budget } from './budget.ts';
import { madeOnce } from './compiled-set.ts';
import type { TextReader } from './document.ts';
import type { Positions } from './literal-scan.ts';
import type { OwnHost } from './own-host.ts';
import { type DomSource, PageElements } from './page-elements.ts';
import { type ConditionPattern, type ConditionRecord, readSearches, type Search } from './searches.ts';
import { windowedSearch } from './windows.ts';

/** A condition on an element that is met, with the match. */
export interface DomHit {
  readonly technology: number;
  readonly confidence: number;
  readonly version: string;
  readonly selector: string;
  /** `exists`, `text`, or an attribute's name in brackets. */
  readonly condition: string;
  /** Source of the regular expression; '' if the existence of the element suffices. */
  readonly pattern: string;
  /** The matched part of the text or value. */
  readonly match: string;
  /** The whole text or value. */
  readonly value: string;
}

/**
 * Finds the conditions that a page's elements meet, in wappalyzer-core's order: technology, selector,
 * condition, element.
 *
 * @param literals positions of the literals of searches, by number of the search; those in the visible text
 *   count as anywhere
 * @param isOwn decides about elements that count only with an address of the page's own site
 */
type DomMatcher = (
  source: DomSource,
  literals: readonly Positions[],
  budget: Budget,
  isOwn: OwnHost,
) => readonly DomHit[];

/** Matches the expression of a condition with a text, within the budget. */
type Exec = (pattern: ConditionPattern, text: string) => RegExpExecArray | null;

const ANYWHERE = { from: 0, to: Infinity, width: Infinity } as const;

/** Maximum different texts that are matched with one condition. */
export const MAX_TEXTS = 50;

/**
 * Creates the matcher of a set. Most conditions concern an element's own tag, so only tags with one of their
 * literals are read. If the context or content of an element matters, the page is read as a document, which
 * costs far more than everything else.
 *
 * @param firstTarget number of the first search among the targets of the source's scan
 */
export function createDomMatcher(sections: Sections, firstTarget: number): DomMatcher {
  const always = [...sections.get('page.always', 'u32'), ...sections.get('text.always', 'u32')]
    .filter((target) => target >= firstTarget)
    .map((target) => target - firstTarget);
  const searchOf = readSearches(sections);
  // Search records are cached, so each pattern is always the same object.
  const expressionOf = madeOnce(({ source, slowness }: ConditionPattern) =>
    windowedSearch(new RegExp(source, 'i'), ANYWHERE, slowness),
  );
  return (source, literals, budget, isOwn) => {
    const wanted = new Map<number, readonly number[] | null>(always.map((number) => [number, null]));
    for (const found of literals)
      for (const [number, positions] of found.each()) wanted.set(number, positions);
    if (wanted.size === 0) return [];
    const page = new PageElements(source);
    const exec: Exec = (pattern, text) => expressionOf(pattern)(text, null, budget);
    return [...wanted]
      .sort(([a], [b]) => a - b)
      .flatMap(([number, positions]) => {
        if (budget.isSpent()) return [];
        const search = searchOf(number);
        const found = elementsOf(search, page, positions, exec, isOwn);
        return found.length === 0 ? [] : hitsOf(search, found, page.textOf, exec);
      });
  };
}

/** Elements that a search finds, in document order; the first one if existence suffices. */
function elementsOf(
  search: Search,
  page: PageElements,
  positions: readonly number[] | null,
  exec: Exec,
  isOwn: OwnHost,
): readonly Element[] {
  const { literalsIn, isOfTag, asksForMore, names, query, conditions, ownHost, withoutHints } = search;
  if (literalsIn === 'text' && !mayBeIn(page.visibleText(), search, exec)) return [];
  const tags = tagsOf(search, page, positions, exec);
  if (tags?.length === 0) return [];
  const isFound = (element: Element): boolean =>
    (names?.has(element.name) ?? true) &&
    query(element) &&
    !(withoutHints === true && isHint(element)) &&
    (ownHost === undefined || isOfOwnHost(element, ownHost, isOwn));
  const withText = conditions.some(({ text }) => text !== undefined);
  const isEnough = conditions.every(({ text, attributes }) => text === undefined && attributes === undefined);
  if (tags === null || !isOfTag) {
    const nested = nestedTags(search, page, tags, isFound, isEnough);
    const elements = withText
      ? nested && page.withContents(nested)
      : nested?.flatMap((tag) => page.nestedElementOf(tag) ?? []);
    return elements ?? page.named(names, withText || asksForMore).filter(isFound);
  }
  const found: Element[] = [];
  for (const tag of tags) {
    const element = page.elementOf(tag, withText);
    if (element === null || !isFound(element)) continue;
    found.push(element);
    if (isEnough) break;
  }
  return found;
}

/**
 * Start tags of the elements that a selector of nested tags finds; the first one if that suffices. Null if the page has to be
 * read as a document.
 *
 * @param tags those with the literals
 */
function nestedTags(
  { isOfNestedTags, isOfOwnTag, literalsIn, names, inTag }: Search,
  page: PageElements,
  tags: readonly number[] | null,
  isFound: (element: Element) => boolean,
  isEnough: boolean,
): readonly number[] | null {
  if (!isOfNestedTags || !page.readsNested) return null;
  const mayBeOuter = tags !== null && !isOfOwnTag;
  // A literal in a tag is in that of the element or in that of an ancestor.
  const among = mayBeOuter ? (literalsIn === 'tag' ? page.within(tags) : null) : tags;
  const found: number[] = [];
  for (const tag of among ?? page.tagsAt(null, false)) {
    if (!page.mayHold(tag, names, inTag)) continue;
    const element = page.nestedElementOf(tag);
    if (element === null) return null;
    if (!isFound(element)) continue;
    found.push(tag);
    if (isEnough) break;
  }
  return found;
}

/** Whether an element is a link that only opens a connection. */
function isHint({ name, attribs }: Element): boolean {
  return name === 'link' && HINT.test(attribs['rel'] ?? '');
}

/** Values of `rel` that load nothing. */
const HINT = /^\s*(?:(?:dns-prefetch|preconnect)\s*)+$/i;

/** Whether one of these attributes has an address of the page's own site, or the element has none of them. */
function isOfOwnHost({ attribs }: Element, names: readonly string[], isOwn: OwnHost): boolean {
  const values = names.flatMap((name) => attribs[name] ?? []);
  return values.length === 0 || values.some((value) => isOwn(value.trim()));
}

/**
 * Start tags that contain one of the literals, or whose content does, and that can belong to matching elements;
 * null for all.
 */
function tagsOf(
  { literalsIn, isOfTag, isOfOwnTag, inTag, inSource, inValue, names, filter }: Search,
  page: PageElements,
  positions: readonly number[] | null,
  exec: Exec,
): readonly number[] | null {
  if (page.isBeyondBounds || literalsIn === 'text' || (positions === null && !isOfTag)) return null;
  const matches =
    (patterns: readonly ConditionPattern[] | null) =>
    (text: string): boolean =>
      patterns?.some((pattern) => exec(pattern, text.slice(0, BOUNDS.value)) !== null) ?? true;
  const tags = page.tagsAt(positions, literalsIn === 'content');
  if (!isOfOwnTag) return tags;
  const hasValue = matches(inValue);
  const hasSource = inSource === null || inValue !== null ? null : matches(inSource);
  return tags.filter(
    (tag) =>
      (filter === null ? page.mayHold(tag, names, inTag) : page.mayHave(tag, names, filter, hasValue)) &&
      (hasSource === null || page.mayMatch(tag, hasSource)),
  );
}

/**
 * Whether the text of some element can meet a condition. The visible text contains the text of all elements.
 */
function mayBeIn(text: string, { conditions }: Search, exec: Exec): boolean {
  return conditions.some(
    ({ text: pattern }) =>
      pattern === undefined || LOOKS_AROUND.test(pattern.source) || exec(pattern, text) !== null,
  );
}

/** Matches expressions whose match in an element's text may not be a match within a longer text. */
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
        const [matched] = match;
        return [
          { technology, confidence, version, selector, condition, pattern: source, match: matched, value },
        ];
      }),
    ),
  );
}

interface Question {
  readonly condition: string;
  readonly pattern: ConditionPattern;
  /** Different values to match the pattern with, in document order. */
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
