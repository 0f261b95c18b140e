import type { Language, Location } from './locales.ts';

/** The codes that an upstream takes, and how it writes them. */
export interface Dialect {
  /** Countries it takes; all of ISO 3166-1 if absent. */
  readonly countries?: ReadonlySet<string>;
  /** Countries it refuses; none if absent. */
  readonly withoutCountries?: ReadonlySet<string>;
  readonly countryCase: 'lower' | 'upper';
  /** Names of languages, by the request's code or else by its part before the region. */
  readonly languages: Readonly<Record<string, string>>;
  /** Languages it takes, by its own names; all of ISO 639-1 if absent. */
  readonly onlyLanguages?: ReadonlySet<string>;
  /** Whether a region that is not in `languages` is sent (`en-GB`) or dropped (`en`). */
  readonly keepsRegion: boolean;
}

/** A set of codes that are separated by spaces. */
export function codes(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** gl and hl of Google, and of those that pass them on to it as they are: Serper. */
export const GOOGLE: Dialect = {
  countryCase: 'lower',
  languages: { he: 'iw', jv: 'jw', nb: 'no', nn: 'no', zh: 'zh-CN' },
  keepsRegion: true,
};

/** regionCode and hl of YouTube's Data API; the languages are those of its pages. */
export const YOUTUBE: Dialect = {
  countryCase: 'upper',
  languages: { he: 'iw', nb: 'no', nn: 'no', tl: 'fil', zh: 'zh-CN' },
  onlyLanguages: codes(
    'af am ar as az be bg bn bs ca cs da de el en en-GB en-IN es es-419 es-US et eu fa fi fil fr fr-CA gl gu hi hr hu hy ' +
      'id is it iw ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my ne nl no or pa pl pt pt-PT ro ru si sk sl sq sr ' +
      'sr-Latn sv sw ta te th tr uk ur uz vi zh-CN zh-HK zh-TW zu',
  ),
  keepsRegion: true,
};

/** relevanceLanguage of the same: the languages of videos, Chinese by its script. */
export const YOUTUBE_VIDEOS: Dialect = {
  countryCase: 'upper',
  languages: { zh: 'zh-Hans', 'zh-TW': 'zh-Hant', 'zh-HK': 'zh-Hant' },
  keepsRegion: false,
};

/** @param country alpha-2 @returns null if the upstream does not know it */
export function countryIn(dialect: Dialect, country: string): string | null {
  const { countries, withoutCountries, countryCase } = dialect;
  if (withoutCountries?.has(country) === true || countries?.has(country) === false) return null;
  return countryCase === 'lower' ? country.toLowerCase() : country;
}

/** @returns null if the upstream knows neither it nor, where it has regions, the language without one */
export function languageIn(dialect: Dialect, language: Language): string | null {
  const { languages, onlyLanguages, keepsRegion } = dialect;
  const base = languages[language.base] ?? language.base;
  const code = languages[language.code] ?? (keepsRegion ? language.code : base);
  if (onlyLanguages === undefined) return code;
  return [code, base].find((one) => onlyLanguages.has(one)) ?? null;
}

/** A locale as SearXNG and browsers write it: the language's own region, else the country's (`en-US`). */
export function localeOf(language: Language, country: string | null): string {
  const region = language.region ?? country;
  return region === null ? language.base : `${language.base}-${region}`;
}

interface Locale {
  readonly language: Language;
  readonly location: Location;
}

/** `unsupported` of an upstream that knows countries only, and those and the languages that its dialect lists. */
export function unsupportedLocale(dialect: Dialect, { language, location }: Locale): string | null {
  if (location.country === null || countryIn(dialect, location.country) === null) return 'location_code';
  return languageIn(dialect, language) === null ? 'language_code' : null;
}
