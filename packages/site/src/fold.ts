import { contentLanguage, declaredLanguage, judgeCountry, technologyTree } from './judge.ts';
import { compareCodePoints } from './order.ts';
import type { DomainDocument, PageRecord } from './page.ts';
import { capSources, homeFirst, newestByUrl } from './pages.ts';
import type { Source } from './source.ts';

/** Bound of `emails`, of `socialGraphUrls` and of `phoneNumbers`, a site. */
const MAX_CONTACTS = 100;

/** Caps of a folded site. */
export interface FoldLimits {
  /** UTF-8 bytes of all sources of a site together, ≥ 1. */
  readonly maxSiteBytes: number;
}

/**
 * The document of a site. The same for every order of `pages`, and folding a document's pages again gives the document.
 *
 * Of a URL that comes more than once the newest capture counts. When the sources pass `maxSiteBytes`, the home page is
 * kept first, then the others by URL; what is dropped leaves no facts either.
 *
 * @param domain as `canonicalDomain` gives it
 * @param pages at least one
 * @throws RangeError if there is no page or the limit is below 1
 */
export function foldSite<S extends Source>(
  domain: string,
  pages: readonly PageRecord<S>[],
  limits: FoldLimits,
): DomainDocument<S | string> {
  if (pages.length === 0) throw new RangeError(`${domain}: a site needs at least one page`);
  if (!Number.isSafeInteger(limits.maxSiteBytes) || limits.maxSiteBytes < 1) {
    throw new RangeError(`maxSiteBytes is ${limits.maxSiteBytes}, but must be a whole number of at least 1`);
  }
  const kept = capSources(homeFirst(domain, newestByUrl(pages)), limits.maxSiteBytes);
  const facts = kept.map((page) => page.facts);
  const home = facts[0];
  const countryEvidence = judgeCountry(domain, kept);
  return {
    domain,
    pages: kept.toSorted((a, b) => compareCodePoints(a.url, b.url)),
    facts: {
      title: home?.title ?? null,
      description: home?.description ?? null,
      metaKeywords: home?.metaKeywords ?? [],
      lastVisited: kept.reduce((latest, page) => Math.max(latest, page.fetchedAt), 0),
      countryIsoCode: countryEvidence[0]?.country ?? null,
      countryEvidence,
      languageCode: declaredLanguage(kept),
      contentLanguageCode: contentLanguage(kept),
      emails: firstOfAll(facts.map((page) => page.emails)),
      socialGraphUrls: firstOfAll(facts.map((page) => page.socialGraphUrls)),
      phoneNumbers: firstOfAll(facts.map((page) => page.phoneNumbers)),
      technologies: technologyTree(facts),
    },
  };
}

/** The home page's first, then the others' by URL of the page, so that what is past the bound is the least telling. */
function firstOfAll(lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].slice(0, MAX_CONTACTS);
}
