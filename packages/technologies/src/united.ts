import { type AddOn, bySource, type DetectedTechnology } from '@sitegrep/site';
import type { Category } from './fingerprints.ts';
import { storedEvidence } from './resolve.ts';
import { categoryPaths } from './taxonomy.ts';
import { MAX_ADD_ONS } from './wordpress-folders.ts';

/**
 * The technologies of two sources of one page: all of both. One that both have has the higher confidence, because the same
 * sign is mostly in both; the versions and the evidence of both. It is implied if it is so in both.
 */
export function unitedTechnologies(
  first: readonly DetectedTechnology[],
  second: readonly DetectedTechnology[],
): readonly DetectedTechnology[] {
  const others = new Map(second.map((technology) => [technology.name, technology]));
  const both = first.map((technology) => {
    const other = others.get(technology.name);
    others.delete(technology.name);
    return other === undefined ? technology : united(technology, other);
  });
  return [...both, ...others.values()];
}

function united(first: DetectedTechnology, other: DetectedTechnology): DetectedTechnology {
  const { isImplied, ...one } = first;
  const evidence = storedEvidence([...(one.evidence ?? []), ...(other.evidence ?? [])]);
  const versions = bySource([...(one.versions ?? []), ...(other.versions ?? [])]);
  return {
    ...one,
    ...(versions[0] === undefined
      ? { version: one.version ?? other.version }
      : { version: versions[0].version, versions }),
    confidence: Math.max(one.confidence, other.confidence),
    ...(isImplied === true && other.isImplied === true ? { isImplied } : {}),
    ...(evidence.length === 0 ? {} : { evidence }),
  };
}

/** The plugins or themes of two sources of one page; the version is that of the first one, if it shows one. */
export function unitedAddOns(first: readonly AddOn[], second: readonly AddOn[]): readonly AddOn[] {
  const versions = new Map(second.map(({ slug, version }) => [slug, version]));
  for (const { slug, version } of first) versions.set(slug, version ?? versions.get(slug) ?? null);
  return Array.from(versions, ([slug, version]) => ({ slug, version })).slice(0, MAX_ADD_ONS);
}

/** Sorts technologies as wappalyzer-core does: by the priority of their categories, the last of which counts. */
export function orderOfPriority(
  categories: Readonly<Record<string, Category>>,
): (technologies: readonly DetectedTechnology[]) => readonly DetectedTechnology[] {
  const priorities = new Map(
    Array.from(categoryPaths(categories), ([id, paths]) =>
      paths.map((path) => [path, categories[id]?.priority ?? 0] as const),
    ).flat(),
  );
  const priorityOf = ({ paths }: DetectedTechnology): number =>
    Math.max(0, ...paths.map((path) => priorities.get(path) ?? 0));
  return (technologies) => technologies.toSorted((a, b) => priorityOf(a) - priorityOf(b));
}
