import type { CoreDomPattern, CorePattern, CoreTechnology } from 'wappalyzer-core';
import { SLOWNESS } from './compiled-set.ts';
import type { FieldFrequencies } from './frequencies.ts';
import { costBy } from './literals.ts';
import { conditionLiterals, readSelector, textLiterals } from './selectors.ts';

/** A search for elements, as JSON: what one technology asks of those that one selector finds. */
export interface SearchRecord {
  readonly technology: number;
  readonly selector: string;
  /** Names of the elements it can find; null for any. */
  readonly tags: readonly string[] | null;
  /** Where a literal must stand for anything to be found. */
  readonly literalsIn: LiteralPlace;
  /** True if an element's start tag decides, and, of elements that hold nothing but text, that text. */
  readonly isOfTag: boolean;
  /** True if more than tags and how they are nested may decide, such as text. */
  readonly asksForMore: boolean;
  /** All of them stand, folded, in the start tag of every element found, if it holds no `&` and only ASCII. */
  readonly inTag: readonly string[];
  readonly conditions: readonly ConditionRecord[];
}

/** In a start tag; in the content of the elements themselves; in the visible text of the page. */
type LiteralPlace = 'content' | 'tag' | 'text';

/** Elements that hold text and no others, whatever it looks like. */
const RAW: ReadonlySet<string> = new Set(['script', 'style']);
/** Elements whose text is not visible. */
const UNSEEN: ReadonlySet<string> = new Set([...RAW, 'noscript', 'textarea', 'title']);

export interface ConditionRecord {
  readonly exists?: ConditionPattern;
  readonly text?: ConditionPattern;
  readonly attributes?: Readonly<Record<string, ConditionPattern>>;
}

export interface ConditionPattern {
  /** Of a regular expression with flag i. */
  readonly source: string;
  /** How long one start may take (compiled-set.ts). */
  readonly slowness: number;
  readonly confidence: number;
  readonly version: string;
}

/** One search, and the literals of which one stands where it finds something; null if it has to be tried always. */
export interface Search {
  readonly anyOf: readonly string[] | null;
  readonly record: SearchRecord;
}

/**
 * All searches that static markup can answer, in wappalyzer-core's order. Properties of elements need a browser.
 *
 * A search that has little but an element's text to go by waits for a word of it in the visible text, in one piece: a
 * word that tags or comments part is not seen.
 */
export function listSearches(
  technologies: readonly CoreTechnology[],
  frequencies: FieldFrequencies,
  slowness: ReadonlyMap<string, number>,
): readonly Search[] {
  const cost = costBy(frequencies.elements ?? {});
  const ofVisibleText = costBy(frequencies.text ?? {});
  const costIn = (place: LiteralPlace, anyOf: readonly string[]): number =>
    place === 'text' ? ofVisibleText(anyOf) : cost(anyOf);
  return technologies.flatMap(({ dom }, technology) =>
    Object.entries(dom).flatMap(([selector, all]) => {
      const conditions = all.filter(({ exists, text, attributes }) => exists ?? text ?? attributes);
      const facts = conditions.length === 0 ? null : readSelector(selector, cost);
      if (facts === null) return [];
      const tags = facts.tags === null ? null : [...facts.tags];
      const ofText = tags !== null && tags.every((tag) => UNSEEN.has(tag)) ? 'content' : 'text';
      const places: readonly (readonly [LiteralPlace, readonly string[] | null])[] = [
        ['tag', facts.anyOf],
        ['tag', conditionLiterals(conditions, cost)],
        [ofText, textLiterals(conditions, ofText === 'text' ? ofVisibleText : cost)],
      ];
      const [best] = places
        .flatMap(([literalsIn, anyOf]) => (anyOf === null ? [] : [{ literalsIn, anyOf }]))
        .sort((a, b) => costIn(a.literalsIn, a.anyOf) - costIn(b.literalsIn, b.anyOf));
      const hasText = conditions.some(({ text }) => text !== undefined);
      const record: SearchRecord = {
        technology,
        selector,
        tags,
        literalsIn: best?.literalsIn ?? 'content',
        isOfTag: facts.isOfTag && (!hasText || (tags?.every((tag) => RAW.has(tag)) ?? false)),
        asksForMore: facts.asksForMore,
        inTag: facts.inTag,
        conditions: conditions.map((condition) => recordOf(condition, slowness)),
      };
      return [{ anyOf: best?.anyOf ?? null, record }];
    }),
  );
}

function recordOf(
  { exists, text, attributes }: CoreDomPattern,
  slowness: ReadonlyMap<string, number>,
): ConditionRecord {
  const patternOf = ({ regex, confidence, version }: CorePattern): ConditionPattern => ({
    source: regex.source,
    slowness: slowness.get(regex.source) ?? SLOWNESS.none,
    confidence,
    version,
  });
  return {
    ...(exists === undefined ? {} : { exists: patternOf(exists) }),
    ...(text === undefined ? {} : { text: patternOf(text) }),
    ...(attributes === undefined
      ? {}
      : {
          attributes: Object.fromEntries(
            Object.entries(attributes).map(([name, pattern]) => [name, patternOf(pattern)]),
          ),
        }),
  };
}
