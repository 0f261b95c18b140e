import { readSections, readTexts } from '@sitegrep/sections';
import { isSetHead, type SetHead, type TechnologyRecord } from './compiled-set.ts';
import { loadFingerprints, queryTechnologies } from './data.ts';
import { categoryPaths } from './taxonomy.ts';

/**
 * Names of all technologies that can be detected, and the `group.category` of each category. A technology that others are built
 * upon comes before those: people mean it more often.
 *
 * @throws Error if the compiled set can't be read
 */
export function technologyNames(): readonly string[] {
  const sections = readSections(loadFingerprints());
  const { head } = sections;
  if (!isSetHead(head)) throw new Error('not a compiled set of fingerprints');
  const records = readTexts(sections, 'technologies');
  const technologies = Array.from(
    { length: sections.get('technologies.starts', 'u32').length - 1 },
    (_, number) => JSON.parse(records(number)) as TechnologyRecord,
  );
  const built = builtUpon(technologies, head);
  const names = [...technologies, ...queryTechnologies()].map(({ name }) => name);
  names.sort((a, b) => (built.get(b) ?? 0) - (built.get(a) ?? 0));
  return [...names, ...[...categoryPaths(head.categories).values()].flat()];
}

/** Number of technologies that imply or require each one. */
function builtUpon(
  technologies: readonly TechnologyRecord[],
  { gates }: SetHead,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (name: string, count: number): Map<string, number> =>
    counts.set(name, (counts.get(name) ?? 0) + count);
  for (const { implies } of technologies) for (const { name } of implies) add(name, 1);
  for (const { opensOn, technologies: behind } of gates) {
    if ('technology' in opensOn) add(opensOn.technology, behind.length);
  }
  return counts;
}
