import { type Cues, isReadIn, matchesOf, type Sign, type SignedText } from './sign.ts';

/** Words that sites of one country have far more often than others, mostly because of its laws. */
const CUSTOMS: readonly (readonly [country: string, pattern: RegExp, languages?: string])[] = [
  [
    'US',
    /(?=[DCN])(?:D(?:o Not S|O NOT S|o not s)(?:ell|hare|ELL|HARE)[^\n]{0,30}(?:[Ii]nfo|INFO|[Dd]ata)|C(?:alifornia Privacy Rights|ALIFORNIA PRIVACY RIGHTS|alifornia residents)|Notice at Collection|Consumer Health Data Privacy)/g,
  ],
  ['FR', /\bmentions légales\b/gi, 'fr'],
  ['DE', /\bImpressum\b/g, 'de'],
  ['ES', /\baviso legal\b/gi, 'es ca'],
  // Words and money of all of South Asia.
  ['IN', /\b(?:lakh|crore)s?\b|\bRs\.? ?\d/g, 'en'],
  ['GB', /\bModern Slavery\b/g, 'en'],
];

const CURRENCIES: readonly (readonly [country: string, pattern: RegExp])[] = [
  ['GB', /£ ?\d/g],
  ['BR', /R\$ ?\d/g],
  ['PL', /\d ?zł(?!\p{L})/gu],
  ['CZ', /\d ?Kč(?!\p{L})/gu],
  ['IN', /₹ ?\d/g],
  ['PK', /\bPKR ?\d/g],
  ['BD', /৳ ?\d/g],
  ['AU', /\b(?:A|AU)\$ ?\d|\$\d[\d,.]* AUD\b|\bincl?(?:uding|\.)? GST\b/g],
  ['CA', /\bC\$ ?\d|\$\d[\d,.]* CAD\b|\bCDN\$/g],
  ['NZ', /\bNZ\$ ?\d/g],
  ['RU', /\d ?(?:₽|руб(?:\.|лей|ля))/g],
  ['UA', /\d ?(?:₴|грн)/g],
  ['JP', /\d円|[¥￥]\d{1,3},\d{3}\b(?!\.)/g],
  ['KR', /\d원|₩ ?\d/g],
  ['TW', /\bNT\$ ?\d/g],
  ['HK', /\bHK\$ ?\d/g],
  ['MY', /\bRM ?\d/g],
  ['ZA', /(?<![\w$])R ?\d{2,3}(?:[ ,]\d{3})?\.\d\d\b/g],
  ['CH', /\bCHF ?\d|\d CHF\b/g],
  ['TR', /\d ?₺|₺ ?\d/g],
  ['HU', /\d ?Ft\b(?!\.? ?[A-Z(])/g],
  ['VN', /\d ?(?:₫|đ(?!\p{L}))/gu],
  ['TH', /฿ ?\d|\d ?บาท/g],
  ['IL', /₪ ?\d|\d ?₪/g],
];

/** Parts of these words: each match has one of them. */
export const CUSTOM_CUES: Cues = {
  texts: (
    'Do Not S|DO NOT S|Do not s|California |CALIFORNIA |Notice at C|Consumer Health|égales|ÉGALES|Impressum|' +
    'aviso le|Aviso le|Aviso Le|AVISO LE|lakh|crore|Lakh|Crore|Rs|Modern S'
  ).split('|'),
  reach: 60,
};

export function customSigns({ near, language }: SignedText): readonly Sign[] {
  const text = near.custom.joined;
  if (text === '') return [];
  return CUSTOMS.flatMap(([country, pattern, languages]) =>
    isReadIn(languages, language)
      ? matchesOf(text, pattern, 1).map(([value]): Sign => ({ source: 'custom', value, country }))
      : [],
  );
}

const DIGITS = Array.from('0123456789');
/** Parts of prices: each match has one of them. */
export const CURRENCY_CUES: Cues = {
  texts: [
    ...'£ ¥ ￥ ₹ ৳ ₽ ₴ ₩ ₺ ₫ ฿ ₪ 円 원 ł đ A$ C$ R$ U$ Z$ T$ K$ AUD CAD CDN CHF GST PKR Ft Kč руб грн บาท'.split(
      ' ',
    ),
    ...['RM', 'RM ', 'R', 'R '].flatMap((sign) => DIGITS.map((digit) => sign + digit)),
  ],
  reach: 12,
};

/** Prices in the money of one country. */
export function currencySigns({ near }: SignedText): readonly Sign[] {
  const text = near.currency.joined;
  return text === ''
    ? []
    : CURRENCIES.flatMap(([country, pattern]) =>
        matchesOf(text, pattern).map(([value]): Sign => ({ source: 'currency', value, country })),
      );
}
