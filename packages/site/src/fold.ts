import { compareCodePoints } from './order.ts';
import type { FoldedSite, SitePage } from './outline.ts';
import type { DomainDocument, PageRecord } from './page.ts';
import { capSources, homeFirst, newestByUrl } from './pages.ts';
import type { Source } from './source.ts';
import { factsOf, factSummaryOf } from './summary/site-summary.ts';

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
  if (!Number.isSafeInteger(maxSiteBytes) || maxSiteBytes < 1) {
    throw new RangeError(`maxSiteBytes is ${maxSiteBytes}, but must be a whole number of at least 1`);
  }
  const included = capSources(homeFirst(domain, newestByUrl(pages)), maxSiteBytes);
  const [home] = included;
  if (home === undefined) throw new RangeError(`${domain}: a site needs at least one page`);
  return {
    domain,
    pages: included.toSorted((a, b) => compareCodePoints(a.url, b.url)),
    facts: factsOf(domain, home, factSummaryOf(included)),
  };
}
