import type { Problem } from '@sitegrep/contract';
import { type Language, languageOf, type Location, locationOf, nearestLanguage } from '@sitegrep/providers';
import { badRequest } from '../failure.ts';

const LANGUAGE = 'en';
/** The United States. */
const LOCATION = 2840;

/**
 * Language and location that the codes of a request stand for, or the defaults.
 *
 * @throws Failure bad_request that names the code
 */
export function localeOf({
  language_code: languageCode = LANGUAGE,
  location_code: locationCode = LOCATION,
}: {
  readonly language_code?: string;
  readonly location_code?: number;
}): { readonly language: Language; readonly location: Location } {
  const language = languageOf(languageCode);
  if (language === null) throw badRequest(noLanguage(languageCode));
  const location = locationOf(locationCode);
  if (location === null) throw badRequest(noLocation(locationCode));
  return { language, location };
}

function noLanguage(code: string): Problem {
  const nearest = nearestLanguage(code);
  return {
    field: 'language_code',
    problem: `is ${JSON.stringify(code)}, which is not a language`,
    remedy:
      nearest === null
        ? 'give an ISO 639-1 code in small letters, such as en, or one with a region, such as pt-BR'
        : `the nearest known one is "${nearest}"`,
  };
}

function noLocation(code: number): Problem {
  return {
    field: 'location_code',
    problem: `is ${code}, which is not a location`,
    remedy: 'give 2000 + the ISO 3166-1 numeric code of a country, such as 2840 for the United States',
  };
}
