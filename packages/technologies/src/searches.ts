import { readTexts, type Sections } from '@sitegrep/sections';
import { compile } from 'css-select';
import type { ChildNode, Element } from 'domhandler';
import type { CoreDomPattern, CorePattern, CoreTechnology } from 'wappalyzer-core';
import { madeOnce, SLOWNESS } from './compiled-set.ts';
import type { AttributeNeed } from './tags.ts';
import { costBy, type FieldFrequencies } from './literals.ts';
import {
  attributeNeedOf,
  conditionLiterals,
  isOfNestedTags,
  isOfOneTag,
  readSelector,
  textLiterals,
} from './selectors.ts';

/** A search for elements, as JSON: what one technology asks of those that one selector finds. */
interface SearchRecord {
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
interface CompiledSearch {
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
): readonly CompiledSearch[] {
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

/** A search for elements, ready to run. */
export interface Search extends SearchRecord {
  readonly query: (element: ChildNode) => boolean;
  readonly names: ReadonlySet<string> | null;
  /** True if the start tags of an element and of those around it decide. */
  readonly isOfNestedTags: boolean;
  /** True if the literals stand in the start tag of the element itself, or in its text, which holds no tags. */
  readonly isOfOwnTag: boolean;
  /** As `inTag`, for elements whose start tag is known. */
  readonly inOwnTag: readonly string[];
  /** What an attribute must hold; null if other things count as well. */
  readonly need: AttributeNeed | null;
  /** One of them matches the value of that attribute; null if other things are asked of it. */
  readonly inValue: readonly ConditionPattern[] | null;
  /** One of them matches in the start tag if one of them matches the value of an attribute in it; null if that is not known. */
  readonly inSource: readonly ConditionPattern[] | null;
}

/** Elements that hold text and no others. */
const OF_TEXT: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'title']);
/** An expression that matches a value and may not match the same within its tag; what borders a value is no letter. */
const LOOKS_OUT = /[$^]|\(\?[<!=]/;

/** Searches by number, each made when it is first asked for. */
export function readSearches(sections: Sections): (number: number) => Search {
  const records = readTexts(sections, 'searches');
  return madeOnce((number) => searchOf(JSON.parse(records(number)) as SearchRecord));
}

function searchOf(record: SearchRecord): Search {
  const { selector, literalsIn, tags } = record;
  const isOfOne = isOfOneTag(selector);
  const need = literalsIn === 'tag' ? attributeNeedOf(selector) : null;
  const values = valuePatterns(record);
  const patterns = values?.map(({ pattern }) => pattern) ?? null;
  return {
    ...record,
    query: compile<ChildNode, Element>(selector),
    names: tags === null ? null : new Set(tags),
    isOfNestedTags: isOfNestedTags(selector),
    isOfOwnTag:
      literalsIn === 'tag'
        ? isOfOne
        : literalsIn === 'content' && (tags?.every((tag) => OF_TEXT.has(tag)) ?? false),
    inOwnTag: isOfOne ? record.inTag : [],
    need,
    inValue: values?.every(({ name }) => name === need?.name) === true ? patterns : null,
    inSource:
      patterns?.every(({ source, slowness }) => slowness === SLOWNESS.none && !LOOKS_OUT.test(source)) ===
      true
        ? patterns
        : null,
  };
}

/** What the values of attributes must match, if nothing else is a condition. */
function valuePatterns({
  conditions,
}: SearchRecord): readonly { readonly name: string; readonly pattern: ConditionPattern }[] | null {
  if (conditions.some(({ exists, text }) => exists !== undefined || text !== undefined)) return null;
  return conditions.flatMap(({ attributes = {} }) =>
    Object.entries(attributes).map(([name, pattern]) => ({ name, pattern })),
  );
}
