import { loadConfig } from '@sitegrep/config';
import type { Page } from '@sitegrep/site';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { readWarc } from '@sitegrep/warc';
import { openAnalysis } from '../../../apps/cli/src/instance.ts';
import { importPages } from '@sitegrep/intake';

/**
 * Imports captures into a folder, from which their documents are taken again and again.
 *
 * @param maxPages that are taken at most
 */
export async function importCaptures(
  files: readonly string[],
  maxPages: number,
  dataDir: string,
): Promise<void> {
  const config = loadConfig({ SITEGREP_DATA_DIR: dataDir });
  await using closers = new AsyncDisposableStack();
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  closers.defer(() => storage.close());
  const analysis = openAnalysis(config, closers);
  const { maxSiteBytes, analysisThreads } = config;
  const options = { domains: storage.domains, analysis, maxSiteBytes, concurrency: 2 * analysisThreads };
  await importPages(firstOf(files, maxPages), options);
}

async function* firstOf(files: readonly string[], most: number): AsyncGenerator<Page> {
  let taken = 0;
  for (const file of files) {
    for await (const page of readWarc(file)) {
      if (taken++ >= most) return;
      yield page;
    }
  }
}
