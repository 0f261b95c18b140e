import { otherWords, type ClosedSet, type KnownValues } from '@sitegrep/search';
import { COUNTRY_CODES, LANGUAGE_CODES } from '@sitegrep/site';
import { knownCategories } from './technology-catalogue.ts';
import { thirdPartyGroups } from './third-parties.ts';
import { ofFingerprints } from '@sitegrep/technologies/data';
import { technologyNames } from '@sitegrep/technologies/names';

/** Names of countries that people write, beside the usual ones of `Intl.DisplayNames`. */
const FURTHER_WORDS = [
  ['UK', 'GB'],
  ['Great Britain', 'GB'],
  ['United States of America', 'US'],
  ['Czech Republic', 'CZ'],
  ['Turkey', 'TR'],
  ['Ivory Coast', 'CI'],
  ['Burma', 'MM'],
  ['Swaziland', 'SZ'],
  ['Macedonia', 'MK'],
] as const;

const technologies = ofFingerprints((): ClosedSet => ({ values: byLowerCase(technologyNames()) }));
const categories = ofFingerprints((): ClosedSet => ({ values: categoryPaths() }));

const languages: ClosedSet = {
  values: byLowerCase(LANGUAGE_CODES),
  words: otherWords(englishNames('language', LANGUAGE_CODES)),
};

/** Values that conditions of searches can name, for the fields of closed sets. */
export const KNOWN_VALUES: KnownValues = {
  country: {
    values: byLowerCase(COUNTRY_CODES.map(([alpha2]) => alpha2)),
    words: otherWords([
      ...englishNames(
        'region',
        COUNTRY_CODES.map(([alpha2]) => alpha2),
      ),
      ...FURTHER_WORDS,
      ...COUNTRY_CODES.map(([alpha2, alpha3]) => [alpha3, alpha2] as const),
    ]),
  },
  language: languages,
  content_language: languages,
  /** Read with the first condition that names one: that takes some milliseconds. */
  get tech() {
    return technologies();
  },
  get thirdParties() {
    return thirdPartyGroups();
  },
  /** Paths by themselves, by their last parts and by the names of categories. */
  get category() {
    return categories();
  },
};

function categoryPaths(): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, Set<string>>();
  for (const { path, name } of knownCategories()) {
    const lastPart = path.slice(path.indexOf('.') + 1);
    for (const word of [lastPart, name.toLowerCase(), path]) {
      paths.set(word, (paths.get(word) ?? new Set<string>()).add(path));
    }
  }
  return new Map(Array.from(paths, ([word, some]) => [word, [...some]]));
}

function byLowerCase(values: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  return Map.groupBy(values, (value) => value.toLowerCase());
}

function englishNames(
  type: 'language' | 'region',
  codes: Iterable<string>,
): readonly (readonly [string, string])[] {
  const names = new Intl.DisplayNames(['en'], { type });
  return Array.from(codes, (code) => [names.of(code) ?? code, code] as const);
}
