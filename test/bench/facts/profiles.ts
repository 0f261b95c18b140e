import type { HashedFact } from './hashed.ts';

/** Social profiles that belong to the owner of a site, according to a reader of its pages. */
export const PROFILES: HashedFact = {
  name: 'profiles',
  file: 'profile-labels.json',
  valuesOf: (facts) => facts.socialGraphUrls,
};
