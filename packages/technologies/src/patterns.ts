import type { CorePattern, CorePatternsByKey, CoreTechnology } from 'wappalyzer-core';

/** Long texts, matched near a literal. */
export const PAGE_FIELDS = ['html', 'scripts'] as const;

export type PageField = (typeof PAGE_FIELDS)[number];
/** Short values, matched whole. */
export type ValueField = 'cookies' | 'headers' | 'meta' | 'scriptSrc' | 'url';

/** In the order in which wappalyzer-core goes through the fields of a technology. */
const FIELD_ORDER: readonly (PageField | ValueField)[] = [
  'cookies',
  'headers',
  'html',
  'meta',
  'scriptSrc',
  'scripts',
  'url',
];

/** One pattern of one technology. */
export interface Pattern {
  /** The technology's place in the list that the patterns were drawn from. */
  readonly technology: number;
  readonly field: PageField | ValueField;
  /** Name of the header, cookie or meta element, in lower case; '' for other fields. */
  readonly key: string;
  /** Orders patterns of a technology as wappalyzer-core does: first by field, then by place. */
  readonly fieldRank: number;
  readonly place: number;
  readonly regex: RegExp;
  readonly confidence: number;
  readonly version: string;
}

/** All patterns of these technologies that signals of a page can answer, technology after technology. */
export function listPatterns(technologies: readonly CoreTechnology[]): readonly Pattern[] {
  return technologies.flatMap((technology, index) =>
    FIELD_ORDER.flatMap((field, fieldRank) =>
      keyed(technology[field]).map(([key, pattern], place) => ({
        technology: index,
        field,
        key,
        fieldRank,
        place,
        regex: pattern.regex,
        confidence: pattern.confidence,
        version: pattern.version,
      })),
    ),
  );
}

function keyed(
  patterns: readonly CorePattern[] | CorePatternsByKey,
): readonly (readonly [string, CorePattern])[] {
  if (isList(patterns)) return patterns.map((pattern) => ['', pattern] as const);
  return Object.entries(patterns).flatMap(([key, list]) => list.map((pattern) => [key, pattern] as const));
}

function isList(patterns: readonly CorePattern[] | CorePatternsByKey): patterns is readonly CorePattern[] {
  return Array.isArray(patterns);
}

/** A match of a pattern: in which of the field's values (0 for a page text), and what it says of the version. */
export interface Hit {
  readonly pattern: Pattern;
  readonly item: number;
  /** '' if it says nothing. */
  readonly version: string;
}

/**
 * wappalyzer-core's order, on which versions and exclusions depend. It takes all patterns to each script address in
 * turn, but each pattern to all values of a header, cookie or meta element.
 */
export function byCoreOrder(a: Hit, b: Hit): number {
  const fields = a.pattern.technology - b.pattern.technology || a.pattern.fieldRank - b.pattern.fieldRank;
  if (fields !== 0) return fields;
  return a.pattern.field === 'scriptSrc'
    ? a.item - b.item || a.pattern.place - b.pattern.place
    : a.pattern.place - b.pattern.place || a.item - b.item;
}
