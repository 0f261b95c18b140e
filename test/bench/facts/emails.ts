import type { HashedFact } from './hashed.ts';

/** E-mail addresses that belong to the owner of a site, according to a reader of its pages. */
export const EMAILS: HashedFact = {
  name: 'emails',
  file: 'email-labels.json',
  valuesOf: (facts) => facts.emails,
};
