import core, { type CorePattern, type CorePatternsByKey, type CoreTechnology } from 'wappalyzer-core';
import type { Fingerprints } from './fingerprints.ts';

/** Technologies that are looked for only once another technology, or any of a category, was found. */
export interface Gate {
  readonly opensOn: { readonly technology: string } | { readonly category: number };
  readonly technologies: readonly CoreTechnology[];
}

/** wappalyzer-core's own reading of a set of fingerprints. */
export interface LoadedCore {
  /** Without conditions, in the order in which wappalyzer-core looks for them. */
  readonly open: readonly CoreTechnology[];
  /** In wappalyzer-core's order; a technology may stand behind several. */
  readonly gates: readonly Gate[];
}

/** wappalyzer-core keeps one set in a shared object, so everything read from it is taken out here. */
export function loadCore({ categories, technologies }: Fingerprints): LoadedCore {
  let byName: ReadonlyMap<string, CoreTechnology> | null = null;
  core.requires = [];
  core.categoryRequires = [];
  // Its own look-up copies and searches an array of thousands. First asked once all technologies stand in
  // `core.technologies`, before those behind gates are taken out.
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
