import core, { type CoreDetection, type CoreResolved, type CoreTechnology } from 'wappalyzer-core';
import type { Fingerprints } from './fingerprints.ts';

/** Technologies that are looked for only once another technology, or any of a category, was found. */
export interface Gate {
  readonly opensOn: { readonly technology: string } | { readonly category: number };
  readonly technologies: readonly CoreTechnology[];
}

/** wappalyzer-core's own reading of a set of fingerprints, and its own resolver over that set. */
export interface LoadedCore {
  /** Without conditions, in the order in which wappalyzer-core looks for them. */
  readonly open: readonly CoreTechnology[];
  /** In wappalyzer-core's order; a technology may stand behind several. */
  readonly gates: readonly Gate[];
  /** Sums confidences, settles versions, applies excludes and implies, sorts. Leaves its argument as it is. */
  readonly resolve: (detections: readonly CoreDetection[]) => readonly CoreResolved[];
}

/**
 * wappalyzer-core keeps one set in a shared object, so everything read from it is taken out here, and what `resolve`
 * looks up is put back on each call. Its own look-ups copy and search arrays of thousands; maps answer the same.
 */
export function loadCore({ categories, technologies }: Fingerprints): LoadedCore {
  let byName: ReadonlyMap<string, CoreTechnology> | null = null;
  // First asked once all technologies stand in `core.technologies`, before those behind gates are taken out.
  const getTechnology = (name: string): CoreTechnology | undefined => {
    byName ??= new Map(core.technologies.map((technology) => [technology.name, technology]));
    return byName.get(name);
  };
  core.requires = [];
  core.categoryRequires = [];
  core.getTechnology = getTechnology;
  core.setTechnologies(technologies);
  core.setCategories(categories);
  const open = core.technologies;
  const gates: Gate[] = [
    ...core.requires.map(({ name, technologies }) => ({ opensOn: { technology: name }, technologies })),
    ...core.categoryRequires.map(({ categoryId, technologies }) => ({
      opensOn: { category: categoryId },
      technologies,
    })),
  ];
  byName ??= new Map(
    [...open, ...gates.flatMap((gate) => gate.technologies)].map((technology) => [
      technology.name,
      technology,
    ]),
  );
  const byId = new Map(core.categories.map((category) => [category.id, category]));
  const resolve = (detections: readonly CoreDetection[]): readonly CoreResolved[] => {
    core.getTechnology = getTechnology;
    core.getCategory = (id) => byId.get(id);
    return core.resolve(detections);
  };
  return { open, gates, resolve };
}
