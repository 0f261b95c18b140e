import { compile } from 'css-select';
import type { ChildNode, Element } from 'domhandler';
import core, { type CoreDomPattern, type CorePattern, type CoreTechnology } from 'wappalyzer-core';
import { readElements, textReader, type TextReader } from './document.ts';
import type { PatternHit } from './evaluate.ts';
import type { Frequencies } from './frequencies.ts';
import { costBy, groupByLiteral } from './literals.ts';
import { createLiteralIndex } from './scan.ts';
import { conditionLiterals, plainSource, readSelector } from './selectors.ts';
import { createTextLoader } from './text.ts';

/** Conditions on a page's elements that are met, in wappalyzer-core's order: technology, selector, condition, element. */
export type DomMatcher = (html: string) => readonly PatternHit[];

/** Different values of one condition that are looked at. */
export const MAX_VALUES = 50;

interface Search {
  /** Orders searches. */
  readonly place: number;
  readonly technology: number;
  readonly selector: string;
  /** Names of the elements it can find; null for any. */
  readonly tags: ReadonlySet<string> | null;
  readonly conditions: readonly CoreDomPattern[];
}

/**
 * Looks for elements. Reading a page into elements is far dearer than all else, so it is done only if a literal stands
 * in the source without which a selector finds nothing, and only those selectors are tried. Properties of elements
 * need a browser and are never met.
 */
export function compileDom(technologies: readonly CoreTechnology[], frequencies: Frequencies): DomMatcher {
  const load = createTextLoader();
  const cost = costBy(frequencies);
  const always: Search[] = [];
  const entries: { anyOf: readonly string[]; target: Search }[] = [];
  let place = 0;
  for (const [technology, { dom }] of technologies.entries()) {
    for (const [selector, conditions] of Object.entries(dom)) {
      const facts = readSelector(selector, cost);
      if (facts === null) continue;
      const search = { place: place++, technology, selector, tags: facts.tags, conditions };
      const sets = [facts.anyOf, conditionLiterals(conditions, cost)].filter((anyOf) => anyOf !== null);
      const [anyOf] = sets.sort((a, b) => cost(a) - cost(b));
      if (anyOf === undefined) always.push(search);
      else entries.push({ anyOf, target: search });
    }
  }
  if (place === 0) return () => [];
  const { literals, targets } = groupByLiteral(entries);
  const index = createLiteralIndex(literals);
  const queries = new Map<string, (element: ChildNode) => boolean>();
  return (html) => {
    if (html === '') return [];
    const wanted = new Set(always);
    index.scan(load(plainSource(html)), (literal) => {
      for (const search of targets[literal] ?? []) wanted.add(search);
    });
    if (wanted.size === 0) return [];
    const elements = readElements(html);
    const byName = Map.groupBy(elements, ({ name }) => name);
    const textOf = textReader();
    const candidates = ({ tags }: Search): readonly Element[] => {
      if (tags === null) return elements;
      const [tag] = tags;
      if (tags.size === 1 && tag !== undefined) return byName.get(tag) ?? [];
      return [...tags].some((name) => byName.has(name)) ? elements.filter(({ name }) => tags.has(name)) : [];
    };
    return [...wanted]
      .sort((a, b) => a.place - b.place)
      .flatMap((search) => {
        const possible = candidates(search);
        if (possible.length === 0) return [];
        // Compiled on first use, and kept: there are no more of them than selectors in the set.
        const query = queries.get(search.selector) ?? compile<ChildNode, Element>(search.selector);
        queries.set(search.selector, query);
        return hitsOf(search, possible.filter(query), textOf);
      });
  };
}

function hitsOf(
  { technology, conditions }: Search,
  elements: readonly Element[],
  textOf: TextReader,
): readonly PatternHit[] {
  if (elements.length === 0) return [];
  return conditions.flatMap((condition) =>
    questionsOf(condition, textOf).flatMap(({ pattern, read }) =>
      valuesOf(elements, read).flatMap((value) => {
        const match = pattern.regex.exec(value);
        if (match === null) return [];
        const version = core.resolveVersion(
          { version: pattern.version, regex: { exec: () => match } },
          value,
        );
        return [{ technology, confidence: pattern.confidence, version }];
      }),
    ),
  );
}

interface Question {
  readonly pattern: CorePattern;
  /** The value a pattern is matched with; null if the element has none. */
  readonly read: (element: Element) => string | null;
}

function questionsOf(
  { exists, text, attributes = {} }: CoreDomPattern,
  textOf: TextReader,
): readonly Question[] {
  return [
    ...(exists === undefined ? [] : [{ pattern: exists, read: () => '' }]),
    ...(text === undefined ? [] : [{ pattern: text, read: (element: Element) => textOf(element) || null }]),
    ...Object.entries(attributes).map(([name, pattern]) => ({
      pattern,
      read: (element: Element) =>
        Object.hasOwn(element.attribs, name) ? (element.attribs[name] ?? null) : null,
    })),
  ];
}

/** Different values, in document order. */
function valuesOf(elements: readonly Element[], read: Question['read']): readonly string[] {
  const values = new Set<string>();
  for (const element of elements) {
    const value = read(element);
    if (value !== null) values.add(value);
    if (values.size >= MAX_VALUES) break;
  }
  return [...values];
}
