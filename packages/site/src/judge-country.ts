import { countryOf, suffixOf } from './country.ts';
import type { CountryEvidence, CountrySource } from './facts.ts';
import type { PageRecord } from './page.ts';
import type { Source } from './source.ts';

/**
 * The order in which sources are believed, the strongest first; docs/facts.md says why. */
const BY_STRENGTH: readonly CountrySource[] = ['address', 'domain', 'phone', 'region', 'ip'];

/**
 * What each source says of the country of a site, strongest first; the first decides, the others are kept to tell how
 * sure that is. A source that contradicts itself says nothing.
 *
 * @param pages home page first
 */
export function judgeCountry(
  domain: string,
  pages: readonly PageRecord<Source>[],
): readonly CountryEvidence[] {
  return BY_STRENGTH.flatMap(
    (source) => (source === 'domain' ? ofDomain(domain) : ofPages(source, pages)) ?? [],
  );
}

function ofDomain(domain: string): CountryEvidence | null {
  const country = countryOf(domain);
  return country === null ? null : { source: 'domain', value: suffixOf(domain), country };
}

/**
 * The home page's word counts, else that of more than half of the pages that have one. A page that names several
 * countries, as a list of branches does, has none.
 */
function ofPages(source: CountrySource, pages: readonly PageRecord<Source>[]): CountryEvidence | null {
  const said = pages.map((page) => ofPage(source, page));
  if (said[0] != null) return said[0];
  const words = said.filter((evidence) => evidence !== null);
  const counts = Map.groupBy(words, ({ country }) => country);
  return words.find(({ country }) => (counts.get(country)?.length ?? 0) * 2 > words.length) ?? null;
}

function ofPage(source: CountrySource, { facts }: PageRecord<Source>): CountryEvidence | null {
  const [first, ...others] = facts.countryEvidence.filter((evidence) => evidence.source === source);
  return first === undefined || others.some(({ country }) => country !== first.country) ? null : first;
}
