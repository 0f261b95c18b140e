import { crawlingSites } from './sites/crawling.ts';
import { languageSites } from './sites/languages.ts';
import { technologySites } from './sites/technologies.ts';
import { troubledSites } from './sites/trouble.ts';
import type { SampleSite } from './site.ts';

/** Every site there is, one a domain. */
export function sampleSites(): readonly SampleSite[] {
  return [...technologySites(), ...languageSites(), ...crawlingSites(), ...troubledSites()];
}
