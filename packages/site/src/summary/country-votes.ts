import type { CountryEvidence, CountrySource } from '../facts.ts';
import type { SitePage } from '../outline.ts';

/** The first evidence of a source for a country, and the number of pages that have evidence of that source for it. */
export interface CountryVotes extends CountryEvidence {
  readonly pages: number;
}

/** The evidence that some pages have, in their order. */
export function countryVotesOf(pages: readonly SitePage[]): readonly CountryVotes[] {
  return counted(pages.flatMap(({ facts }) => evidenceOfPage(facts.countryEvidence)));
}

export function joinCountryVotes(
  left: readonly CountryVotes[],
  right: readonly CountryVotes[],
): readonly CountryVotes[] {
  if (right.length === 0) return left;
  return counted([...left, ...right]);
}

/** The evidence that counts of a page, one of each source: a source that names several countries, as a list of branches does, has none. */
export function evidenceOfPage(evidence: readonly CountryEvidence[]): readonly CountryEvidence[] {
  const bySource = new Map<CountrySource, CountryEvidence | null>();
  for (const one of evidence) {
    const first = bySource.get(one.source);
    if (first === undefined) bySource.set(one.source, one);
    else if (first?.country !== one.country) bySource.set(one.source, null);
  }
  return [...bySource.values()].filter((one) => one !== null);
}

/** Evidence that is the first one of its source and country, with the number of pages of all of it. */
function counted(all: readonly (CountryEvidence & { readonly pages?: number })[]): readonly CountryVotes[] {
  const votes = new Map<string, CountryVotes>();
  for (const { source, value, country, pages = 1 } of all) {
    const key = `${source} ${country}`;
    const first = votes.get(key);
    votes.set(
      key,
      first === undefined ? { source, value, country, pages } : { ...first, pages: first.pages + pages },
    );
  }
  return [...votes.values()];
}

/** The evidence of a source for the country that more than half of the pages with evidence of it name. */
export function majorityOf(source: CountrySource, votes: readonly CountryVotes[]): CountryEvidence | null {
  const ofSource = votes.filter((vote) => vote.source === source);
  const pages = ofSource.reduce((sum, vote) => sum + vote.pages, 0);
  const most = ofSource.find((vote) => vote.pages * 2 > pages);
  return most === undefined ? null : { source, value: most.value, country: most.country };
}
