import { canonicalDomain, foldSite, type SiteFacts } from '@sitegrep/site';
import { NO_PAGE_FACTS } from '@sitegrep/site/test/facts';
import { loadLanguages } from '../../src/data.ts';
import { extractPage } from '../../src/extract-page.ts';
import { languageDetector } from '../../src/language-model/detector.ts';
import { loadOwnerDetails } from '../../src/owner-details.ts';
import type { ExpectedFacts, LabelledPage } from './labelled-page.ts';

const languageOf = languageDetector(loadLanguages());
const ownerDetails = await loadOwnerDetails();

export const FACTS = [
  'emails',
  'phones',
  'profiles',
  'country',
  'language',
  'contentLanguage',
  'title',
  'description',
] as const satisfies readonly (keyof ExpectedFacts)[];

type Fact = (typeof FACTS)[number];

/** Result of one fact over all pages that were judged. */
export interface Score {
  /** Number of correct values. */
  readonly right: number;
  /** Correct values ÷ all values found; 1 if none was found. */
  readonly precision: number;
  /** Correct values ÷ all expected values; 1 if none was expected. */
  readonly recall: number;
  /** A line for each page with a missing or wrong value. */
  readonly misses: readonly string[];
}

const LIMITS = { maxSiteBytes: 1_000_000 };

export function scoreOf(fact: Fact, pages: readonly LabelledPage[]): Score {
  let right = 0;
  let given = 0;
  let there = 0;
  const misses: string[] = [];
  for (const page of pages) {
    if (fact === 'contentLanguage' && page.expected.contentLanguage === undefined) continue;
    const expected = listOf(page.expected[fact]);
    const found = listOf(foundIn(page)[fact]);
    const hits = found.filter((value) => expected.includes(value)).length;
    right += hits;
    given += found.length;
    there += expected.length;
    if (hits === found.length && hits === expected.length) continue;
    const extra = found.filter((value) => !expected.includes(value));
    const missing = expected.filter((value) => !found.includes(value));
    misses.push(`${fact} of "${page.name}": missing [${missing.join(' ')}], wrong [${extra.join(' ')}]`);
  }
  return {
    right,
    precision: given === 0 ? 1 : right / given,
    recall: there === 0 ? 1 : right / there,
    misses,
  };
}

function listOf(value: string | null | undefined | readonly string[]): readonly string[] {
  if (value === null || value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

function foundIn(page: LabelledPage): Record<Fact, string | null | readonly string[]> {
  const url = page.url ?? 'https://firm.example/';
  const fetched = {
    url,
    status: 200,
    headers: page.headers ?? [['content-type', 'text/html; charset=utf-8']],
    body: Buffer.from(page.html),
    truncated: false,
    fetchedAt: 0,
  } as const;
  const { source, charset, truncated, facts } = extractPage(fetched, { languageOf, ownerDetails });
  const record = { url, fetchedAt: 0, charset, truncated, source, facts: { ...NO_PAGE_FACTS, ...facts } };
  const site: SiteFacts = foldSite(canonicalDomain(url) ?? '', [record], LIMITS).facts;
  return {
    emails: site.emails.map(({ email }) => email),
    phones: site.phoneNumbers.map(({ number }) => number),
    profiles: site.profiles.map(({ profile }) => profile),
    country: site.countryIsoCode,
    language: site.languageCode,
    contentLanguage: site.contentLanguageCode,
    title: site.title,
    description: site.description,
  };
}
