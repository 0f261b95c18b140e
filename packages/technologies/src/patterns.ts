import core, { type CorePattern, type CorePatternsByKey, type CoreTechnology } from 'wappalyzer-core';
import type { Fingerprints } from './fingerprints.ts';

/** Technologies that are searched only after another technology, or one of a category, was found. */
export interface Gate {
  readonly opensOn: { readonly technology: string } | { readonly category: number };
  readonly technologies: readonly CoreTechnology[];
}

/** wappalyzer-core's own reading of a set of fingerprints. */
export interface LoadedCore {
  /** Technologies without conditions, in wappalyzer-core's order. */
  readonly open: readonly CoreTechnology[];
  /** Gates in wappalyzer-core's order; a technology can be behind several. */
  readonly gates: readonly Gate[];
}

/**
 * Reads a set with wappalyzer-core, which holds one set in a shared object; the result is independent of it.
 */
export function loadCore({ categories, technologies }: Fingerprints): LoadedCore {
  let byName: ReadonlyMap<string, CoreTechnology> | null = null;
  core.requires = [];
  core.categoryRequires = [];
  // Its own look-up copies and searches an array of thousands. The first call comes when all technologies are
  // in `core.technologies`, before those behind gates are removed.
  core.getTechnology = (name) => {
    byName ??= new Map(core.technologies.map((technology) => [technology.name, technology]));
    return byName.get(name);
  };
  core.setTechnologies(technologies);
  core.setCategories(categories);
  return {
    open: core.technologies,
    gates: [
      ...core.requires.map(({ name, technologies }) => ({ opensOn: { technology: name }, technologies })),
      ...core.categoryRequires.map(({ categoryId, technologies }) => ({
        opensOn: { category: categoryId },
        technologies,
      })),
    ],
  };
}

/**
 * All fields with patterns, in the order in which wappalyzer-core tries those of a technology. Its callers try variables
 * after all else.
 */
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
  'xhr',
  'js',
] as const;

export type Field = (typeof FIELDS)[number];

/** Long texts, matched near a literal. */
export const TEXT_FIELDS = ['css', 'html', 'robots', 'scripts', 'text'] as const;

export type TextField = (typeof TEXT_FIELDS)[number];

/** Short values, matched completely. */
export const VALUE_FIELDS = [
  'certIssuer',
  'cookies',
  'dns',
  'headers',
  'js',
  'meta',
  'scriptSrc',
  'url',
  'xhr',
] as const;

export function isTextField(field: Field): field is TextField {
  return (TEXT_FIELDS as readonly Field[]).includes(field);
}

/** One pattern of one technology. */
export interface Pattern {
  /** Index of the technology in the list of technologies. */
  readonly technology: number;
  readonly field: Field;
  /**
   * Name of the header, cookie, meta element or type of DNS record, in lower case; chain of the variable as written; '' for
   * other fields.
   */
  readonly key: string;
  readonly regex: RegExp;
  readonly confidence: number;
  readonly version: string;
}

/**
 * All patterns of these technologies that the signals of a page can match, in wappalyzer-core's order: by
 * technology, by field, then as written.
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
