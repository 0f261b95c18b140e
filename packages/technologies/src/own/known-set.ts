// What a compiled set says of the technologies in it, as far as technologies of one's own refer to it.
import { countTexts, readSections, readTexts } from '@sitegrep/sections';
import { isSetHead, type SetHead, type TechnologyRecord } from '../compiled-set.ts';
import type { Fingerprint } from '../fingerprints.ts';

/** The technologies of a set without what they are recognised by. */
interface KnownSet extends Pick<
  SetHead,
  'addOnCategories' | 'categories' | 'readsInlineAddresses' | 'source'
> {
  readonly technologies: Readonly<Record<string, Fingerprint>>;
}

/** @throws Error if it is not a compiled set */
export function readKnownSet(compiled: ArrayBufferLike): KnownSet {
  const sections = readSections(compiled);
  const { head } = sections;
  if (!isSetHead(head)) throw new Error('not a compiled set of fingerprints');
  const records = readTexts(sections, 'technologies');
  const technologies = Array.from({ length: countTexts(sections, 'technologies') }, (_, number) => {
    const { name, categories } = JSON.parse(records(number)) as TechnologyRecord;
    return [name, { cats: categories }] as const;
  });
  const { source, categories, readsInlineAddresses, addOnCategories } = head;
  return {
    source,
    categories,
    readsInlineAddresses,
    addOnCategories,
    technologies: Object.fromEntries(technologies),
  };
}
