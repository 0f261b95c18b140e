import type { PageRecord, PageVersion, Source } from '@sitegrep/site';
import type { StoredDomain } from '@sitegrep/storage';
import { dayOf } from './fresh.ts';

/** What an earlier crawl left of a site. */
export interface StoredPages {
  /** The stored page of a URL if it can be told whether it is as it was, and its facts are what they would be now. */
  comparable(url: string): (PageRecord & { readonly version: PageVersion }) | null;
}

/** What a crawl found of a site, compared with what was stored. */
export interface ComparedPages {
  /** New, or not as they were. */
  readonly records: readonly PageRecord<Source>[];
  /** Stored pages that are as they were, by how that was found: the server says so, or sent the same. */
  readonly unchanged: Readonly<Record<'notModified' | 'same', readonly PageRecord<Source>[]>>;
}

/**
 * @param document null if there is none that is to be compared
 * @param factsVersion of the facts that an analysis would give now
 */
export function storedPages(document: StoredDomain | null, factsVersion: string): StoredPages {
  const byUrl = new Map(document?.pages.map((page) => [page.url, page]));
  return {
    comparable(url) {
      const page = byUrl.get(url);
      if (page?.version === undefined || page.version.facts !== factsVersion) return null;
      return { ...page, version: page.version };
    },
  };
}

/**
 * Why a document may stay as it is: each of its pages was found to be as it was, and there is no other. Null if it may
 * not. `as it was on 2026-11-20 (304 Not Modified)`
 */
export function whyUnchanged(
  document: StoredDomain,
  { records, unchanged: { notModified, same } }: ComparedPages,
): string | null {
  const pages = notModified.length + same.length;
  if (records.length > 0 || pages < document.pages.length) return null;
  const how = [
    ...counted(notModified.length, '304 Not Modified'),
    ...counted(same.length, 'the same content'),
  ].join(', ');
  return `as it was on ${dayOf(document.facts.lastVisited ?? 0)} (${how})`;
}

function counted(pages: number, how: string): readonly string[] {
  if (pages === 0) return [];
  return [pages === 1 ? how : `${pages} × ${how}`];
}
