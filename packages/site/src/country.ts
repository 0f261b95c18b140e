import { domainToASCII } from 'node:url';
import { parse } from 'tldts';

/**
 * Country of a domain's top-level domain as ISO 3166-1 alpha-2. Null for top-level domains that show no
 * country: generic ones, country domains that are used worldwide, IP addresses, hosts without a dot. Three
 * generic ones are open to offices and schools of the United States only.
 */
export function countryOf(domain: string): string | null {
  const { publicSuffix, isIcann } = parse(domain, { allowPrivateDomains: false });
  if (publicSuffix === null || isIcann !== true || isHosted(domain)) return null;
  const label = publicSuffix.slice(publicSuffix.lastIndexOf('.') + 1);
  if (label === 'gov' || label === 'mil' || label === 'edu') return 'US';
  if (label.length !== 2) return COUNTRY_BY_A_LABEL.get(label) ?? null;
  if (SAYS_NOTHING.has(label)) return isOfThatCountry(publicSuffix) ? label.toUpperCase() : null;
  return label === 'uk' ? 'GB' : label.toUpperCase();
}

/**
 * Whether a company gives the domain to sites from everywhere: `a.blogspot.de`. Short suffixes are of a place or a kind of
 * site in the country: `msk.ru`, `pp.ua`, `co.nl`.
 */
function isHosted(domain: string): boolean {
  if (/\.blogspot\.[a-z]{2,3}(?:\.[a-z]{2})?$/.test(domain)) return true;
  const { publicSuffix, isPrivate } = parse(domain, { allowPrivateDomains: true });
  return isPrivate === true && !/^[a-z]{2,4}\.[a-z]{2}$/.test(publicSuffix ?? '');
}

/**
 * Whether a suffix under a worldwide domain is reserved for the country's own offices and schools, or for
 * Colombia.
 */
function isOfThatCountry(publicSuffix: string): boolean {
  return /^(?:gov|gob|gouv|mil|edu)\.(?!eu$|su$|ac$)|^(?:com|net|nom|org)\.co$/.test(publicSuffix);
}

/** The suffix that `countryOf` uses, as registered: `de`, `co.uk`; empty if there is none. */
export function suffixOf(domain: string): string {
  return parse(domain, { allowPrivateDomains: false }).publicSuffix ?? '';
}

/** Two-letter domains that show no country, by reason. */
const WITHOUT_A_COUNTRY: readonly (readonly [reason: string, labels: string])[] = [
  ['the code of no country: the European Union, the Soviet Union, Ascension', 'eu su ac'],
  [
    'sold worldwide as a word or an abbreviation',
    'ad ag ai am as bz cc cd co dj fm im io la me ms pw sc sh so st tv vc vg ws',
  ],
  ['given away in masses', 'cf ga gq ml tk'],
  ['used for short links and for names that end in it', 'gd gg gl gs lc ly pm sr tc to vu yt'],
  ['of a territory with next to no sites of its own', 'aq bv cx hm nf nu pn sj sx tf wf'],
];

const SAYS_NOTHING: ReadonlySet<string> = new Set(
  WITHOUT_A_COUNTRY.flatMap(([, labels]) => labels.split(' ')),
);

/**
 * Country-code domains in other scripts (IANA's internationalised ones), without those of the European Union.
 */
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

/** Country by A-label. */
const COUNTRY_BY_A_LABEL: ReadonlyMap<string, string> = new Map(
  IN_OTHER_SCRIPTS.flatMap(([country, labels]) =>
    labels.split(' ').map((label): [string, string] => [domainToASCII(label), country]),
  ),
);
