import { countryIn, languageIn, type DialectName } from '../codes/upstreams.ts';
import type { Language } from '../codes/languages.ts';
import type { Location } from '../codes/locations.ts';

interface Asked {
  readonly language: Language;
  readonly location: Location;
}

/** `unsupported` of an upstream that knows countries only, and those and the languages that its dialect lists. */
export function unsupportedLocale(dialect: DialectName, { language, location }: Asked): string | null {
  if (location.country === null || countryIn(dialect, location.country) === null) return 'location_code';
  return languageIn(dialect, language) === null ? 'language_code' : null;
}
