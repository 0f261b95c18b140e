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
  shared_legal_form: 15,
  shared_language: 15,
  custom: 15,
  currency: 15,
  mention: 15,
  ip: 10,
};
/** Sources that several countries share, and servers, which can be anywhere: they speak for a country, and against none. */
const SHARED: ReadonlySet<CountrySource> = new Set([
  'shared_legal_form',
  'shared_language',
  'custom',
  'currency',
  'many_mentions',
  'mention',
  'ip',
]);
const SOURCES = Object.keys(WEIGHTS).filter(isSource);

/** Minimum weight of the evidence for a country, after half of that for the next one is taken off. */
const MIN_WEIGHT = 30;

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
  const own = weightsOf(evidence.filter(({ source }) => !SHARED.has(source)));
  const scores = [...weightsOf(evidence)].map(([country, weight]): [string, number] => {
    const against = [...own].map(([other, itsWeight]) => (other === country ? 0 : itsWeight));
    return [country, weight - Math.max(0, ...against) / 2];
  });
  const [first, second] = scores.sort(([, left], [, right]) => right - left);
  const isClear = first !== undefined && first[1] >= MIN_WEIGHT && first[1] > (second?.[1] ?? 0);
  const country = isClear ? first[0] : null;
  return { country, evidence };
}

function weightsOf(evidence: readonly WeighedEvidence[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const { country, weight } of evidence) weights.set(country, (weights.get(country) ?? 0) + weight);
  return weights;
}

function ofDomain(domain: string): CountryEvidence | null {
  const country = countryOf(domain);
  return country === null ? null : { source: 'domain', value: suffixOf(domain), country };
}
