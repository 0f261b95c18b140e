import { slug, technologyCatalogue, type TechnologyGroup } from '@sitegrep/technologies/catalogue';
import { ofFingerprints } from '@sitegrep/technologies/data';

export interface KnownTechnology {
  readonly name: string;
  readonly slug: string;
  /** Each as `group.category`. */
  readonly categories: readonly string[];
}

export interface KnownCategory {
  /** `group.category` */
  readonly path: string;
  readonly name: string;
  /** Name of its group. */
  readonly group: string;
  /** Number of technologies in it. */
  readonly technologies: number;
}

/** All technologies in their groups; read with the first request that needs them. */
export const technologyGroups: () => readonly TechnologyGroup[] = ofFingerprints(technologyCatalogue);

/** Every technology that can be detected. */
export const knownTechnologies: () => readonly KnownTechnology[] = ofFingerprints(() => {
  const categories = new Map<string, string[]>();
  for (const group of technologyGroups()) {
    for (const { path, technologies } of group.categories) {
      for (const name of technologies) {
        const paths = categories.get(name);
        if (paths === undefined) categories.set(name, [path]);
        else paths.push(path);
      }
    }
  }
  return Array.from(categories, ([name, paths]) => ({ name, slug: slug(name), categories: paths }));
});

/** Every category that has technologies. */
export const knownCategories: () => readonly KnownCategory[] = ofFingerprints(() =>
  technologyGroups().flatMap(({ title: group, categories }) =>
    categories.map(({ path, title: name, technologies }) => ({
      path,
      name,
      group,
      technologies: technologies.length,
    })),
  ),
);
