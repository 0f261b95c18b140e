// Imports a made year into a data folder in this process: the first visits of all sites, then those that find changes.
import { loadConfig } from '@sitegrep/config';
import { importPages, SiteWriter } from '@sitegrep/intake';
import type { Page } from '@sitegrep/site';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { openAnalysis } from '../../../apps/cli/src/instance.ts';
import type { MadeYear } from '../../support/made-year/made-year.ts';
import type { VisitTruth } from '../../support/made-year/visits.ts';
import { rounded } from '../harness/figures.ts';
import { folderBytes, type FolderBytes } from './folder-bytes.ts';

/** A part of an import, and the data folder after it. */
interface ImportedPart {
  readonly visits: number;
  readonly pages: number;
  /** Pages of these that are as they were stored. */
  readonly unchanged: number;
  readonly sourceMB: number;
  readonly pagesPerSecond: number;
  readonly bytes: FolderBytes;
}

export interface ImportedYear {
  readonly first: ImportedPart;
  readonly later: ImportedPart;
}

export async function importYear(year: MadeYear, dataDir: string): Promise<ImportedYear> {
  const first = await importPart(year, dataDir, ({ number }) => number === 0);
  const later = await importPart(year, dataDir, ({ number }) => number > 0);
  return { first, later };
}

async function importPart(
  year: MadeYear,
  dataDir: string,
  isWanted: (visit: VisitTruth) => boolean,
): Promise<ImportedPart> {
  let [visits, makingMs] = [0, 0];
  function* made(): Generator<Page> {
    for (const visit of year.visits('time', isWanted)) {
      visits += 1;
      for (const { url, headers, body } of visit.sources)
        yield { url, status: 200, headers, body, truncated: false, fetchedAt: visit.at };
    }
  }
  async function* timed(): AsyncGenerator<Page> {
    const all = made();
    for (;;) {
      const from = performance.now();
      const { done, value } = all.next();
      makingMs += performance.now() - from;
      if (done === true) return;
      yield value;
    }
  }
  const figures = await (async () => {
    await using closers = new AsyncDisposableStack();
    const config = loadConfig({});
    const storage = await openSqliteStorage({ dataDir, readers: 1 });
    closers.defer(() => storage.close());
    const sites = new SiteWriter({ domains: storage.domains, maxSiteBytes: config.maxSiteBytes });
    const analysis = openAnalysis(config, closers);
    const startedAt = performance.now();
    const { outcomes, sourceBytes } = await importPages(timed(), {
      sites,
      analysis,
      concurrency: 2 * config.analysisThreads,
    });
    const seconds = (performance.now() - startedAt - makingMs) / 1e3;
    const pages = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    const sourceMB = rounded(sourceBytes / 1e6);
    return { pages, unchanged: outcomes.unchanged, sourceMB, pagesPerSecond: rounded(pages / seconds) };
  })();
  return { visits, ...figures, bytes: folderBytes(dataDir) };
}
