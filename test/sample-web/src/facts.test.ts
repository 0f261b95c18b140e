import { extractPage, languageDetector, loadOwnerDetails } from '@sitegrep/facts';
import { loadLanguages } from '@sitegrep/facts/data';
import { foldSite, type DomainDocument, type PageRecord } from '@sitegrep/site';
import { createDetector, loadFingerprints } from '@sitegrep/technologies';
import { describe, expect, test } from 'vitest';
import type { SampleSite } from './site.ts';
import { sampleSites } from './server.ts';
import { received } from '../test/received.ts';

const detector = createDetector(loadFingerprints());
const languageOf = languageDetector(loadLanguages());
const ownerDetails = await loadOwnerDetails();

/** The site as it is stored when each of its pages is fetched, without a crawler. */
function document(site: SampleSite): DomainDocument {
  const pages = site.expected.pages.map((url): PageRecord => {
    const { headers, body, truncated } = received(site, url);
    const fetched = { url, status: 200, headers, body, truncated, fetchedAt: 0 };
    const page = extractPage(fetched, { languageOf, ownerDetails });
    return {
      url,
      fetchedAt: 0,
      charset: page.charset,
      truncated: page.truncated,
      source: page.source,
      facts: { ...page.facts, version: '1', ...detector.record(page.signals) },
    };
  });
  return foldSite(site.domain, pages, { maxSiteBytes: 16 * 1024 * 1024 });
}

function technologies({ facts }: DomainDocument): readonly string[] {
  return Object.values(facts.technologies).flatMap((categories) => Object.values(categories).flat());
}

describe('what is read from the sample web is what was worked out by hand', () => {
  test.each(sampleSites().filter(({ expected }) => expected.outcome === 'indexed'))('$domain', (site) => {
    const found = document(site);
    const { facts } = found;
    const { expected } = site;
    const home = found.pages.find(({ url }) => url === expected.pages[0]);
    const claims: Record<string, unknown> = {
      title: facts.title,
      description: facts.description,
      keywords: facts.metaKeywords,
      emails: facts.emails.map(({ email }) => email).toSorted(),
      social: facts.profiles.map(({ profile }) => profile).toSorted(),
      phones: facts.phoneNumbers.map(({ number }) => number).toSorted(),
      country: facts.countryIsoCode,
      charset: home?.charset,
      languages: { declared: facts.languageCode, content: facts.contentLanguageCode },
      technologies: technologies(found),
    };
    const { outcome, pages, technologies: names = [], ...exact } = expected;
    expect(claims).toMatchObject({ ...exact, technologies: expect.arrayContaining([...names]) });
    expect(found.pages.map(({ url }) => url)).toEqual(pages.toSorted());
    expect(outcome).toBe('indexed');
    for (const page of found.pages)
      expect(page.source).toBe(received(site, page.url).source.replaceAll('\0', ''));
  });
});
