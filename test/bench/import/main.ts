// Imports captures: the steps alone, all of them together in this process, the same captures again, every second one by its range
// over HTTP, and captures by the command and over HTTP into a running server.
// The last two alternate, so that what else the machine does falls on both. --copies: of the captures, posted at the end as pages
// of other hosts, to measure memory over many pages.
//
//   npm run bench:import -- [--pages N] [--rounds 2] [--copies N] [--out FILE.json] FILE.warc.gz…
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SitegrepClient } from '@sitegrep/client';
import { loadConfig } from '@sitegrep/config';
import { importPages, SiteWriter } from '@sitegrep/intake';
import type { Page } from '@sitegrep/site';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { readWarc } from '@sitegrep/warc';
import { openAnalysis } from '../../../apps/cli/src/instance.ts';
import { MAIN, startServer } from '../../support/server-process.ts';
import { median } from '../harness/figures.ts';
import { readMemory, type ResidentMemory } from '../harness/memory.ts';
import { integer, readOptions } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { importByRanges, type RangeFigures } from './by-ranges.ts';
import { analyseAll, figuresOf, readAll, type StepFigures, writeAll } from './steps.ts';

const options = readOptions({ pages: integer(Infinity), rounds: integer(2, 0), copies: integer(0, 0) });
const { files, pages: maxPages, rounds, copies } = options;
const folder = temporaryFolder('import');
const config = loadConfig({});
const concurrency = 2 * config.analysisThreads;

const steps: Record<string, StepFigures> = {};
{
  await using closers = new AsyncDisposableStack();
  const analysis = openAnalysis(config, closers);
  const read = await readAll(files, maxPages);
  steps['read'] = told('read', read.figures);
  const analysed = await analyseAll(read.pages, analysis, concurrency);
  steps['analyse'] = told('analyse', analysed.figures);
  const storage = await openSqliteStorage({ dataDir: await madeFolder('write'), readers: 1 });
  closers.defer(() => storage.close());
  steps['write'] = told('write', await writeAll(analysed.records, storage.domains, config.maxSiteBytes));
}
{
  await using closers = new AsyncDisposableStack();
  const analysis = openAnalysis(config, closers);
  const storage = await openSqliteStorage({ dataDir: await madeFolder('all'), readers: 1 });
  closers.defer(() => storage.close());
  const { maxSiteBytes } = config;
  const sites = new SiteWriter({ domains: storage.domains, maxSiteBytes });
  const all = { sites, analysis, concurrency };
  let startedAt = performance.now();
  const { outcomes, sourceBytes } = await importPages(firstPages(), all);
  steps['all'] = told('all', figuresOf(outcomes.stored, sourceBytes, startedAt));
  startedAt = performance.now();
  const again = await importPages(firstPages(), all);
  steps['again'] = told('the same again', figuresOf(again.outcomes.unchanged, sourceBytes, startedAt));
}
let ranges: RangeFigures;
{
  await using closers = new AsyncDisposableStack();
  const analysis = openAnalysis(config, closers);
  const storage = await openSqliteStorage({ dataDir: await madeFolder('ranges'), readers: 1 });
  closers.defer(() => storage.close());
  const sites = new SiteWriter({ domains: storage.domains, maxSiteBytes: config.maxSiteBytes });
  ranges = await importByRanges(files, { sites, analysis, concurrency });
  told('every second page by its range', ranges);
  const { cpuSeconds, pages, requests, residentMiB } = ranges;
  const anHour = (2 * 3600 * pages) / cpuSeconds;
  console.log(
    `  ${requests} requests, ${anHour.toFixed(0)} pages an hour on two cores, ${residentMiB.join(', ')} MiB`,
  );
}

/** Bytes that the command prints at most. */
const MAX_PRINTED = 2 ** 28;
/** Number of stored pages after which memory is measured: it must not grow with them. */
const MEASURE_EVERY = 2_000;

interface Round {
  readonly command: StepFigures;
  readonly post: PostFigures;
  readonly load: number;
}
const results: Round[] = [];
/** Rounds with whole files alone, as the command reads them. */
const wholeRounds = maxPages === Infinity ? rounds : 0;
for (let round = 0; round < wholeRounds; round++) {
  const command = told('sitegrep import', await byCommand(round));
  const posted = await post(
    `post-${round}`,
    files.map((file) => createReadStream(file)),
  );
  told('POST /admin/pages', posted);
  results.push({ command, post: posted, load: loadavg()[0] ?? 0 });
}
const ratio = median(results.map(({ command, post }) => post.pagesPerSecond / command.pagesPerSecond));
if (results.length > 0) console.log(`POST ${ratio.toFixed(2)} × the pages/s of the command`);
const many = copies === 0 ? null : await post('copies', [linesOf()]);
if (many !== null) {
  told(`POST of ${copies} copies`, many);
  for (const { pages, residentMiB, peakMiB } of many.memory)
    console.log(`  ${pages} pages: ${residentMiB.toFixed(0)} MiB, at most ${peakMiB.toFixed(0)} MiB`);
}
await writeRecord(options, { steps, ranges, results, ratio, copies: many });

async function* firstPages(): AsyncGenerator<Page> {
  let taken = 0;
  for (const file of files) {
    for await (const page of readWarc(file)) {
      if (taken++ >= maxPages) return;
      yield page;
    }
  }
}

async function byCommand(round: number): Promise<StepFigures> {
  const dataDir = await madeFolder(`command-${round}`);
  const startedAt = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, 'import', '--json', ...files], {
    env: { ...process.env, SITEGREP_DATA_DIR: dataDir },
    maxBuffer: MAX_PRINTED,
  });
  const summaries = stdout
    .trim()
    .split('\n')
    .map(
      (line) => JSON.parse(line) as { type: string; outcomes: Record<string, number>; source_bytes: number },
    )
    .filter(({ type }) => type === 'summary');
  const pages = summaries.reduce((sum, { outcomes }) => sum + (outcomes['stored'] ?? 0), 0);
  const bytes = summaries.reduce((sum, summary) => sum + summary.source_bytes, 0);
  return figuresOf(pages, bytes, startedAt);
}

interface PostFigures extends StepFigures {
  readonly peakMiB: number;
  /** Memory of the server when so many pages were stored. */
  readonly memory: readonly (ResidentMemory & { readonly pages: number })[];
}

/** Posts captures to a server with a new data folder. */
async function post(name: string, bodies: readonly AsyncIterable<Uint8Array>[]): Promise<PostFigures> {
  const server = await startServer(await madeFolder(name), { SITEGREP_LOG_LEVEL: 'error' });
  try {
    const client = new SitegrepClient({ baseUrl: server.url, key: server.key });
    const memory: PostFigures['memory'][number][] = [];
    const startedAt = performance.now();
    let [pages, bytes] = [0, 0];
    for (const body of bodies) {
      for await (const line of client.admin.pages.send({ bytes: body })) {
        if (line.type === 'summary') bytes += line.source_bytes;
        if (line.type !== 'page' || line.outcome !== 'stored') continue;
        pages += 1;
        if (pages % MEASURE_EVERY === 0) memory.push({ pages, ...readMemory(server.pid) });
      }
    }
    return { ...figuresOf(pages, bytes, startedAt), memory, peakMiB: readMemory(server.pid).peakMiB };
  } finally {
    await server.stop();
  }
}

/** The captures again and again as lines of JSON, each time of other hosts. */
async function* linesOf(): AsyncGenerator<Uint8Array> {
  for (let copy = 0; copy < copies; copy++)
    for (const file of files) for await (const page of readWarc(file)) yield lineOf(page, copy);
}

function lineOf({ url, body, headers, fetchedAt, status }: Page, copy: number): Uint8Array {
  const at = new URL(url);
  at.hostname = at.hostname.replace(/^(.*?)(?=\.[^.]+$)/, `$1-v${copy}`);
  const fields: Record<string, string[]> = {};
  for (const [name, value] of headers) (fields[name] ??= []).push(value);
  const line = {
    url: at.href,
    status,
    headers: fields,
    fetched_at: new Date(fetchedAt).toISOString(),
    body_base64: Buffer.from(body).toString('base64'),
  };
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

async function madeFolder(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  return path;
}

function told<Figures extends StepFigures>(name: string, figures: Figures): Figures {
  const { pages, seconds, pagesPerSecond, sourceMBps } = figures;
  console.log(
    `${name}: ${pages} pages in ${seconds.toFixed(1)} s, ${pagesPerSecond.toFixed(0)} pages/s, ${sourceMBps.toFixed(1)} MB/s of source, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  );
  return figures;
}
