import { COUNTRY_CODES } from '@sitegrep/site';

/** All alpha-2 codes, in upper case. */
export const ISO_COUNTRIES: ReadonlySet<string> = new Set(COUNTRY_CODES.map(([alpha2]) => alpha2));

/** Alpha-3 → alpha-2, in upper case. */
export const ALPHA_2_BY_ALPHA_3: ReadonlyMap<string, string> = new Map(
  COUNTRY_CODES.map(([alpha2, alpha3]) => [alpha3, alpha2]),
);

/** Longer texts name no country. */
const MAX_NAME = 100;

/**
 * Languages in which country names are known, besides English and the languages of the country: those of most
 * web pages.
 */
const LANGUAGES = 'de fr es it pt nl pl ru ja zh ar sv'.split(' ');

/** Official languages that CLDR does not give as the likeliest language of their country. */
const FURTHER_LANGUAGES: Readonly<Record<string, string>> = {
  BE: 'fr de',
  CH: 'fr it',
  CY: 'tr',
  FI: 'sv',
  IE: 'ga',
  LU: 'de lb',
  ES: 'ca eu gl',
  GB: 'cy gd',
};

/** Official, older and colloquial names that CLDR does not have, in the form that `normalised` gives. */
const FURTHER_NAMES: readonly (readonly [country: string, names: readonly string[]])[] = [
  ['AE', ['uae', 'u a e', 'emirates']],
  ['BA', ['bosnia']],
  ['BO', ['plurinational state of bolivia']],
  ['BR', ['brasil']],
  ['CD', ['democratic republic of the congo', 'dr congo', 'drc']],
  ['CG', ['republic of the congo']],
  ['CI', ['ivory coast', 'cote d ivoire']],
  [
    'CN',
    ['people s republic of china', 'p r china', 'pr china', 'p r c', 'mainland china', '中华人民共和国'],
  ],
  ['CV', ['cape verde']],
  ['CZ', ['czech republic', 'ceska republika', 'tschechische republik']],
  ['DE', ['federal republic of germany', 'bundesrepublik deutschland', 'brd']],
  ['FR', ['france metropolitaine']],
  [
    'GB',
    [
      'u k',
      'great britain',
      'britain',
      'england',
      'scotland',
      'wales',
      'northern ireland',
      'united kingdom of great britain and northern ireland',
    ],
  ],
  ['GR', ['hellas']],
  ['HK', ['hong kong', 'hong kong sar']],
  ['IE', ['republic of ireland', 'eire']],
  ['IR', ['islamic republic of iran', 'iran islamic republic of']],
  ['KR', ['korea', 'republic of korea', 'korea republic of', 'south korea', 'korea south']],
  ['KP', ['democratic people s republic of korea', 'north korea']],
  ['LA', ['lao people s democratic republic']],
  ['MD', ['republic of moldova', 'moldova republic of']],
  ['MK', ['macedonia', 'fyrom']],
  ['MM', ['burma', 'myanmar']],
  ['MO', ['macau', 'macao']],
  ['NL', ['holland', 'the netherlands']],
  ['PS', ['palestine', 'state of palestine']],
  ['RU', ['russian federation', 'российская федерация']],
  ['SK', ['slovak republic', 'slovenska republika']],
  ['SY', ['syria', 'syrian arab republic']],
  ['SZ', ['swaziland']],
  ['TR', ['turkey', 'turkiye']],
  ['TW', ['taiwan', 'republic of china', 'taiwan province of china', 'taiwan r o c', 'r o c', '臺灣']],
  ['TZ', ['united republic of tanzania', 'tanzania united republic of']],
  [
    'US',
    ['u s', 'u s a', 'united states of america', 'the united states', 'america', 'estados unidos de america'],
  ],
  ['VA', ['holy see']],
  ['VE', ['bolivarian republic of venezuela', 'venezuela bolivarian republic of']],
  ['VN', ['viet nam']],
];

/** Normalised name → alpha-2; made for the first text that is not a code, since it takes a quarter of the start of a thread. */
let byName: ReadonlyMap<string, string> | null = null;

/**
 * The country named by a text that holds nothing else: its alpha-2 or alpha-3 code, or its name in English, in
 * its own languages, or in one of a dozen others.
 *
 * @returns ISO 3166-1 alpha-2 in upper case; null if the text names no country
 */
export function countryNamed(text: string): string | null {
  const written = text.slice(0, MAX_NAME + 1).trim();
  if (written.length > MAX_NAME) return null;
  const code = written.toUpperCase();
  if (ISO_COUNTRIES.has(code)) return code;
  if (code === 'UK') return 'GB';
  const alpha2 = ALPHA_2_BY_ALPHA_3.get(code);
  if (alpha2 !== undefined) return alpha2;
  byName ??= namesOfCountries();
  return byName.get(normalised(written)) ?? null;
}

/**
 * A name in lower case, with Latin letters without marks, `&` as `and`, and one blank instead of punctuation.
 */
function normalised(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Countries by normalised name. A name that English and another language use for different countries counts as
 * English.
 */
function namesOfCountries(): Map<string, string> {
  const names = new Map<string, string>();
  const add = (name: string, country: string): void => {
    const key = normalised(name);
    if (!names.has(key)) names.set(key, country);
  };
  for (const [country, further] of FURTHER_NAMES) for (const name of further) add(name, country);
  for (const language of ['en', ...LANGUAGES]) addNames(language, ISO_COUNTRIES, add);
  const byLanguage = Map.groupBy(
    [...ISO_COUNTRIES].flatMap((country) => ownLanguages(country).map((language) => ({ country, language }))),
    ({ language }) => language,
  );
  for (const [language, entries] of byLanguage) {
    addNames(
      language,
      entries.map(({ country }) => country),
      add,
    );
  }
  return names;
}

function addNames(
  language: string,
  countries: Iterable<string>,
  add: (name: string, country: string) => void,
): void {
  for (const style of ['long', 'short'] as const) {
    const names = new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' });
    for (const country of countries) {
      const name = names.of(country);
      if (name !== undefined) add(name, country);
    }
  }
}

function ownLanguages(country: string): readonly string[] {
  const { language, script } = new Intl.Locale(`und-${country}`).maximize();
  return [
    script === undefined ? language : `${language}-${script}`,
    ...(FURTHER_LANGUAGES[country]?.split(' ') ?? []),
  ];
}
