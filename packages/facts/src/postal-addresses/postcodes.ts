// Forms of postcodes, and the countries that use each.
import type { StreetLanguage } from './street-words.ts';

/** Position of a postcode: `12345 Berlin`, or `Columbus, OH 43215`. */
type CodePosition = 'before city' | 'after city';

export interface PostcodeForm {
  readonly pattern: string;
  readonly position: CodePosition;
  /** Countries that use the form, the likeliest first, each with the languages of its streets. */
  readonly countries: readonly (readonly [country: string, languages: readonly StreetLanguage[]])[];
}

/** A form that is found only together with a state: `NSW 2000`. */
export const STATES: Readonly<Record<'US' | 'CA' | 'AU', string>> = {
  US: 'AL|AK|AZ|AR|CA|CO|CT|DE|DC|D\\.C\\.|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|PR|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|Calif\\.|Fla\\.|Mass\\.|Ill\\.|Mich\\.|Conn\\.|Penn\\.|Wash\\.|Colo\\.|Tex\\.|N\\.Y\\.|N\\.J\\.',
  CA: 'AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT|Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland(?: and Labrador)?|Nova Scotia|Ontario|Prince Edward Island|Qu[ée]bec|Saskatchewan|Yukon|B\\.C\\.|Ont\\.|Qc|\\((?:Ontario|Qu[ée]bec|QC|ON)\\)',
  AU: 'NSW|VIC|QLD|ACT|TAS|NT|SA|WA|New South Wales|Victoria|Queensland|Tasmania|South Australia|Western Australia|Vic\\.?|Qld\\.?|Tas\\.?',
};

/** Forms by name; of several that match at a place, the first counts. */
export const POSTCODE_FORMS = {
  jp: { pattern: String.raw`〒?\s?\d{3}[-－‐]\d{4}`, position: 'before city', countries: [['JP', []]] },
  gb: {
    pattern: String.raw`(?:[A-Z]{1,2}\d[A-Z\d]?|GIR)\s?\d[ABD-HJLNP-UW-Z]{2}`,
    position: 'after city',
    countries: [['GB', ['en']]],
  },
  ca: {
    pattern: String.raw`[ABCEGHJ-NPRSTVXY]\d[A-Z][ -]?\d[A-Z]\d`,
    position: 'after city',
    countries: [['CA', ['en', 'fr']]],
  },
  ie: {
    pattern: String.raw`(?:[AC-FHKNPRTV-Y]\d{2}|D6W)\s?[\dAC-FHKNPRTV-Y]{4}`,
    position: 'after city',
    countries: [['IE', ['en']]],
  },
  nl: {
    pattern: String.raw`[1-9]\d{3}\s?(?!SS|SA|SD)[A-Z]{2}(?!-)`,
    position: 'before city',
    countries: [['NL', ['nl']]],
  },
  br: { pattern: String.raw`\d{5}-\d{3}`, position: 'after city', countries: [['BR', ['pt']]] },
  pt: {
    pattern: String.raw`[1-9]\d{3}\s?[-–]\s?\d{3}`,
    position: 'before city',
    countries: [['PT', ['pt']]],
  },
  pl: { pattern: String.raw`\d{2}-\d{3}`, position: 'before city', countries: [['PL', ['pl']]] },
  six: {
    pattern: String.raw`\d{6}`,
    position: 'before city',
    countries: [
      ['RU', ['ru']],
      ['RO', ['ro']],
    ],
  },
  split: {
    pattern: String.raw`\d{3}\s\d{2}`,
    position: 'before city',
    countries: [
      ['SE', ['sv']],
      ['CZ', ['cs']],
      ['SK', ['cs']],
      ['GR', ['el']],
    ],
  },
  five: {
    pattern: String.raw`\d{5}(?:-\d{4}(?!\d))?`,
    position: 'before city',
    countries: [
      ['DE', ['de']],
      ['FR', ['fr']],
      ['IT', ['it']],
      ['ES', ['es']],
      ['FI', ['fi']],
      ['SE', ['sv']],
      ['TR', ['tr']],
      ['EE', ['et']],
      ['LT', ['lt']],
      ['HR', ['hr']],
      ['RS', ['hr']],
      ['GR', ['el']],
      ['MX', ['es']],
      ['CZ', ['cs']],
      ['SK', ['cs']],
      ['UA', ['ru']],
      ['MC', ['fr']],
      ['SM', ['it']],
    ],
  },
  four: {
    pattern: String.raw`\d{4}`,
    position: 'before city',
    countries: [
      ['DK', ['da']],
      ['NO', ['no']],
      ['HU', ['hu']],
      ['BE', ['nl', 'fr']],
      ['CH', ['de', 'fr', 'it']],
      ['AT', ['de']],
      ['LI', ['de']],
      ['LU', ['fr', 'de']],
      ['SI', ['hr']],
      ['LV', ['lv']],
      ['BG', ['ru']],
      ['CY', ['el']],
      ['NZ', []],
      ['ZA', []],
      ['PH', []],
    ],
  },
} as const satisfies Readonly<Record<string, PostcodeForm>>;

export type PostcodeFormName = keyof typeof POSTCODE_FORMS;

/** Letters before a postcode that name the country: `D-12345`. */
export const COUNTRY_LETTERS: Readonly<Record<string, string>> = {
  A: 'AT',
  AT: 'AT',
  B: 'BE',
  BE: 'BE',
  CH: 'CH',
  CZ: 'CZ',
  D: 'DE',
  DE: 'DE',
  DK: 'DK',
  E: 'ES',
  EE: 'EE',
  ES: 'ES',
  F: 'FR',
  FI: 'FI',
  FIN: 'FI',
  FL: 'LI',
  FR: 'FR',
  GR: 'GR',
  H: 'HU',
  HR: 'HR',
  HU: 'HU',
  I: 'IT',
  IT: 'IT',
  L: 'LU',
  LI: 'LI',
  LT: 'LT',
  LU: 'LU',
  LV: 'LV',
  N: 'NO',
  NL: 'NL',
  NO: 'NO',
  P: 'PT',
  PL: 'PL',
  PT: 'PT',
  RO: 'RO',
  S: 'SE',
  SE: 'SE',
  SI: 'SI',
  SK: 'SK',
};
