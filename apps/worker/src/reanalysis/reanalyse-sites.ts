// Stored pages of some domains, analysed again and put in place of themselves. A domain that another writer puts meanwhile stays as
// that writer put it, and what is still outdated of it is analysed anew.
import { type DomainIndex, type LastVisit, StorageCorrupt } from '@sitegrep/storage';
import { type OutdatedParts, type Reanalysed, reanalysePages } from './outdated-pages.ts';

export interface ReanalysisParts extends OutdatedParts {
  readonly domains: OutdatedParts['domains'] & Pick<DomainIndex, 'confirm' | 'put'>;
  /** Called with a domain whose stored pages can't be read. */
  readonly onDamaged: (domain: string, error: StorageCorrupt) => void;
}

export interface ReanalysedCounts {
  /** Pages that were analysed again, and are durable. */
  pages: number;
  /** Pages that stay as they were, because their analysis failed; a domain that can't be read counts as one. */
  failed: number;
}

/** Sources that are read, analysed and written together, in bytes. A page may have more. */
const BATCH_BYTES = 4 << 20;
/** Domains that are written together. */
const BATCH_DOMAINS = 32;
/** Maximum times that pages of a domain are analysed anew because another writer came first. */
const MAX_CONFLICTS = 5;

/** How fast the work goes. */
export interface Pace {
  /** Number of sites that are read and analysed at a time. */
  atATime(): number;
  /** Called after each part of the work, with its time in milliseconds; the next part begins when it resolves. */
  rest(workedMs: number): Promise<void>;
}

/** A domain with outdated pages. */
interface Site {
  readonly domain: string;
  /** URLs of pages whose analysis failed. */
  readonly failed: Set<string>;
  conflicts: number;
}

/**
 * Analyses again those pages of some domains whose facts another version gave.
 *
 * @throws errors of the storage; what was written before needs no work again
 */
export async function reanalyseSites(
  parts: ReanalysisParts,
  domains: readonly string[],
  pace: Pace,
): Promise<ReanalysedCounts> {
  const counts: ReanalysedCounts = { pages: 0, failed: 0 };
  let left = domains.map((domain): Site => ({ domain, failed: new Set(), conflicts: 0 }));
  while (left.length > 0) {
    const startedAt = performance.now();
    const ended = await reanalyseSome(parts, left, counts, pace.atATime());
    left = left.filter((site) => !ended.has(site));
    await pace.rest(performance.now() - startedAt);
  }
  return counts;
}

/** Analyses and writes a batch. @returns the sites of which nothing is left to be done */
async function reanalyseSome(
  parts: ReanalysisParts,
  sites: readonly Site[],
  counts: ReanalysedCounts,
  atATime: number,
): Promise<ReadonlySet<Site>> {
  const ended = new Set<Site>();
  const batch: (readonly [site: Site, pages: Reanalysed])[] = [];
  let bytes = 0;
  const read: (readonly [site: Site, pages: Awaited<ReturnType<typeof readAndAnalyse>>])[] = [];
  for (let at = 0; at < sites.length && bytes < BATCH_BYTES && at < BATCH_DOMAINS; at += atATime) {
    const some = sites.slice(at, at + atATime);
    const share = (BATCH_BYTES - bytes) / some.length;
    const pages = await Promise.all(some.map((site) => readAndAnalyse(parts, site, share, counts)));
    read.push(...some.map((site, index) => [site, pages[index] ?? null] as const));
    for (const one of pages) bytes += one === null || one === 'changed' ? 0 : one.bytes;
  }
  for (const [site, pages] of read) {
    if (pages === null || (pages === 'changed' && ++site.conflicts > MAX_CONFLICTS)) ended.add(site);
    if (pages === null || pages === 'changed') continue;
    for (const url of pages.failed) site.failed.add(url);
    counts.failed += pages.failed.length;
    if (pages.put !== null) batch.push([site, pages]);
    else if (pages.isLast) ended.add(site);
  }
  const puts = batch.flatMap(([, { put }]) => (put === null ? [] : [put]));
  const results = puts.length === 0 ? [] : await parts.domains.put(puts);
  // Together, because each waits for the disk.
  const confirmed: Promise<void>[] = [];
  for (const [index, [site, { isLast, put, visit }]] of batch.entries()) {
    const result = results[index];
    if (result === undefined || put === null) throw new Error(`the put of ${site.domain} has no result`);
    if (result.stored) {
      counts.pages += put.pages.length;
      confirmed.push(confirmAgain(parts, site.domain, visit, result.revision));
      if (isLast) ended.add(site);
    } else if (result.block !== null || ++site.conflicts > MAX_CONFLICTS) ended.add(site);
  }
  await Promise.all(confirmed);
  return ended;
}

/** @returns null if nothing is left to be done, also if the domain can't be read */
async function readAndAnalyse(
  parts: ReanalysisParts,
  { domain, failed }: Site,
  maxBytes: number,
  counts: ReanalysedCounts,
): ReturnType<typeof reanalysePages> {
  try {
    return await reanalysePages(parts, domain, failed, maxBytes);
  } catch (error) {
    if (!(error instanceof StorageCorrupt)) throw error;
    parts.onDamaged(domain, error);
    counts.failed++;
    return null;
  }
}

/** Records the last visit of a site anew: a put makes a confirmation void. */
async function confirmAgain(
  { domains }: ReanalysisParts,
  domain: string,
  visit: LastVisit | null,
  revision: number,
): Promise<void> {
  const { at } = (await domains.lastVisit(domain)) ?? { at: 0 };
  // If it is not confirmed, another writer has put the domain meanwhile, whose visit counts.
  if (visit !== null && visit.at > at) await domains.confirm(domain, { revision, at: visit.at }, true);
}
