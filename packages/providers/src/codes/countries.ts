import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

countries.registerLocale(english);

/** Kosovo's code is in use, but not in ISO 3166-1. */
const NOT_ISO = 'XK';

/** Alpha-2 codes of ISO 3166-1, upper case. */
export const COUNTRY_CODES: ReadonlySet<string> = new Set(
  Object.keys(countries.getAlpha2Codes()).filter((code) => code !== NOT_ISO),
);

/** Countries that share their everyday name with another one. */
const BY_FULL_NAME: ReadonlySet<string> = new Set(['CD', 'CG']);

/** In English, as people say it: `United States`, not `United States of America`. @param code one of COUNTRY_CODES */
export function countryName(code: string): string {
  const [full = code, ...others] = countries.getName(code, 'en', { select: 'all' }) ?? [];
  const everyday = others.find((name) => full.includes(name));
  return BY_FULL_NAME.has(code) ? full : (everyday ?? full);
}

/** @param code one of COUNTRY_CODES @returns ISO 3166-1 numeric */
export function countryNumber(code: string): number {
  return Number(countries.alpha2ToNumeric(code));
}

/** @returns alpha-2, or null if no country has the number */
export function countryOfNumber(number: number): string | null {
  const code = countries.numericToAlpha2(number) ?? null;
  return code === NOT_ISO ? null : code;
}
