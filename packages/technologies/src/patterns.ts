import type { CorePattern, CorePatternsByKey, CoreTechnology } from 'wappalyzer-core';

/** All fields that patterns are written for, in the order in which wappalyzer-core goes through those of a technology. */
export const FIELDS = [
  'certIssuer',
  'cookies',
  'css',
  'dns',
  'headers',
  'html',
  'meta',
  'robots',
  'scriptSrc',
  'scripts',
  'text',
  'url',
] as const;

export type Field = (typeof FIELDS)[number];

/** Long texts, matched near a literal. */
export const TEXT_FIELDS = ['css', 'html', 'robots', 'scripts', 'text'] as const;

export type TextField = (typeof TEXT_FIELDS)[number];

/** Short values, matched whole. */
export const VALUE_FIELDS = ['certIssuer', 'cookies', 'dns', 'headers', 'meta', 'scriptSrc', 'url'] as const;

export function isTextField(field: Field): field is TextField {
  return (TEXT_FIELDS as readonly Field[]).includes(field);
}

/** One pattern of one technology. */
export interface Pattern {
  /** The technology's place in the list that the patterns were drawn from. */
  readonly technology: number;
  readonly field: Field;
  /** Name of the header, cookie, meta element or type of DNS record, in lower case; '' for other fields. */
  readonly key: string;
  readonly regex: RegExp;
  readonly confidence: number;
  readonly version: string;
}

/**
 * All patterns of these technologies that signals of a page can answer, in wappalyzer-core's order: by technology, by
 * field, then as written.
 */
export function listPatterns(technologies: readonly CoreTechnology[]): readonly Pattern[] {
  return technologies.flatMap((technology, index) =>
    FIELDS.flatMap((field) =>
      keyed(technology[field]).map(([key, { regex, confidence, version }]) => ({
        technology: index,
        field,
        key,
        regex,
        confidence,
        version,
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
