import { readSections, readTexts } from '@sitegrep/sections';
import { loadFingerprints } from './data.ts';
import type { Field } from './patterns.ts';

/** Prefix of the names of variables among those of all short values. */
const PREFIX: `${Field} ` = 'js ';

/**
 * Chains of all variables of scripts that the fingerprints look at, as `jQuery.fn.jquery`, each once. Whoever renders pages
 * reads their values (`js` of `TechnologySignals`).
 *
 * @throws Error if the compiled set can't be read
 */
export function globalsOfFingerprints(): readonly string[] {
  const sections = readSections(loadFingerprints());
  const [count = 0] = sections.get('values.count', 'u32');
  const nameOf = readTexts(sections, 'values.names');
  return Array.from({ length: count }, (_, number) => nameOf(number))
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length));
}
