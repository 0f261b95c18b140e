import { readSections, readTexts, type Sections } from '@sitegrep/sections';
import { isSetHead, type TechnologyRecord } from './compiled-set.ts';
import { loadFingerprints, queryTechnologies } from './data.ts';
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
  const names = namesByCategory([...technologiesOf(sections), ...queryTechnologies()]);
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

function* technologiesOf(sections: Sections): Generator<Categorized> {
  const records = readTexts(sections, 'technologies');
  const count = sections.get('technologies.starts', 'u32').length - 1;
  for (let number = 0; number < count; number++) yield JSON.parse(records(number)) as TechnologyRecord;
}

/** A technology with the ids of its categories. */
type Categorized = Pick<TechnologyRecord, 'categories' | 'name'>;

function namesByCategory(technologies: Iterable<Categorized>): ReadonlyMap<number, readonly string[]> {
  const names = new Map<number, Set<string>>();
  for (const { name, categories } of technologies) {
    for (const category of categories) {
      const known = names.get(category);
      if (known === undefined) names.set(category, new Set([name]));
      else known.add(name);
    }
  }
  return new Map(Array.from(names, ([category, some]) => [category, [...some].sort()]));
}
