// Imports a made year into a data folder in this process: the first visits of all sites, then those that find changes.
import { type Config, loadConfig } from '@sitegrep/config';
import { emptyCounts, importPages, SiteWriter } from '@sitegrep/intake';
import type { Page } from '@sitegrep/site';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { openAnalysis } from '../../../apps/cli/src/instance.ts';
import type { MadeYear } from '../../support/made-year/made-year.ts';
import { rounded } from '../harness/figures.ts';
import { folderBytes, type FolderBytes } from './folder-bytes.ts';

/** A part of an import, and the data folder after it. */
interface ImportedPart {
  readonly visits: number;
  readonly pages: number;
  /** Number of these that are as they were stored. */
  readonly unchanged: number;
  readonly sourceMB: number;
  readonly pagesPerSecond: number;
  /** Processor time of the process, without that of making the pages. */
  readonly processorMsPerPage: number;
  readonly versions: number;
  /** Bytes of the packed sources of versions. */
  readonly versionBytes: number;
  readonly bytes: FolderBytes;
}

export interface ImportedYear {
  readonly first: ImportedPart;
  readonly later: ImportedPart;
}

/**
 * Each week is an import of its own: pages of one site that come together are one put.
 *
 * @param keep value of SITEGREP_KEEP_VERSIONS
 */
export async function importYear(
  year: MadeYear,
  dataDir: string,
  weeks: number,
  keep: string,
): Promise<ImportedYear> {
  const config = loadConfig({ SITEGREP_KEEP_VERSIONS: keep });
  const first = await importWeeks(year, dataDir, [0], config);
  const later = await importWeeks(
    year,
    dataDir,
    Array.from({ length: weeks - 1 }, (_, week) => week + 1),
    config,
  );
  return { first, later };
}

async function importWeeks(
  year: MadeYear,
  dataDir: string,
  weeks: readonly number[],
  config: Config,
): Promise<ImportedPart> {
  const made = { visits: 0, ms: 0 };
  const counts = emptyCounts();
  let stored = { versions: 0, versionBytes: 0 };
  const startedAt = performance.now();
  const processorAt = process.cpuUsage();
  {
    await using closers = new AsyncDisposableStack();
    const { keepVersions } = config;
    const storage = await openSqliteStorage({ dataDir, readers: 1, keepVersions });
    closers.defer(() => storage.close());
    const sites = new SiteWriter({ domains: storage.domains, maxSiteBytes: config.maxSiteBytes });
    const options = {
      sites,
      analysis: openAnalysis(config, closers),
      concurrency: 2 * config.analysisThreads,
    };
    for (const week of weeks) await importPages(timed(pagesOf(year, week, made), made), options, counts);
    const { versions, versionBytes } = await storage.domains.stats();
    stored = { versions, versionBytes };
  }
  const seconds = (performance.now() - startedAt - made.ms) / 1e3;
  const { user, system } = process.cpuUsage(processorAt);
  const pages = Object.values(counts.outcomes).reduce((sum, count) => sum + count, 0);
  return {
    visits: made.visits,
    pages,
    unchanged: counts.outcomes.unchanged,
    sourceMB: rounded(counts.sourceBytes / 1e6),
    pagesPerSecond: rounded(pages / seconds),
    processorMsPerPage: rounded(((user + system) / 1e3 - made.ms) / pages),
    ...stored,
    bytes: folderBytes(dataDir),
  };
}

function* pagesOf(year: MadeYear, week: number, made: { visits: number }): Generator<Page> {
  for (const visit of year.visits('time', ({ number }) => number === week)) {
    made.visits += 1;
    for (const { url, headers, body } of visit.sources)
      yield { url, status: 200, headers, body, truncated: false, fetchedAt: visit.at };
  }
}

/** Gives pages, and adds up the time that making them takes. */
async function* timed(pages: Generator<Page>, made: { ms: number }): AsyncGenerator<Page> {
  for (;;) {
    const from = performance.now();
    const { done, value } = pages.next();
    made.ms += performance.now() - from;
    if (done === true) return;
    yield value;
  }
}
