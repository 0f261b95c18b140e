import { countryOf, suffixOf } from './country.ts';
import type { CountryEvidence, CountrySource, WeighedEvidence } from './facts.ts';
import { type CountryVotes, evidenceOfPage, majorityOf } from './summary/country-votes.ts';

/** Weight of each source, the strongest first; docs/facts.md explains them. */
const WEIGHTS: Readonly<Record<CountrySource, number>> = {
  address: 75,
  domain: 65,
  registration: 60,
  phone: 45,
  postcode: 40,
  number: 35,
  named_country: 35,
  legal_form: 30,
  region: 30,
  language: 30,
  many_mentions: 30,
  mention: 20,
  shared_legal_form: 15,
  shared_language: 15,
  custom: 15,
  currency: 15,
  single_mention: 15,
  ip: 10,
};
/** Hints that several countries share, and servers, which can be anywhere: they speak for a country, and against none. */
const SHARED: ReadonlySet<CountrySource> = new Set([
  'shared_legal_form',
  'shared_language',
  'custom',
  'currency',
  'mention',
  'single_mention',
  'ip',
]);
/** Hints that follow from the language of a site: all that a page has of them are one. */
const OF_LANGUAGE: ReadonlySet<CountrySource> = new Set(['shared_legal_form', 'shared_language', 'custom']);
/** The names in a text, of which the strongest evidence counts. */
const OF_MENTIONS: ReadonlySet<CountrySource> = new Set(['many_mentions', 'mention', 'single_mention']);
/** Countries in which the hints of a language are as much at home as in the one that has the most sites of it. */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  BE: 'LU',
  DE: 'AT CH IT LI LU',
  ES: 'AR BO CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV UY VE',
  FR: 'BE CH DZ LU MA TN',
  GB: 'AU IE IN NZ PK SG ZA',
  HR: 'BA ME RS SI',
  IN: 'BD LK NP PK',
  NL: 'BE',
  RS: 'BA HR ME',
  RU: 'BY KG KZ UA',
  TW: 'HK MO',
  US: 'CA',
};
const SOURCES = Object.keys(WEIGHTS).filter(isSource);

/** Minimum weight of the evidence for a country, after half of that for the next one is taken off. */
const MIN_WEIGHT = 30;
/** Weight of a source that can decide alone, and the least of hints together: three, or two if one of them is of several places. */
const DECIDING = 30;
const MIN_HINTS = 35;

function isSource(name: string): name is CountrySource {
  return name in WEIGHTS;
}

/** The country of a site, and the evidence of each source for it and for others, strongest first. */
export interface CountryVerdict {
  /** ISO 3166-1 alpha-2; null if there is too little evidence, or if it contradicts itself. */
  readonly country: string | null;
  readonly evidence: readonly WeighedEvidence[];
}

/**
 * Weighs the evidence for the country of a site. A source that contradicts itself does not count. Otherwise that of the home page
 * does, else that of more than half of the pages with evidence of the source.
 *
 * @param ofHome evidence of the home page
 * @param votes those of all pages
 */
export function judgeCountry(
  domain: string,
  ofHome: readonly CountryEvidence[],
  votes: readonly CountryVotes[],
): CountryVerdict {
  const home = evidenceOfPage(ofHome);
  const evidence = SOURCES.flatMap((source) => {
    const found =
      source === 'domain'
        ? ofDomain(domain)
        : (home.find((one) => one.source === source) ?? majorityOf(source, votes));
    return found === null ? [] : [{ ...found, weight: WEIGHTS[source] }];
  });
  const countries = new Set(evidence.map(({ country }) => country));
  const cases = [...countries].map((country) => caseFor(country, evidence));
  const scores = cases.map(({ country, weight, isEnough }): readonly [string, number] => {
    const against = cases.map((other) => (other.country === country ? 0 : other.own));
    return [country, isEnough ? weight - Math.max(0, ...against) / 2 : 0];
  });
  const [first, second] = scores.sort(([, left], [, right]) => right - left);
  const isClear = first !== undefined && first[1] >= MIN_WEIGHT && first[1] > (second?.[1] ?? 0);
  const country = isClear ? first[0] : null;
  return { country, evidence };
}

/** The evidence for one country, added up. */
interface Case {
  readonly country: string;
  readonly weight: number;
  /** Weight of the evidence that no other countries share. */
  readonly own: number;
  /** True if one of the sources can decide alone, or if there are enough independent hints. */
  readonly isEnough: boolean;
}

function caseFor(country: string, all: readonly WeighedEvidence[]): Case {
  const own = all.filter((one) => one.country === country);
  const kinds: readonly (readonly WeighedEvidence[])[] = [
    all.filter((one) => OF_LANGUAGE.has(one.source) && isAtHome(one, country)),
    own.filter(({ source }) => OF_MENTIONS.has(source)),
  ];
  const others = own.filter(({ source }) => !OF_LANGUAGE.has(source) && !OF_MENTIONS.has(source));
  const counted = [...others, ...kinds.flatMap(([strongest]) => strongest ?? [])];
  const weight = sumOf(counted);
  return {
    country,
    weight,
    own: sumOf(own.filter(({ source }) => !SHARED.has(source))),
    isEnough: weight >= MIN_HINTS || counted.some((one) => one.weight >= DECIDING),
  };
}

function isAtHome(hint: WeighedEvidence, country: string): boolean {
  return hint.country === country || NEIGHBOURS[hint.country]?.includes(country) === true;
}

function sumOf(evidence: readonly WeighedEvidence[]): number {
  return evidence.reduce((sum, { weight }) => sum + weight, 0);
}

function ofDomain(domain: string): CountryEvidence | null {
  const country = countryOf(domain);
  return country === null ? null : { source: 'domain', value: suffixOf(domain), country };
}
