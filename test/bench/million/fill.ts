// A process that puts made sites into a data folder, and says what that took. Pages are folded and put as an import does with what
// its analysis gave it; their facts are made, so nothing is analysed.
import { foldSite } from '@sitegrep/site';
import { type DomainPut, wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { answerOnce, askChild } from '../harness/child.ts';
import { madeSite } from '../harness/made-sites.ts';
import { readMemory } from '../harness/memory.ts';
import { readProcessorMs } from '../harness/processor-time.ts';

interface FillJob {
  readonly dataDir: string;
  /** Number of the first site. */
  readonly firstSite: number;
  /** Pages to put, or a few more: sites are whole. */
  readonly pages: number;
}

export interface Filled {
  /** Number of the site after the last one. */
  readonly nextSite: number;
  readonly pages: number;
  /** Bytes of the sources, one per character. */
  readonly sourceBytes: number;
  readonly seconds: number;
  /** Processor time of all threads, without that of making the pages. */
  readonly processorMs: number;
  readonly peakMiB: number;
}

/** Pages of one put, as an import writes them. */
const PAGES_A_PUT = 512;
const MAX_SITE_BYTES = 16 << 20;

/** Puts sites, in a process of its own. */
export async function fill(job: FillJob): Promise<Filled> {
  return (await askChild(new URL(import.meta.url), job)) as Filled;
}

async function putSites({ dataDir, firstSite, pages }: FillJob): Promise<Filled> {
  const before = readProcessorMs(process.pid);
  const startedAt = performance.now();
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  let [site, put, sourceBytes, makingUs] = [firstSite, 0, 0, 0];
  while (put < pages) {
    const some: DomainPut[] = [];
    const made = process.threadCpuUsage();
    const sites = [];
    for (let count = 0; count < PAGES_A_PUT && put + count < pages;) {
      const next = madeSite(site++);
      sites.push(next);
      count += next.pages.length;
    }
    const { user, system } = process.threadCpuUsage(made);
    makingUs += user + system;
    for (const { domain, pages: own } of sites) {
      put += own.length;
      sourceBytes += own.reduce((sum, { source }) => sum + source.length, 0);
      some.push(wholeSite(foldSite(domain, own, { maxSiteBytes: MAX_SITE_BYTES })));
    }
    await storage.domains.put(some);
  }
  await storage.close();
  return {
    nextSite: site,
    pages: put,
    sourceBytes,
    seconds: (performance.now() - startedAt) / 1e3,
    processorMs: readProcessorMs(process.pid) - before - makingUs / 1e3,
    peakMiB: readMemory(process.pid).peakMiB,
  };
}

if (import.meta.main) answerOnce(putSites);
