import type { DatabaseSync } from 'node:sqlite';
import { compareCodePoints, homeFirst } from '@sitegrep/site';
import { type PageRow, sizesOf } from '../domains/page-rows.ts';
import { rankBy, requireRank } from '../domains/ranked-rows.ts';
import {
  domainsBetween,
  type DomainRow,
  labelledDocument,
  type RevisionRange,
  rowReader,
} from '../domains/rows.ts';
import { SUM_MODULUS } from '../domains/state.ts';
import { damaged } from '../failure.ts';
import { joinedTexts, NO_TEXT, openFullTextCheck, type TextSums } from './verify-full-text.ts';
import { openLabelCheck } from './verify-labels.ts';
import { joinedVersions, NO_VERSIONS, openVersionCheck, type VersionSums } from './verify-versions.ts';

/** Sums over domains whose rows are sound. */
export interface DomainSums {
  readonly domains: number;
  readonly pages: number;
  readonly screenshots: number;
  readonly sourceBytes: number;
  /** Bytes of the stored sources, compressed, and of screenshots. */
  readonly bytes: number;
  readonly idSum: number;
  readonly revisionSum: number;
  readonly texts: TextSums;
  readonly versions: VersionSums;
}

export const NO_DOMAINS: DomainSums = {
  domains: 0,
  pages: 0,
  screenshots: 0,
  sourceBytes: 0,
  bytes: 0,
  idSum: 0,
  revisionSum: 0,
  texts: NO_TEXT,
  versions: NO_VERSIONS,
};

export function joinedSums(one: DomainSums, other: DomainSums): DomainSums {
  return {
    domains: one.domains + other.domains,
    pages: one.pages + other.pages,
    screenshots: one.screenshots + other.screenshots,
    sourceBytes: one.sourceBytes + other.sourceBytes,
    bytes: one.bytes + other.bytes,
    idSum: (one.idSum + other.idSum) % SUM_MODULUS,
    revisionSum: (one.revisionSum + other.revisionSum) % SUM_MODULUS,
    texts: joinedTexts(one.texts, other.texts),
    versions: joinedVersions(one.versions, other.versions),
  };
}

/**
 * Reads the rows of the domains with these revisions, and compares them with their checksums, and their labels and full text with
 * what follows from them.
 *
 * @throws StorageCorrupt at the first fault; what `goOn` throws, which is called for each domain
 */
export function verifyDomains(
  db: DatabaseSync,
  range: RevisionRange,
  { hasFullText, goOn }: { readonly hasFullText: boolean; readonly goOn: () => void },
): DomainSums {
  const rows = rowReader(db);
  const labels = openLabelCheck(db);
  const versions = openVersionCheck(db);
  using fullText = hasFullText ? openFullTextCheck(db) : null;
  const sums = { ...NO_DOMAINS };
  for (const row of domainsBetween(db, range)) {
    goOn();
    const facts = rows.facts(row);
    requireRank(db, row, rankBy(rows, row.domain));
    sums.domains++;
    sums.idSum = (sums.idSum + row.id) % SUM_MODULUS;
    sums.revisionSum = (sums.revisionSum + row.revision) % SUM_MODULUS;
    const pages: PageRow[] = [];
    const { home, fetched } = rows.summary(row);
    for (const page of rows.pages(row)) {
      sums.pages++;
      const { source, compressed } = sizesOf(page);
      sums.sourceBytes += source;
      sums.bytes += compressed;
      if (rows.screenshots(page) !== null) sums.screenshots++;
      pages.push(page);
    }
    requireInOrder(db, row, home, pages);
    if (pages.some(({ fetchedAt }, at) => fetched[at] !== Math.floor(fetchedAt / 1_000)))
      throw damaged(db, `the times of the pages of ${row.domain} in table domain_facts are wrong`);
    labels.check(row, labelledDocument(row, facts, pages));
    fullText?.check(row, pages);
    versions.check(row, pages);
  }
  return { ...sums, texts: fullText?.sums() ?? NO_TEXT, versions: versions.sums() };
}

/** @throws StorageCorrupt if pages are not in the order of their URLs, or another one is the home page */
function requireInOrder(
  db: DatabaseSync,
  { domain }: DomainRow,
  home: number,
  pages: readonly PageRow[],
): void {
  const isOrdered = pages.every(
    ({ url }, at) => at === 0 || compareCodePoints(pages[at - 1]?.url ?? '', url) < 0,
  );
  if (isOrdered && homeFirst(domain, pages)[0]?.id === home) return;
  throw damaged(db, `the pages of ${domain} in table domain_facts are not in order`);
}
