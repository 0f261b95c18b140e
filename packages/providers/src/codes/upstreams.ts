/*
 * How the upstreams call countries and languages: the one table of it. What is not listed, an upstream calls as ISO does.
 */
import type { Language } from './languages.ts';

/** Countries whose Google stands under `google.com.<code>` and `google.co.<code>`. */
const COM =
  'AF AG AI AR AU BD BH BN BO BR BZ CO CU CY DO EC EG ET FJ GH GI GT HK JM KH KW LB LY MM MT MX MY NA NG NI NP OM PA PE ' +
  'PG PH PK PR PY QA SA SB SG SL SV TJ TR TW UA UY VC VN';
const CO = 'AO BW CK CR ID IL IN JP KE KR LS MA MZ NZ TH TZ UG UZ VE VI ZA ZM ZW';
/** Under the bare code. */
const BARE =
  'AD AE AL AM AS AT AZ BA BE BF BG BI BJ BS BT BY CA CD CF CG CH CI CL CM CN CV CZ DE DJ DK DM DZ EE ES FI FM FR GA GE ' +
  'GG GL GM GR GY HN HR HT HU IE IM IQ IS IT JE JO KG KI KZ LA LI LK LT LU LV MD ME MG MK ML MN MU MV MW NE NL NO NR NU ' +
  'PL PN PS PT RO RS RU RW SC SE SH SI SK SM SN SO SR ST TD TG TL TM TN TO TT VU WS';

const GOOGLE_DOMAINS: ReadonlyMap<string, string> = new Map([
  ...suffixed(COM, 'google.com.'),
  ...suffixed(CO, 'google.co.'),
  ...suffixed(BARE, 'google.'),
  ['GB', 'google.co.uk'],
]);

function suffixed(codes: string, stem: string): readonly (readonly [string, string])[] {
  return codes.split(' ').map((code) => [code, `${stem}${code.toLowerCase()}`]);
}

/** @param country alpha-2, or null if it isn't known @returns `google.com` where the country has none of its own */
export function googleDomain(country: string | null): string {
  return GOOGLE_DOMAINS.get(country ?? '') ?? 'google.com';
}

/** An upstream's own list of what it takes, or null if it takes every code of ISO. */
interface Dialect {
  readonly countries: ReadonlySet<string> | null;
  /** Countries it refuses. */
  readonly withoutCountries: ReadonlySet<string>;
  readonly countryCase: 'lower' | 'upper';
  /** By the request's code, then by its part before the region. */
  readonly languages: Readonly<Record<string, string>>;
  readonly onlyLanguages: ReadonlySet<string> | null;
  /** Whether a region that is not in `languages` is kept (`en-GB`) or dropped (`en`). */
  readonly keepsRegion: boolean;
}

const set = (codes: string): ReadonlySet<string> => new Set(codes.split(' '));
const NONE: ReadonlySet<string> = new Set();

const DIALECTS = {
  /** gl and hl of Google, and of those that pass them on to it as they are: Serper. */
  google: {
    countries: null,
    withoutCountries: NONE,
    countryCase: 'lower',
    languages: { he: 'iw', jv: 'jw', nb: 'no', nn: 'no', zh: 'zh-CN' },
    onlyLanguages: null,
    keepsRegion: true,
  },
  dataforseo: {
    countries: null,
    withoutCountries: set('AX BY CU IR KP RU'),
    countryCase: 'upper',
    languages: { nb: 'no', nn: 'no', zh: 'zh-CN' },
    onlyLanguages: null,
    keepsRegion: true,
  },
  brave: {
    countries: set(
      'AR AT AU BE BR CA CH CL CN DE DK ES FI FR GB HK ID IN IT JP KR MX MY NL NO NZ PH PL PT RU SA SE TR TW US ZA',
    ),
    withoutCountries: NONE,
    countryCase: 'upper',
    languages: {
      'en-GB': 'en-gb',
      ja: 'jp',
      no: 'nb',
      nn: 'nb',
      pt: 'pt-br',
      'pt-BR': 'pt-br',
      'pt-PT': 'pt-pt',
      zh: 'zh-hans',
      'zh-TW': 'zh-hant',
      'zh-HK': 'zh-hant',
    },
    onlyLanguages: set(
      'ar eu bn bg ca zh-hans zh-hant hr cs da nl en en-gb et fi fr gl de el gu he hi hu is it jp kn ko lv lt ms ml mr ' +
        'nb pl pt-br pt-pt pa ro ru sr sk sl es sv ta te th tr uk vi',
    ),
    keepsRegion: false,
  },
  /** gl and hl of SerpApi: Google's, all in lower case, few with a region; what it refuses, it says. */
  serpapi: {
    countries: null,
    withoutCountries: NONE,
    countryCase: 'lower',
    languages: {
      he: 'iw',
      jv: 'jw',
      nb: 'no',
      'pt-BR': 'pt-br',
      'pt-PT': 'pt-pt',
      zh: 'zh-cn',
      'zh-HK': 'zh-tw',
      'zh-TW': 'zh-tw',
    },
    onlyLanguages: null,
    keepsRegion: false,
  },
  /** regionCode and hl of YouTube's Data API; the languages are those of its pages. */
  youtube: {
    countries: null,
    withoutCountries: NONE,
    countryCase: 'upper',
    languages: { he: 'iw', nb: 'no', nn: 'no', tl: 'fil', zh: 'zh-CN' },
    onlyLanguages: set(
      'af am ar as az be bg bn bs ca cs da de el en en-GB en-IN es es-419 es-US et eu fa fi fil fr fr-CA gl gu hi hr hu hy ' +
        'id is it iw ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my ne nl no or pa pl pt pt-PT ro ru si sk sl sq sr ' +
        'sr-Latn sv sw ta te th tr uk ur uz vi zh-CN zh-HK zh-TW zu',
    ),
    keepsRegion: true,
  },
  /** relevanceLanguage of the same: the languages of videos, Chinese by its script. */
  'youtube-videos': {
    countries: null,
    withoutCountries: NONE,
    countryCase: 'upper',
    languages: { zh: 'zh-Hans', 'zh-TW': 'zh-Hant', 'zh-HK': 'zh-Hant' },
    onlyLanguages: null,
    keepsRegion: false,
  },
} as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof DIALECTS;

/** @param country alpha-2 @returns null if the upstream does not know it */
export function countryIn(dialect: DialectName, country: string): string | null {
  const { countries, withoutCountries, countryCase }: Dialect = DIALECTS[dialect];
  if (withoutCountries.has(country) || countries?.has(country) === false) return null;
  return countryCase === 'lower' ? country.toLowerCase() : country;
}

/** @returns null if the upstream knows neither it nor, where it has regions, the language without one */
export function languageIn(dialect: DialectName, language: Language): string | null {
  const { languages, onlyLanguages, keepsRegion }: Dialect = DIALECTS[dialect];
  const base = languages[language.base] ?? language.base;
  const code = languages[language.code] ?? (keepsRegion ? language.code : base);
  if (onlyLanguages === null) return code;
  return [code, base].find((one) => onlyLanguages.has(one)) ?? null;
}

/** A locale as SearXNG and browsers write it: the language's own region, else the country's (`en-US`). */
export function localeOf(language: Language, country: string | null): string {
  const region = language.region ?? country;
  return region === null ? language.base : `${language.base}-${region}`;
}
