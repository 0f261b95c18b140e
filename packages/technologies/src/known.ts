// Names of what the set in use has, for those who add to it.
import { ofFingerprints, loadFingerprints, queryTechnologies } from './data.ts';
import { readKnownSet } from './own/known-set.ts';
import { categoryNumbers, slug } from './taxonomy.ts';

const names = ofFingerprints(
  () =>
    new Map(
      [
        ...Object.keys(readKnownSet(loadFingerprints()).technologies),
        ...queryTechnologies().map(({ name }) => name),
      ].map((name) => [name.toLowerCase(), name]),
    ),
);
const byQuery = ofFingerprints(() => new Set(queryTechnologies().map(({ name }) => name)));

const categories = ofFingerprints(() => readKnownSet(loadFingerprints()).categories);
const numbers = ofFingerprints(() => categoryNumbers(categories()));

/** The technology in use that a name is of, in letters of any case; null if there is none. */
export function technologyNamed(name: string): string | null {
  return names().get(name.toLowerCase()) ?? null;
}

/** Tells whether a technology in use is found by a query. */
export function isFoundByQuery(name: string): boolean {
  return byQuery().has(name);
}

/** Ids of categories by their numbers, names, slugs or paths; null if there is one that the set does not have. */
export function categoriesIn(written: readonly string[]): readonly number[] | null {
  const found = written.map((one) => numbers()(one));
  return found.some((one) => one === undefined)
    ? null
    : [...new Set(found.filter((one) => one !== undefined))];
}

export function knownCategoryNames(): readonly string[] {
  return Object.values(categories()).map(({ name }) => slug(name));
}
