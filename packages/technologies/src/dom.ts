import { compile } from 'css-select';
import type { ChildNode, Element } from 'domhandler';
import core, { type CoreDomPattern, type CorePattern, type CoreTechnology } from 'wappalyzer-core';
import { readElements, textOf } from './document.ts';
import { createLiteralIndex } from './scan.ts';
import { plainSource, selectorLiterals } from './selectors.ts';
import { createTextLoader } from './text.ts';

/** A condition on a page's elements that was met. */
export interface DomHit {
  /** The technology's place in the list that the matcher was made of. */
  readonly technology: number;
  readonly confidence: number;
  /** '' if it says nothing. */
  readonly version: string;
}

/** Matches in wappalyzer-core's order: by technology, selector, condition, element. */
export type DomMatcher = (html: string) => readonly DomHit[];

/** Different values of one condition that are looked at. */
export const MAX_VALUES = 50;

interface Search {
  readonly technology: number;
  readonly selector: string;
  readonly conditions: readonly CoreDomPattern[];
}

/**
 * Looks for elements. Reading a page into elements is far dearer than all else, so it is done only if a literal stands
 * in the source without which a selector finds nothing, and only those selectors are tried. Properties of elements
 * need a browser and are never met.
 */
export function compileDom(technologies: readonly CoreTechnology[]): DomMatcher {
  const load = createTextLoader();
  const searches: Search[] = [];
  const always: number[] = [];
  const byLiteral = new Map<string, number[]>();
  for (const [technology, { dom }] of technologies.entries()) {
    for (const [selector, conditions] of Object.entries(dom)) {
      const literals = selectorLiterals(selector);
      if (literals === undefined) continue;
      const search = searches.push({ technology, selector, conditions }) - 1;
      if (literals === null) always.push(search);
      for (const literal of literals ?? []) byLiteral.set(literal, [...(byLiteral.get(literal) ?? []), search]);
    }
  }
  const targets = [...byLiteral.values()];
  const index = createLiteralIndex([...byLiteral.keys()]);
  const queries = new Map<string, (element: ChildNode) => boolean>();
  const queryOf = (selector: string): ((element: ChildNode) => boolean) => {
    // Compiled on first use; there are no more of them than selectors in the set.
    const known = queries.get(selector);
    if (known !== undefined) return known;
    const query = compile<ChildNode, Element>(selector);
    queries.set(selector, query);
    return query;
  };
  return (html) => {
    if (html === '') return [];
    const wanted = new Set(always);
    index.scan(load(plainSource(html)), (literal) => {
      for (const search of targets[literal] ?? []) wanted.add(search);
    });
    if (wanted.size === 0) return [];
    const elements = readElements(html);
    return [...wanted]
      .sort((a, b) => a - b)
      .flatMap((number) => {
        const search = searches[number];
        return search === undefined ? [] : hitsOf(search, elements.filter(queryOf(search.selector)));
      });
  };
}

function hitsOf({ technology, conditions }: Search, elements: readonly Element[]): readonly DomHit[] {
  if (elements.length === 0) return [];
  return conditions.flatMap((condition) =>
    questionsOf(condition).flatMap(({ pattern, read }) =>
      valuesOf(elements, read).flatMap((value) => {
        const match = pattern.regex.exec(value);
        if (match === null) return [];
        const version = core.resolveVersion({ version: pattern.version, regex: { exec: () => match } }, value);
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

function questionsOf({ exists, text, attributes = {} }: CoreDomPattern): readonly Question[] {
  return [
    ...(exists === undefined ? [] : [{ pattern: exists, read: () => '' }]),
    ...(text === undefined ? [] : [{ pattern: text, read: (element: Element) => textOf(element) || null }]),
    ...Object.entries(attributes).map(([name, pattern]) => ({
      pattern,
      read: (element: Element) => (Object.hasOwn(element.attribs, name) ? (element.attribs[name] ?? null) : null),
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
