import { readSections, readTexts } from '@sitegrep/sections';
import { loadFingerprints } from './data.ts';

/**
 * Technologies that are loaded from hosts of third parties, by host; the same holds for the hosts below it that have no entry of
 * their own.
 *
 * @throws Error if the compiled set can't be read
 */
export function thirdParties(): ReadonlyMap<string, readonly string[]> {
  const text = readTexts(readSections(loadFingerprints()), 'thirdParties')(0);
  return new Map(Object.entries(JSON.parse(text) as Readonly<Record<string, readonly string[]>>));
}
