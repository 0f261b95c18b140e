import type { Category } from './fingerprints.ts';
import { GROUPS } from './groups.ts';

/** `A/B Testing` → `a_b_testing`: lower case, every run of other characters one `_`, none at either end. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

/**
 * Where each category stands, as `group.category` slugs, by category id. A category of several groups has several
 * paths, in the order of its groups.
 */
export function categoryPaths(
  categories: Readonly<Record<string, Category>>,
): ReadonlyMap<number, readonly string[]> {
  const groups = new Map(GROUPS.map(({ id, name }) => [id, slug(name)]));
  return new Map(
    Object.entries(categories).map(([id, category]) => [
      Number(id),
      category.groups.map((group) => {
        const name = groups.get(group);
        if (name === undefined)
          throw new Error(`category ${id} (${category.name}): group ${group} has no name`);
        return `${name}.${slug(category.name)}`;
      }),
    ]),
  );
}
