import { type OnPage, uniqueAddresses } from './contact-facts.ts';
import { judgeCountry } from './country-judge.ts';
import type { AddOn, PageFacts } from './facts.ts';
import { contentLanguage, declaredLanguage, technologyTree } from './judge.ts';
import { compareCodePoints } from './order.ts';
import type { FoldedSite, SitePage } from './outline.ts';
import type { DomainDocument, PageRecord } from './page.ts';
import { capSources, homeFirst, newestByUrl } from './pages.ts';
import { profileKey } from './profiles.ts';
import type { Source } from './source.ts';
import { foldStatedFacts } from './stated-facts.ts';

/** Maximum of `emails`, `socialGraphUrls` and `phoneNumbers` per site, each. */
const MAX_CONTACTS = 100;
/** Maximum of `plugins` and `themes` per site, each. */
const MAX_ADD_ONS = 100;
const MAX_ADDRESSES = 20;

/** Settings of a fold. */
interface FoldOptions {
  /** Maximum UTF-8 bytes of all sources together, ≥ 1. */
  readonly maxSiteBytes: number;
}

/**
 * A site, folded from its pages: records of pages that are to be written, and outlines of stored pages that stay. It does not
 * depend on the order of `pages`, nor on which of them are stored, and folding a document's pages again gives the same
 * document.
 *
 * If a URL comes more than once, the newest capture counts. If the sources exceed `maxSiteBytes`, the home page
 * is included first, then the others by URL until one does not fit; dropped pages contribute no facts.
 *
 * @param domain as `canonicalDomain` gives it
 * @param pages at least one; at most one outline of each URL
 * @returns a document if all pages are records
 * @throws RangeError if there is no page or the limit is below 1
 */
export function foldSite<S extends Source>(
  domain: string,
  pages: readonly PageRecord<S>[],
  options: FoldOptions,
): DomainDocument<S | string>;
export function foldSite<S extends Source>(
  domain: string,
  pages: readonly SitePage<S>[],
  options: FoldOptions,
): FoldedSite<S | string>;
export function foldSite<S extends Source>(
  domain: string,
  pages: readonly SitePage<S>[],
  { maxSiteBytes }: FoldOptions,
): FoldedSite<S | string> {
  if (pages.length === 0) throw new RangeError(`${domain}: a site needs at least one page`);
  if (!Number.isSafeInteger(maxSiteBytes) || maxSiteBytes < 1) {
    throw new RangeError(`maxSiteBytes is ${maxSiteBytes}, but must be a whole number of at least 1`);
  }
  const included = capSources(homeFirst(domain, newestByUrl(pages)), maxSiteBytes);
  const facts = included.map((page) => page.facts);
  const home = facts[0];
  const { country, evidence } = judgeCountry(domain, included);
  return {
    domain,
    pages: included.toSorted((a, b) => compareCodePoints(a.url, b.url)),
    facts: {
      title: home?.title ?? null,
      description: home?.description ?? null,
      metaKeywords: home?.metaKeywords ?? [],
      kind: home?.kind ?? null,
      lastVisited: included.reduce((latest, page) => Math.max(latest, page.fetchedAt), 0),
      countryIsoCode: country,
      countryEvidence: evidence,
      languageCode: declaredLanguage(included),
      contentLanguageCode: contentLanguage(included),
      certificate: home?.certificate ?? null,
      emails: firstOfAll(facts.map((page) => page.emails)),
      socialGraphUrls: uniqueBy(
        profileKey,
        facts.flatMap((page) => page.socialGraphUrls),
      ).slice(0, MAX_CONTACTS),
      phoneNumbers: uniqueBy(
        ({ number }) => number,
        onPages(included, (page) => page.phoneNumbers),
      ).slice(0, MAX_CONTACTS),
      postalAddresses: uniqueAddresses(
        onPages(included, (page) => page.postalAddresses),
        MAX_ADDRESSES,
      ),
      technologies: technologyTree(facts),
      plugins: addOns(facts.map((page) => page.plugins)),
      themes: addOns(facts.map((page) => page.themes)),
      ...foldStatedFacts(facts),
    },
  };
}

/**
 * Values of the home page first, then those of the other pages by URL, so that the least informative are beyond
 * the bound.
 */
function firstOfAll(lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].slice(0, MAX_CONTACTS);
}

/** Plugins or themes of all pages, each with all its versions; without one only if no page has one. */
function addOns(lists: readonly (readonly AddOn[])[]): readonly string[] {
  const versions = new Map<string, Set<string>>();
  for (const { slug, version } of lists.flat()) {
    const known = versions.get(slug) ?? new Set<string>();
    versions.set(slug, known);
    if (version !== null) known.add(version);
  }
  return [...versions]
    .sort(([a], [b]) => compareCodePoints(a, b))
    .flatMap(([slug, known]) =>
      known.size === 0 ? [slug] : [...known].sort(compareCodePoints).map((version) => `${slug}@${version}`),
    )
    .slice(0, MAX_ADD_ONS);
}

/** A fact of all pages, each value with the URL of its page. */
function onPages<Fact extends object>(
  pages: readonly SitePage[],
  factOf: (facts: PageFacts) => readonly Fact[],
): readonly OnPage<Fact>[] {
  return pages.flatMap(({ url, facts }) => factOf(facts).map((fact) => ({ ...fact, url })));
}

/** The first value of each key. */
function uniqueBy<Value>(keyOf: (value: Value) => string, values: readonly Value[]): readonly Value[] {
  const byKey = new Map<string, Value>();
  for (const value of values) {
    const key = keyOf(value);
    if (!byKey.has(key)) byKey.set(key, value);
  }
  return [...byKey.values()];
}
