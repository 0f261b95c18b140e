import { domainToASCII } from 'node:url';
import { parse } from 'tldts';

/**
 * The country whose top-level domain a name stands under, ISO 3166-1 alpha-2; null where the top-level domain says
 * nothing of a country: generic ones, those of a country that the world uses as generic ones, addresses, bare hosts.
 */
export function countryOf(domain: string): string | null {
  const { publicSuffix, isIcann } = parse(domain, { allowPrivateDomains: false });
  if (publicSuffix === null || isIcann !== true) return null;
  const label = publicSuffix.slice(publicSuffix.lastIndexOf('.') + 1);
  if (label.length !== 2) return COUNTRY_BY_A_LABEL.get(label) ?? null;
  if (USED_AS_GENERIC.has(label) || NOT_A_COUNTRY.has(label)) return null;
  return label === 'uk' ? 'GB' : label.toUpperCase();
}

/** Two letters, but the code of no country: the European Union, the Soviet Union, Ascension. */
const NOT_A_COUNTRY: ReadonlySet<string> = new Set(['eu', 'su', 'ac']);

/**
 * Country-code domains under which most sites have nothing to do with the country: sold worldwide as a word or an
 * abbreviation (`tv`, `io`, `ai`), given away in masses (`tk`, `ml`, `ga`, `cf`, `gq`), shorteners' and name hacks'
 * (`ly`, `gl`, `gd`, `to`), or of territories with next to no sites of their own (`cx`, `nu`, `tf`).
 * The first kind is what search engines, too, treat as generic.
 */
const USED_AS_GENERIC: ReadonlySet<string> = new Set(
  (
    'ad ag ai am as aq bv bz cc cd cf co cx dj fm ga gd gg gl gq gs hm im io la lc ly me ml ms nf nu pm pn pw ' +
    'sc sh sj so sr st sx tc tf tk to tv vc vg vu wf ws yt'
  ).split(' '),
);

/** Country-code domains in other scripts (IANA's internationalised ones); those of the European Union are left out. */
const IN_OTHER_SCRIPTS: readonly (readonly [country: string, labels: string])[] = [
  ['RU', 'рф'],
  ['CN', '中国 中國'],
  ['HK', '香港'],
  ['TW', '台湾 台灣'],
  ['KR', '한국'],
  ['BY', 'бел'],
  ['UA', 'укр'],
  ['RS', 'срб'],
  ['GR', 'ελ'],
  ['BG', 'бг'],
  ['MK', 'мкд'],
  ['MN', 'мон'],
  ['GE', 'გე'],
  ['AM', 'հայ'],
  ['KZ', 'қаз'],
  ['IN', 'भारत भारोत भारतम् ভারত ভাৰত ભારત ਭਾਰਤ ଭାରତ இந்தியா భారత్ ಭಾರತ ഭാരതം بارت بھارت ڀارت'],
  ['TH', 'ไทย'],
  ['LK', 'ලංකා இலங்கை'],
  ['BD', 'বাংলা'],
  ['AE', 'امارات'],
  ['EG', 'مصر'],
  ['JO', 'الاردن'],
  ['MA', 'المغرب'],
  ['SA', 'السعودية'],
  ['TN', 'تونس'],
  ['QA', 'قطر'],
  ['PS', 'فلسطين'],
  ['SY', 'سورية'],
  ['IR', 'ایران'],
  ['PK', 'پاکستان'],
  ['DZ', 'الجزائر'],
  ['OM', 'عمان'],
  ['IQ', 'عراق'],
  ['SD', 'سودان'],
  ['MY', 'مليسيا'],
  ['MO', '澳門'],
  ['SG', '新加坡 சிங்கப்பூர்'],
  ['LA', 'ລາວ'],
  ['BH', 'البحرين'],
  ['MR', 'موريتانيا'],
  ['IL', 'ישראל'],
  ['YE', 'اليمن'],
];

/** A-label → country. */
const COUNTRY_BY_A_LABEL: ReadonlyMap<string, string> = new Map(
  IN_OTHER_SCRIPTS.flatMap(([country, labels]) =>
    labels.split(' ').map((label): [string, string] => [domainToASCII(label), country]),
  ),
);
