// Revisits: whether a site is due for a visit, and whether its pages are as an earlier crawl stored them.
import type { PageOutline, PageRecord, PageVersion, Source } from '@sitegrep/site';
import type { CrawlSpec, LastVisit, ListedPage, PageList } from '@sitegrep/storage';

const DAY_MS = 24 * 3_600_000;

/** Maximum difference between the clocks of processes that share a storage, in milliseconds. */
const CLOCK_SKEW_MS = 3_600_000;

/**
 * Why a site is not visited: `crawled 2026-11-20, to be revisited after 7 days`; null if it is.
 *
 * @param startedAt time at which this crawl began the site before, null if it did not: a later visit was its own, whose
 *   outcome a crash kept it from recording
 */
export function whyFresh(
  { revisitAfterDays = 0 }: Pick<CrawlSpec, 'revisitAfterDays'>,
  visit: LastVisit | null,
  startedAt: number | null,
  now: number,
): string | null {
  if (revisitAfterDays === 0 || visit === null) return null;
  if (startedAt !== null && visit.at >= startedAt) return null;
  const age = now - visit.at;
  // A time in the future comes from a wrong clock, and is ignored.
  if (age < -CLOCK_SKEW_MS || age >= revisitAfterDays * DAY_MS) return null;
  const days = revisitAfterDays === 1 ? '1 day' : `${revisitAfterDays} days`;
  return `crawled ${dayOf(visit.at)}, to be revisited after ${days}`;
}

/** Day of a time in UTC: `2026-11-20`. @param time milliseconds since the epoch */
function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** A stored page that a later answer can be compared with. */
export interface ComparablePage extends ListedPage {
  readonly version: PageVersion;
}

/** The stored pages of a site. */
export interface StoredRecords {
  /** Outlines of some pages. @throws as `record` */
  readonly outlines: (urls: readonly string[]) => Promise<readonly PageOutline[]>;
  /** A page with its source; null if there is none. @throws StoredPagesLost if it can't be read, RetryNow if the site was changed */
  readonly record: (url: string) => Promise<PageRecord | null>;
}

/** The pages that an earlier crawl stored. The source of one is read when it is needed. */
export interface StoredPages {
  /** The stored page of a URL, if it has a version and facts that an analysis would give now. */
  comparable(url: string): ComparablePage | null;
  /** The complete record of a stored page. @throws the error of `load`; StoredPagesLost if the record is missing */
  record(page: ComparablePage): Promise<PageRecord>;
  /** The icon of a stored page: as stored if it is, else the address that the page declares; null if it declares none. */
  icon(url: string): Promise<string | null>;
}

/** The sources of stored pages can't be read, although their versions can. */
export class StoredPagesLost extends Error {
  override readonly name = 'StoredPagesLost';
}

/** Pages of a crawl, compared with stored ones. */
export interface ComparedPages {
  /** New or changed pages. */
  readonly records: readonly PageRecord<Source>[];
  /** Stored pages that have not changed, by how this was found: the server's answer, or the same content. */
  readonly unchanged: Readonly<Record<'notModified' | 'same', readonly ComparablePage[]>>;
}

/**
 * @param versions null if there is no document to compare with
 * @param factsVersion version of the facts that an analysis would give now
 * @param records pages of the document of these versions
 */
export function storedPages(
  versions: PageList | null,
  factsVersion: string,
  { record: load, outlines }: StoredRecords,
): StoredPages {
  const byUrl = new Map(versions?.pages.map((page) => [page.url, page]));
  return {
    comparable(url) {
      const page = byUrl.get(url);
      if (page === undefined || page.version === null || page.factsVersion !== factsVersion) return null;
      return { ...page, version: page.version };
    },
    async record({ url }) {
      const record = await load(url);
      if (record === null) throw new StoredPagesLost(`${url} has a version, but no record`);
      return record;
    },
    async icon(url) {
      const [page] = await outlines([url]);
      if (page === undefined || (page.facts.site?.icon ?? null) !== null) return 'as_stored';
      return page.facts.images.find(({ kind, source }) => kind === 'icon' && source === 'icon')?.url ?? null;
    },
  };
}

/**
 * Why a document may stay as it is: none of its pages has changed, and there is no other. Null if it may not.
 * `as it was on 2026-11-20 (304 Not Modified)`
 */
export function whyUnchanged(
  versions: PageList,
  { records, unchanged: { notModified, same } }: ComparedPages,
): string | null {
  const pages = notModified.length + same.length;
  if (records.length > 0 || pages < versions.pages.length) return null;
  const how = [
    ...counted(notModified.length, '304 Not Modified'),
    ...counted(same.length, 'the same content'),
  ].join(', ');
  return `as it was on ${dayOf(versions.facts.lastVisited ?? 0)} (${how})`;
}

function counted(pages: number, how: string): readonly string[] {
  if (pages === 0) return [];
  return [pages === 1 ? how : `${pages} × ${how}`];
}
