import { readTexts, type Sections } from '@sitegrep/sections';
import { compile } from 'css-select';
import type { ChildNode, Element } from 'domhandler';
import type { CoreDomPattern, CorePattern, CoreTechnology } from 'wappalyzer-core';
import { madeOnce, SLOWNESS } from './compiled-set.ts';
import { attributeFilter, type AttributeFilter } from './tags.ts';
import { costBy, type FieldFrequencies } from './literals.ts';
import {
  attributeNeedOf,
  attributesIn,
  conditionLiterals,
  isOfNestedTags,
  isOfOneTag,
  readSelector,
  textLiterals,
} from './selectors.ts';

/** A search for elements, stored as JSON: the conditions of one technology on the elements of one selector. */
interface SearchRecord {
  readonly technology: number;
  readonly selector: string;
  /** Names of the elements that it can find; null for any. */
  readonly tags: readonly string[] | null;
  /** Location of the literals. */
  readonly literalsIn: LiteralLocation;
  /** Whether an element's start tag decides, together with its text if the element contains only text. */
  readonly isOfTag: boolean;
  /** Whether more than tags and their nesting can decide, such as text. */
  readonly asksForMore: boolean;
  /** Folded literals that are all in the own start tag of every match, if it contains no `&` and only ASCII. */
  readonly inTag: readonly string[];
  readonly conditions: readonly ConditionRecord[];
  /** Attributes with addresses, of which one has to be of the page's own site if an element has any; absent for none. */
  readonly ownHost?: readonly string[];
  /** Whether links do not count that only open a connection; absent if they do. */
  readonly withoutHints?: true;
}

/**
 * Location of literals: a start tag, the content of the elements themselves, or the visible text of the page.
 */
type LiteralLocation = 'content' | 'tag' | 'text';

/** Elements that contain only text, in which character references are not decoded. */
const RAW: ReadonlySet<string> = new Set(['script', 'style']);
/** Elements that contain only text. */
const OF_TEXT: ReadonlySet<string> = new Set([...RAW, 'textarea', 'title']);
/** Elements whose text is not visible. */
const UNSEEN: ReadonlySet<string> = new Set([...OF_TEXT, 'noscript']);

export interface ConditionRecord {
  readonly exists?: ConditionPattern;
  readonly text?: ConditionPattern;
  readonly attributes?: Readonly<Record<string, ConditionPattern>>;
}

export interface ConditionPattern {
  /** Source of a regular expression with flag i. */
  readonly source: string;
  /** Slowness of one start (compiled-set.ts). */
  readonly slowness: number;
  readonly confidence: number;
  readonly version: string;
}

/** A search with its literals, of which one is in every match; null if it always has to be tried. */
interface CompiledSearch {
  readonly anyOf: readonly string[] | null;
  readonly record: SearchRecord;
}

/**
 * Lists all searches that static markup can answer, in wappalyzer-core's order. Properties of elements need a
 * browser.
 *
 * A search that depends mostly on an element's text needs a word of it in the visible text, in one piece. A
 * word that tags or comments split is not found.
 */
export function listSearches(
  technologies: readonly CoreTechnology[],
  frequencies: FieldFrequencies,
  slowness: Slowness,
  isOfOwnHost: OwnHostMarks = () => false,
  countsHintsOf?: readonly string[],
): readonly CompiledSearch[] {
  const cost = costBy(frequencies.elements ?? {});
  const ofVisibleText = costBy(frequencies.text ?? {});
  const costIn = (location: LiteralLocation, anyOf: readonly string[]): number =>
    location === 'text' ? ofVisibleText(anyOf) : cost(anyOf);
  return technologies.flatMap((of, technology) =>
    Object.entries(of.dom).flatMap(([selector, all]) => {
      const conditions = all.filter(({ exists, text, attributes }) => exists ?? text ?? attributes);
      const facts = conditions.length === 0 ? null : readSelector(selector, cost);
      if (facts === null) return [];
      const tags = facts.tags === null ? null : [...facts.tags];
      const ofText = tags !== null && tags.every((tag) => UNSEEN.has(tag)) ? 'content' : 'text';
      const candidates: readonly (readonly [LiteralLocation, readonly string[] | null])[] = [
        ['tag', facts.anyOf],
        ['tag', conditionLiterals(conditions, cost)],
        [ofText, textLiterals(conditions, ofText === 'text' ? ofVisibleText : cost)],
      ];
      const [best] = candidates
        .flatMap(([literalsIn, anyOf]) => (anyOf === null ? [] : [{ literalsIn, anyOf }]))
        .sort((a, b) => costIn(a.literalsIn, a.anyOf) - costIn(b.literalsIn, b.anyOf));
      const hasText = conditions.some(({ text }) => text !== undefined);
      const patterns = conditions.flatMap(({ attributes = {} }) => Object.entries(attributes));
      const written = [selector, ...patterns.map(([, { regex }]) => regex.source)].join('\n');
      const addresses = [...attributesIn(selector), ...patterns.map(([name]) => name)].filter((name) =>
        ADDRESSES.has(name),
      );
      const record: SearchRecord = {
        technology,
        selector,
        tags,
        literalsIn: best?.literalsIn ?? 'content',
        isOfTag: facts.isOfTag && (!hasText || (tags?.every((tag) => RAW.has(tag)) ?? false)),
        asksForMore: facts.asksForMore,
        inTag: facts.inTag,
        conditions: conditions.map((condition) => recordOf(condition, slowness)),
        ...(addresses.length > 0 && isOfOwnHost(of, written) ? { ownHost: [...new Set(addresses)] } : {}),
        ...(addresses.includes('href') &&
        (tags?.includes('link') ?? true) &&
        countsHintsOf?.includes(of.name) === false
          ? { withoutHints: true as const }
          : {}),
      };
      return [{ anyOf: best?.anyOf ?? null, record }];
    }),
  );
}

/** Slowness (compiled-set.ts) by source of the expression; absent ones are not slow. */
export type Slowness = Pick<ReadonlyMap<string, number>, 'get'>;

/** Whether a pattern or selector of a technology counts only for addresses of the page's own site. */
export type OwnHostMarks = (technology: CoreTechnology, written: string) => boolean;

/** Attributes with addresses. */
const ADDRESSES: ReadonlySet<string> = new Set([
  'action',
  'content',
  'data',
  'data-src',
  'href',
  'imagesrcset',
  'poster',
  'src',
  'srcset',
  'style',
]);

function recordOf({ exists, text, attributes }: CoreDomPattern, slowness: Slowness): ConditionRecord {
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
  /** Whether the start tags of an element and its ancestors decide. */
  readonly isOfNestedTags: boolean;
  /** Whether the literals are in the element's own start tag, or in its text, which contains no tags. */
  readonly isOfOwnTag: boolean;
  /** Filter for tags, if an attribute must contain a value; null if there are other conditions. */
  readonly filter: AttributeFilter | null;
  /** Patterns of which one must match the value of that attribute; null if there are other conditions. */
  readonly inValue: readonly ConditionPattern[] | null;
  /**
   * Patterns of which one matches the start tag if it matches the value of an attribute; null if that is not
   * certain.
   */
  readonly inSource: readonly ConditionPattern[] | null;
}

/**
 * Matches expressions whose match in a value may not be a match within the tag. The characters around a value
 * are not letters.
 */
const LOOKS_OUT = /[$^]|\(\?[<!=]/;

/** Searches by number, each created on first use. */
export function readSearches(sections: Sections): (number: number) => Search {
  const records = readTexts(sections, 'searches');
  return madeOnce((number) => searchOf(JSON.parse(records(number)) as SearchRecord));
}

function searchOf(record: SearchRecord): Search {
  const { selector, literalsIn, tags } = record;
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
        ? isOfOneTag(selector)
        : literalsIn === 'content' && (tags?.every((tag) => OF_TEXT.has(tag)) ?? false),
    filter: need === null ? null : attributeFilter(need),
    inValue: values?.every(({ name }) => name === need?.name) === true ? patterns : null,
    inSource:
      patterns?.every(({ source, slowness }) => slowness === SLOWNESS.none && !LOOKS_OUT.test(source)) ===
      true
        ? patterns
        : null,
  };
}

/** Patterns for values of attributes; null if there are other conditions. */
function valuePatterns({
  conditions,
}: SearchRecord): readonly { readonly name: string; readonly pattern: ConditionPattern }[] | null {
  if (conditions.some(({ exists, text }) => exists !== undefined || text !== undefined)) return null;
  return conditions.flatMap(({ attributes = {} }) =>
    Object.entries(attributes).map(([name, pattern]) => ({ name, pattern })),
  );
}
