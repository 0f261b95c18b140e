import { readSections, readTexts } from '@sitegrep/sections';
import { isSetHead, type TechnologyRecord } from './compiled-set.ts';
import { loadFingerprints } from './data.ts';
import { GROUPS, slug } from './taxonomy.ts';

export { slug } from './taxonomy.ts';

export interface TechnologyGroup {
  /** Slug, such as `content`. */
  readonly id: string;
  readonly title: string;
  /** Categories, by their ids. */
  readonly categories: readonly TechnologyCategory[];
}

interface TechnologyCategory {
  /** Slug, such as `cms`. A category of several groups has the same in each. */
  readonly id: string;
  /** `group.category` */
  readonly path: string;
  readonly title: string;
  /** Names, each once, in code point order. */
  readonly technologies: readonly string[];
}

/**
 * Every technology that can be detected, in its categories, and these in their groups. Groups and categories without a
 * technology are left out.
 *
 * @throws Error if the compiled set can't be read
 */
export function technologyCatalogue(): readonly TechnologyGroup[] {
  const sections = readSections(loadFingerprints());
  const { head } = sections;
  if (!isSetHead(head)) throw new Error('not a compiled set of fingerprints');
  const names = namesByCategory(
    readTexts(sections, 'technologies'),
    sections.get('technologies.starts', 'u32').length - 1,
  );
  return GROUPS.map(({ id, name }) => {
    const group = slug(name);
    const categories = Object.entries(head.categories)
      .filter(([, category]) => category.groups.includes(id))
      .map(([number, { name: title }]) => ({
        id: slug(title),
        path: `${group}.${slug(title)}`,
        title,
        technologies: names.get(Number(number)) ?? [],
      }))
      .filter(({ technologies }) => technologies.length > 0)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    return { id: group, title: name, categories };
  })
    .filter(({ categories }) => categories.length > 0)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function namesByCategory(
  records: (number: number) => string,
  count: number,
): ReadonlyMap<number, readonly string[]> {
  const names = new Map<number, Set<string>>();
  for (let number = 0; number < count; number++) {
    const { name, categories } = JSON.parse(records(number)) as TechnologyRecord;
    for (const category of categories) {
      const known = names.get(category);
      if (known === undefined) names.set(category, new Set([name]));
      else known.add(name);
    }
  }
  return new Map(Array.from(names, ([category, some]) => [category, [...some].sort()]));
}
