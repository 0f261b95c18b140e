// Languages and locations of tasks, which may be given by name.
import {
  countryLocations,
  googleSearchUrl,
  languageOf,
  locationOf,
  searchLanguages,
} from '@sitegrep/providers';
import { badRequest } from '../failure.ts';

export interface GivenLocale {
  readonly language_code?: string;
  readonly language_name?: string;
  readonly location_code?: number;
  readonly location_name?: string;
}

/** Codes of a request of the service's own operations. */
export interface Codes {
  readonly language_code?: string;
  readonly location_code?: number;
}

/** @throws Failure bad_request that names what is unknown, or given twice */
export function codesOf(given: GivenLocale): Codes {
  const language = codeOf(given, 'language', languageNamed);
  const location = codeOf(given, 'location', locationNamed);
  return {
    ...(language === undefined ? {} : { language_code: language }),
    ...(location === undefined ? {} : { location_code: location }),
  };
}

function codeOf<Kind extends 'language' | 'location'>(
  given: GivenLocale,
  kind: Kind,
  named: (name: string) => GivenLocale[`${Kind}_code`] | null,
): GivenLocale[`${Kind}_code`] {
  const code = given[`${kind}_code`];
  const name = given[`${kind}_name`];
  if (name === undefined) return code;
  const field = `${kind}_name`;
  if (code !== undefined)
    throw badRequest({ field, problem: `is given beside ${kind}_code`, remedy: 'give one of the two' });
  const found = named(name);
  if (found !== null) return found;
  throw badRequest({
    field,
    problem: `is ${JSON.stringify(name)}, which is not a known name`,
    remedy: REMEDIES[kind],
  });
}

const REMEDIES = {
  language: 'give an English name such as German, or language_code',
  location: 'give the English name of a country, such as Germany, or location_code',
} as const;

function languageNamed(name: string): string | null {
  return searchLanguages().find((one) => isSame(one.name, name))?.code ?? null;
}

function locationNamed(name: string): number | null {
  return countryLocations().find((one) => isSame(one.name, name))?.code ?? null;
}

function isSame(name: string, other: string): boolean {
  return name.toLowerCase() === other.trim().toLowerCase();
}

/** The page of Google with the results of a keyword. @param domain of the search engine that answered */
export function checkUrl(keyword: string, language: string, location: number, domain: string): string {
  const [knownLanguage, knownLocation] = [languageOf(language), locationOf(location)];
  // Codes that came out of an answer are known.
  if (knownLanguage === null || knownLocation === null)
    throw new Error(`${language} and ${location} have no page`);
  return googleSearchUrl(keyword, {
    language: knownLanguage,
    location: knownLocation,
    domain: domain.startsWith('google.') ? domain : null,
  });
}

/** A keyword as it is looked for: a plus is a space, and percent-encoded characters are decoded. */
export function decodedKeyword(keyword: string): string {
  return keyword.replaceAll('+', ' ').replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // It is not UTF-8, so it was not meant to be decoded.
      return encoded;
    }
  });
}
