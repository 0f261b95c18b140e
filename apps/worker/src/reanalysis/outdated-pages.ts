// Outdated pages of one domain: those whose facts another version gave. Some at a time are analysed again, and become a put.
import type { AnalysisPool } from '@sitegrep/analysis';
import {
  foldSite,
  type PageOutline,
  type PageRecord,
  type SiteOutline,
  type Source,
  visitOf,
} from '@sitegrep/site';
import { type DomainIndex, type DomainPut, type LastVisit, putOf } from '@sitegrep/storage';

export interface OutdatedParts {
  readonly domains: Pick<DomainIndex, 'lastVisit' | 'outline' | 'records'>;
  readonly analysis: Pick<AnalysisPool, 'analyzeAgain' | 'factsVersion'>;
}

/** Pages of a domain that were analysed again. */
export interface Reanalysed {
  /** Null if the analysis of each failed. */
  readonly put: DomainPut | null;
  /** URLs of those whose analysis failed. */
  readonly failed: readonly string[];
  /** Bytes of their sources. */
  readonly bytes: number;
  /** True if no outdated page is left besides. */
  readonly isLast: boolean;
  /** The last visit of the site when they were read. */
  readonly visit: LastVisit | null;
}

/**
 * Analyses outdated pages of a domain again.
 *
 * @param without URLs of pages that are left out
 * @param maxBytes sources after which no further page is read; at least one is
 * @returns null if there is none; `changed` if another writer changed the domain meanwhile
 */
export async function reanalysePages(
  { domains, analysis }: OutdatedParts,
  domain: string,
  without: ReadonlySet<string>,
  maxBytes: number,
): Promise<Reanalysed | 'changed' | null> {
  const [outline, visit] = await Promise.all([domains.outline(domain), domains.lastVisit(domain)]);
  const outdated = (outline?.pages ?? []).filter(
    ({ url, facts }) => facts.version !== analysis.factsVersion && !without.has(url),
  );
  if (outline === null || outdated.length === 0) return null;
  const some = firstOf(outdated, maxBytes);
  const stored = await domains.records(
    domain,
    some.map(({ url }) => url),
  );
  if (stored?.revision !== outline.revision) return 'changed';
  const records: PageRecord<Source>[] = [];
  const failed: string[] = [];
  for (const page of stored.pages) {
    const result = await analysis.analyzeAgain(page, page.version ?? null);
    if (result.kind === 'crashed') failed.push(page.url);
    else records.push(renewed(page, result.record));
  }
  return {
    put:
      records.length === 0 ? null : putOfRecords(domain, records, outline, some.length === outdated.length),
    failed,
    bytes: some.reduce((sum, page) => sum + bytesOf(page), 0),
    isLast: some.length === outdated.length,
    visit,
  };
}

/** The first of some pages, at least one, until their sources exceed so many bytes. */
function firstOf(pages: readonly PageOutline[], maxBytes: number): readonly PageOutline[] {
  let bytes = 0;
  const end = pages.findIndex((page) => (bytes += bytesOf(page)) > maxBytes);
  return end === -1 ? pages : pages.slice(0, Math.max(1, end));
}

function bytesOf({ sourceBytes, rendered }: PageOutline): number {
  return sourceBytes + (rendered?.bytes ?? 0);
}

/** A stored page as it was analysed again: its texts stay, with what was made of them, and so does what came with it. */
function renewed(
  stored: PageRecord,
  { source, rendered, facts, version }: PageRecord<Source>,
): PageRecord<Source> {
  const { url, fetchedAt, charset, truncated, answers, rendered: written } = stored;
  return {
    url,
    fetchedAt,
    charset,
    truncated,
    source,
    ...(written === undefined
      ? {}
      : { rendered: { ...written, source: rendered?.source ?? written.source } }),
    facts,
    ...(answers === undefined ? {} : { answers }),
    ...(version === undefined ? {} : { version }),
  };
}

/** The put of pages in place of the stored ones; all others stay. @param isLast whether the whole site is analysed then */
function putOfRecords(
  domain: string,
  records: readonly PageRecord<Source>[],
  outline: SiteOutline,
  isLast: boolean,
): DomainPut {
  const urls = new Set(records.map(({ url }) => url));
  const pages = [...records, ...outline.pages.filter(({ url }) => !urls.has(url))];
  // No page may go because a site may be smaller now than when it was stored.
  const folded = foldSite(domain, pages, { maxSiteBytes: Number.MAX_SAFE_INTEGER });
  return putOf(folded, outline, (conclusions) =>
    isLast ? [visitOf({ ...folded, ...conclusions }, Date.now(), 'analysis', false)] : [],
  );
}
