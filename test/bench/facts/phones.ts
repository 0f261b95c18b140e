import type { HashedFact } from './hashed.ts';

/**
 * Phone numbers of the owner of a site, according to a reader of its pages: those of its staff and branches too, but not those
 * that an article, an advertisement or an entry of a list is about.
 */
export const PHONES: HashedFact = {
  name: 'phones',
  file: 'phone-labels.json',
  goals: { precision: 0.95, recall: 0.9 },
  valuesOf: (facts) => facts.phoneNumbers.map(({ number }) => number),
};
