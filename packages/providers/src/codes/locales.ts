import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import ISO6391 from 'iso-639-1';

countries.registerLocale(english);

/** Kosovo's code is in use, but not in ISO 3166-1. */
const NOT_ISO = 'XK';

/** Alpha-2 codes of ISO 3166-1, upper case. */
export const COUNTRY_CODES: ReadonlySet<string> = new Set(
  Object.keys(countries.getAlpha2Codes()).filter((code) => code !== NOT_ISO),
);

/** Countries that share their everyday name with another one. */
const BY_FULL_NAME: ReadonlySet<string> = new Set(['CD', 'CG']);

/** Everyday English name: `United States`, not `United States of America`. @param code one of COUNTRY_CODES */
function countryName(code: string): string {
  const [full = code, ...others] = countries.getName(code, 'en', { select: 'all' }) ?? [];
  const everyday = others.find((name) => full.includes(name));
  return BY_FULL_NAME.has(code) ? full : (everyday ?? full);
}

/** @returns alpha-2, or null if no country has the number */
function countryOfNumber(number: number): string | null {
  const code = countries.numericToAlpha2(number) ?? null;
  return code === NOT_ISO ? null : code;
}

/** Location of a search: a country, or a location within one that only some providers know. */
export interface Location {
  readonly code: number;
  /** Alpha-2, upper case; null for a location within a country. */
  readonly country: string | null;
  /** English name; null for a location within a country, whose name only a provider knows. */
  readonly name: string | null;
}

/** A country's code is this and its ISO 3166-1 numeric one. */
const COUNTRY_CODE_OFFSET = 2_000;
/** Minimum code of a location within a country; codes of countries are lower. */
const MIN_CITY_CODE = 10_000;

/** @returns null if the code can't be that of a location */
export function locationOf(code: number): Location | null {
  if (code >= MIN_CITY_CODE) return { code, country: null, name: null };
  const country = countryOfNumber(code - COUNTRY_CODE_OFFSET);
  return country === null ? null : { code, country, name: countryName(country) };
}

/** A language as requests name it: ISO 639-1, with a region where writing or usage differ by it (`zh-CN`, `pt-BR`). */
export interface Language {
  readonly code: string;
  /** The part before the region: ISO 639-1. */
  readonly base: string;
  /** Alpha-2, upper case; null if the code has none. */
  readonly region: string | null;
  /** English name. */
  readonly name: string;
}

/** Variants of Chinese are named by their script, not by their region. */
const NAMES: Readonly<Record<string, string>> = {
  'zh-CN': 'Chinese (Simplified)',
  'zh-TW': 'Chinese (Traditional)',
};

const BASES: ReadonlySet<string> = new Set(ISO6391.getAllCodes());

/** @returns null if there is no such language; codes are exact (`en`, `pt-BR`) */
export function languageOf(code: string): Language | null {
  const [, base = '', region = null] = /^([a-z]{2})(?:-([A-Z]{2}))?$/.exec(code) ?? [];
  if (!BASES.has(base)) return null;
  const language = ISO6391.getName(base);
  if (region === null) return { code, base, region, name: language };
  if (!COUNTRY_CODES.has(region)) return null;
  return { code, base, region, name: NAMES[code] ?? `${language} (${countryName(region)})` };
}

/** The code that was probably meant by an unknown one: `EN` → `en`, `pt_br` → `pt-BR`, `eng` → null. */
export function nearestLanguage(code: string): string | null {
  const [, base = '', region] = /^([A-Za-z]{2})(?:[-_]([A-Za-z]{2}))?$/.exec(code.trim()) ?? [];
  const cased = region === undefined ? base.toLowerCase() : `${base.toLowerCase()}-${region.toUpperCase()}`;
  return languageOf(cased)?.code ?? (BASES.has(base.toLowerCase()) ? base.toLowerCase() : null);
}

/** A country as the location of a search. */
interface CountryLocation extends Location {
  readonly country: string;
  readonly name: string;
}

/** All countries, by name. */
export function countryLocations(): readonly CountryLocation[] {
  return Array.from(COUNTRY_CODES, (country) => ({
    code: COUNTRY_CODE_OFFSET + Number(countries.alpha2ToNumeric(country)),
    country,
    name: countryName(country),
  })).sort(byName);
}

/** All languages without a region, and those with one that have a name of their own; by name. */
export function searchLanguages(): readonly Pick<Language, 'code' | 'name'>[] {
  return [
    ...Array.from(BASES, (code) => ({ code, name: ISO6391.getName(code) })),
    ...Object.entries(NAMES).map(([code, name]) => ({ code, name })),
  ].sort(byName);
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}
