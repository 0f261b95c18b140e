// Imports the pages of captures as from Common Crawl: each record by its range, over HTTP from a server in this process.
import { readFile } from 'node:fs/promises';
import { type FoundRecord, readPlanned, ReadPlan } from '@sitegrep/commoncrawl';
import { importPages, type ImportOptions } from '@sitegrep/intake';
import { readWarc, type WarcPage } from '@sitegrep/warc';
import { openLoopbackFiles } from '../../common-crawl/loopback-files.ts';
import { serveCrawls } from '../../common-crawl/server.ts';
import { figuresOf, type StepFigures } from './steps.ts';

export interface RangeFigures extends StepFigures {
  /** Processor time of this process, in seconds: reading, importing and the server together. */
  readonly cpuSeconds: number;
  /** Memory of this process after each 250 pages, in MiB. */
  readonly residentMiB: readonly number[];
  readonly requests: number;
}

const MEASURE_EVERY = 250;

/** Imports every second page, so that a range seldom has two of them. */
export async function importByRanges(
  files: readonly string[],
  options: ImportOptions,
): Promise<RangeFigures> {
  const contents = new Map<string, Buffer>();
  const records: FoundRecord[] = [];
  for (const [at, file] of files.entries()) {
    const bytes = await readFile(file);
    contents.set(`file-${at}.warc.gz`, bytes);
    records.push(...(await recordsOf(file, `file-${at}.warc.gz`, bytes.length)));
  }
  await using closers = new AsyncDisposableStack();
  const server = await serveCrawls(contents);
  closers.defer(() => server.close());
  const remote = openLoopbackFiles(server.url);
  closers.defer(() => remote.close());

  const residentMiB: number[] = [];
  let read = 0;
  async function* pages(): AsyncGenerator<WarcPage> {
    const { signal } = new AbortController();
    for await (const { page } of readPlanned(remote, ReadPlan.of(records), { signal })) {
      if (page === null) continue;
      if (++read % MEASURE_EVERY === 0) residentMiB.push(Math.round(process.memoryUsage.rss() / 2 ** 20));
      yield page;
    }
  }
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const { outcomes, sourceBytes } = await importPages(pages(), options);
  const { user, system } = process.cpuUsage(before);
  return {
    ...figuresOf(outcomes.stored, sourceBytes, startedAt),
    cpuSeconds: (user + system) / 1e6,
    residentMiB,
    requests: remote.counts.requests,
  };
}

/** Every second page of a file, as an index would describe it. */
async function recordsOf(file: string, path: string, size: number): Promise<readonly FoundRecord[]> {
  const found: { url: string; time: number; offset: number }[] = [];
  for await (const { url, fetchedAt, offset } of readWarc(file)) found.push({ url, time: fetchedAt, offset });
  return found
    .map(({ url, time, offset }, at): FoundRecord => ({
      url,
      time,
      status: 200,
      languages: '',
      isTruncated: false,
      subset: 'warc',
      file: path,
      offset,
      length: (found[at + 1]?.offset ?? size) - offset,
    }))
    .filter((_, at) => at % 2 === 0);
}
