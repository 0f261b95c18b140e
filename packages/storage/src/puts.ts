// Puts: what is written of a folded site, and what of a stored one stays.
import {
  compareCodePoints,
  type Conclusions,
  type DomainDocument,
  type FoldedSite,
  isRecord,
  labelsOf,
  linkTargets,
  type PageRecord,
  type SiteOutline,
  type Source,
  type Visit,
} from '@sitegrep/site';
import type { DomainPut } from './domains.ts';

/** The conclusions of a site from all of its pages. */
export function conclusionsOf({ domain, pages, facts }: FoldedSite): Conclusions {
  return { facts, labels: labelsOf({ domain, pages, facts }), targets: linkTargets({ domain, pages }) };
}

/** The put of a document in place of whatever is stored, of which no visit is recorded. */
export function wholeSite(document: DomainDocument<Source>): DomainPut {
  const { domain, pages } = document;
  return { domain, pages, removed: 'others', visits: [], ...conclusionsOf(document) };
}

/**
 * The put of a folded site.
 *
 * @param folded its records come; its outlines are pages of `existing` that stay
 * @param existing the stored pages that it was folded with, all others of which go; null: none, so whatever is stored goes
 * @param visits gives the visits that showed it, from what follows from all of its pages
 */
export function putOf(
  folded: FoldedSite,
  existing: SiteOutline | null,
  visits: (conclusions: Conclusions) => readonly Visit[],
): DomainPut {
  const pages = folded.pages.filter((page) => isRecord(page));
  const conclusions = conclusionsOf(folded);
  const put = { domain: folded.domain, pages, visits: visits(conclusions), ...conclusions };
  if (existing === null) return { ...put, removed: 'others' };
  const urls = new Set(folded.pages.map(({ url }) => url));
  const removed = existing.pages.flatMap(({ url }) => (urls.has(url) ? [] : [url]));
  return { ...put, removed, ifRevision: existing.revision };
}

/** @throws RangeError if a put contradicts itself */
export function requireConsistent({ domain, pages, removed, ifRevision }: DomainPut): void {
  const urls = new Set(pages.map(({ url }) => url));
  if (urls.size < pages.length) throw new RangeError(`${domain}: a page is put twice at once`);
  if (removed === 'others') return;
  if (ifRevision === undefined) throw new RangeError(`${domain}: pages stay of a revision that is not given`);
  const both = removed.find((url) => urls.has(url));
  if (both !== undefined) throw new RangeError(`${domain}: ${both} is put and removed at once`);
}

/** The pages of a site after a put, in code point order of their URLs. @param staying stored pages that stay */
export function pagesAfter<Page extends Pick<PageRecord, 'url'>>(
  coming: readonly Page[],
  staying: readonly Page[],
): readonly Page[] {
  if (staying.length === 0) return coming;
  return [...staying, ...coming].sort((a, b) => compareCodePoints(a.url, b.url));
}
