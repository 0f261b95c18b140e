import { countryIn, GOOGLE, languageIn } from './dialects.ts';
import type { Language, Location } from './locales.ts';

/** Countries whose Google is under `google.com.<code>`, and under `google.co.<code>`. */
const COM =
  'AF AG AI AR AU BD BH BN BO BR BZ CO CU CY DO EC EG ET FJ GH GI GT HK JM KH KW LB LY MM MT MX MY NA NG NI NP OM PA PE ' +
  'PG PH PK PR PY QA SA SB SG SL SV TJ TR TW UA UY VC VN';
const CO = 'AO BW CK CR ID IL IN JP KE KR LS MA MZ NZ TH TZ UG UZ VE VI ZA ZM ZW';
/** Countries whose Google is under `google.<code>`. */
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

/** The page on which a person would see the results. */
export function googleSearchUrl(
  keyword: string,
  { language, location, domain }: { language: Language; location: Location; domain?: string | null },
): string {
  const url = new URL(`https://www.${domain ?? googleDomain(location.country)}/search`);
  url.searchParams.set('q', keyword);
  const hl = languageIn(GOOGLE, language);
  if (hl !== null) url.searchParams.set('hl', hl);
  if (location.country !== null)
    url.searchParams.set('gl', (countryIn(GOOGLE, location.country) ?? '').toUpperCase());
  return url.href;
}

/** The search that a suggestion leads to. */
export function googleQueryUrl(suggestion: string, domain: string): string {
  const url = new URL(`https://www.${domain}/search`);
  url.searchParams.set('q', suggestion);
  return url.href;
}

/** @param videoId 11 characters */
export function videoUrl(videoId: string): string {
  return `https://www.youtube.com/watch?v=${videoId}`;
}

/** A picture of any video that is for the public. @param videoId 11 characters */
export function videoThumbnailUrl(videoId: string): string {
  return `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`;
}

export function channelUrl(channelId: string): string {
  return `https://www.youtube.com/channel/${channelId}`;
}
