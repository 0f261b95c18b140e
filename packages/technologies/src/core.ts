import core, { type CoreTechnology } from 'wappalyzer-core';
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
