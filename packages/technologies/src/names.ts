import { readSections, readTexts } from '@sitegrep/sections';
import { isSetHead, type TechnologyRecord } from './compiled-set.ts';
import { loadFingerprints } from './data.ts';
import { categoryPaths } from './taxonomy.ts';

/**
 * Names of all technologies that can be detected, and the `group.category` of each category.
 *
 * @throws Error if the compiled set can't be read
 */
export function technologyNames(): readonly string[] {
  const sections = readSections(loadFingerprints());
  const { head } = sections;
  if (!isSetHead(head)) throw new Error('not a compiled set of fingerprints');
  const records = readTexts(sections, 'technologies');
  const names = Array.from({ length: sections.get('technologies.starts', 'u32').length - 1 }, (_, number) => {
    const record = JSON.parse(records(number)) as TechnologyRecord;
    return record.name;
  });
  return [...names, ...[...categoryPaths(head.categories).values()].flat()];
}
