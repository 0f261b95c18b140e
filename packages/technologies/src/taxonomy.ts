import type { Category } from './fingerprints.ts';

/**
 * Slug of a name: `A/B Testing` → `a_b_testing`. Lower case; every run of other characters becomes one `_`,
 * none at either end.
 */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

/**
 * Paths of each category as `group.category` slugs, by category id. A category of several groups has several
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

/** Numbers of categories by number, name, slug and path. */
export function categoryNumbers(
  categories: Readonly<Record<string, Category>>,
): (written: string) => number | undefined {
  const numbers = new Map<string, number>();
  for (const [number, paths] of categoryPaths(categories)) {
    const { name = '' } = categories[number] ?? {};
    for (const word of [String(number), name.toLowerCase(), slug(name), ...paths]) numbers.set(word, number);
  }
  return (written) => numbers.get(written.toLowerCase());
}

/** Groups of categories. The fingerprint set gives ids only; 12 is not in use. */
export const GROUPS: readonly { readonly id: number; readonly name: string }[] = [
  { id: 1, name: 'Sales' },
  { id: 2, name: 'Marketing' },
  { id: 3, name: 'Content' },
  { id: 4, name: 'Communication' },
  { id: 5, name: 'Utilities' },
  { id: 6, name: 'Other' },
  { id: 7, name: 'Servers' },
  { id: 8, name: 'Analytics' },
  { id: 9, name: 'Web development' },
  { id: 10, name: 'Media' },
  { id: 11, name: 'Security' },
  { id: 13, name: 'Privacy' },
  { id: 14, name: 'Booking' },
  { id: 15, name: 'Add-ons' },
  { id: 16, name: 'Business tools' },
  { id: 17, name: 'Location' },
  { id: 18, name: 'User generated content' },
];
