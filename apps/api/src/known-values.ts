import type { ClosedSet, KnownValues } from '@sitegrep/search';
import { COUNTRY_CODES, LANGUAGE_CODES } from '@sitegrep/site';
import { technologyNames } from '@sitegrep/technologies/names';

/** Codes that are not of the standard, but that people write. */
const FURTHER_WORDS = [['UK', 'GB']] as const;

let technologies: ClosedSet | null = null;

const languages: ClosedSet = {
  values: byLowerCase(LANGUAGE_CODES),
  words: englishNames('language', LANGUAGE_CODES),
};

/** Values that conditions of searches can name, for the fields of closed sets. */
export const KNOWN_VALUES: KnownValues = {
  country_iso_code: {
    values: byLowerCase(COUNTRY_CODES.map(([alpha2]) => alpha2)),
    words: new Map([
      ...englishNames(
        'region',
        COUNTRY_CODES.map(([alpha2]) => alpha2),
      ),
      ...FURTHER_WORDS,
    ]),
  },
  language_code: languages,
  content_language_code: languages,
  /** Read with the first condition that names one: that takes some milliseconds. */
  get technologies() {
    technologies ??= { values: byLowerCase(technologyNames()) };
    return technologies;
  },
};

function byLowerCase(values: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  return Map.groupBy(values, (value) => value.toLowerCase());
}

function englishNames(type: 'language' | 'region', codes: Iterable<string>): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(['en'], { type });
  return new Map(Array.from(codes, (code) => [names.of(code) ?? code, code]));
}
