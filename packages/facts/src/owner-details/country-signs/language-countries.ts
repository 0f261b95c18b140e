import type { Sign, SignedText } from './sign.ts';

/** Languages that nearly all sites of one country and hardly any others are written in. */
const OF_ONE_COUNTRY: Readonly<Record<string, string>> = {
  az: 'AZ',
  be: 'BY',
  bg: 'BG',
  cs: 'CZ',
  cy: 'GB',
  da: 'DK',
  el: 'GR',
  et: 'EE',
  eu: 'ES',
  fa: 'IR',
  fi: 'FI',
  ga: 'IE',
  gl: 'ES',
  he: 'IL',
  hu: 'HU',
  hy: 'AM',
  id: 'ID',
  is: 'IS',
  it: 'IT',
  ja: 'JP',
  ka: 'GE',
  kk: 'KZ',
  km: 'KH',
  ko: 'KR',
  lb: 'LU',
  lo: 'LA',
  lt: 'LT',
  lv: 'LV',
  mk: 'MK',
  mn: 'MN',
  my: 'MM',
  nb: 'NO',
  ne: 'NP',
  nn: 'NO',
  no: 'NO',
  pl: 'PL',
  ro: 'RO',
  si: 'LK',
  sk: 'SK',
  sl: 'SI',
  sv: 'SE',
  th: 'TH',
  tr: 'TR',
  uk: 'UA',
  uz: 'UZ',
  vi: 'VN',
};
/** Languages of several countries, with the one that most of their sites are of. */
const SHARED: Readonly<Record<string, string>> = {
  ca: 'ES',
  de: 'DE',
  fr: 'FR',
  hi: 'IN',
  hr: 'HR',
  nl: 'NL',
  ru: 'RU',
};

/** Characters that only simplified Chinese writes so, and those that only traditional Chinese does; all are frequent. */
const SIMPLIFIED = /[们这国时会为来说对过还进动业发开关问东车见长门马书间无]/g;
const TRADITIONAL = /[們這國時會為來說對過還進動業發開關問東車見長門馬書間無]/g;

/** Minimum characters of a text whose language says something of its owner. */
const MIN_TEXT = 150;

/** The country of the language that the text is in. */
export function languageSigns({ text, language }: SignedText): readonly Sign[] {
  if (language === null || text.length < MIN_TEXT) return [];
  if (language === 'zh') {
    const simplified = text.match(SIMPLIFIED)?.length ?? 0;
    const traditional = text.match(TRADITIONAL)?.length ?? 0;
    if (simplified > traditional * 4) return [{ source: 'language', value: 'zh-Hans', country: 'CN' }];
    return traditional > simplified * 4
      ? [{ source: 'shared_language', value: 'zh-Hant', country: 'TW' }]
      : [];
  }
  const country = OF_ONE_COUNTRY[language];
  if (country !== undefined) return [{ source: 'language', value: language, country }];
  const likeliest = SHARED[language];
  return likeliest === undefined ? [] : [{ source: 'shared_language', value: language, country: likeliest }];
}
