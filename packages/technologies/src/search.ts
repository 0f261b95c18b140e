import { compile } from 'css-select';
import type { ChildNode, Element } from 'domhandler';
import { SLOWNESS } from './compiled-set.ts';
import type { AttributeNeed } from './in-place.ts';
import { madeOnce } from './made-once.ts';
import type { ConditionPattern, SearchRecord } from './searches.ts';
import { attributeNeedOf, isOfNestedTags, isOfOneTag } from './selector-shape.ts';
import { readTexts, type Sections } from '@sitegrep/sections';

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
