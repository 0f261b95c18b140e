// Imports captures: the steps alone, all of them together in this process, the same captures again, and captures by the command
// and over HTTP into a running server.
// The last two alternate, so that what else the machine does falls on both. --copies: of the captures, posted at the end as pages
// of other hosts, to measure memory over many pages.
//
//   npm run bench:import -- [--pages N] [--rounds 2] [--copies N] [--out FILE.json] FILE.warc.gz…
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { SitegrepClient } from '@sitegrep/client';
import { loadConfig } from '@sitegrep/config';
import { importPages } from '@sitegrep/intake';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { readWarc } from '@sitegrep/warc';
import { openAnalysis } from '../../../apps/cli/src/instance.ts';
import { MAIN, startServer } from '../../support/server-process.ts';
import { numberOf, refuse } from '../arguments.ts';
import { readMemory } from '../resident.ts';
import { runRecord } from '../run-record.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { postCopies } from './many-copies.ts';
import { analyseAll, figuresOf, readAll, type StepFigures, writeAll } from './steps.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: 'Infinity' },
    rounds: { type: 'string', default: '2' },
    copies: { type: 'string', default: '0' },
    out: { type: 'string' },
  },
});
if (files.length === 0) refuse('name at least one WARC file');
const maxPages = values.pages === 'Infinity' ? Infinity : numberOf('pages', values.pages);
const rounds = numberOf('rounds', values.rounds, 0);
const copies = numberOf('copies', values.copies, 0);
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
  const { domains } = storage;
  const all = { domains, analysis, maxSiteBytes: config.maxSiteBytes, concurrency };
  let startedAt = performance.now();
  const { outcomes, sourceBytes } = await importPages(firstPages(), all);
  steps['all'] = told('all', figuresOf(outcomes.stored, sourceBytes, startedAt));
  startedAt = performance.now();
  const again = await importPages(firstPages(), all);
  steps['again'] = told('the same again', figuresOf(again.outcomes.unchanged, sourceBytes, startedAt));
}

/** Bytes that the command prints at most. */
const MAX_PRINTED = 2 ** 28;

interface Round {
  readonly command: StepFigures;
  readonly post: StepFigures & { readonly peakMiB: number };
  readonly load: number;
}
const results: Round[] = [];
/** Rounds with whole files alone, as the command reads them. */
const wholeRounds = maxPages === Infinity ? rounds : 0;
for (let round = 0; round < wholeRounds; round++) {
  const command = told('sitegrep import', await byCommand(round));
  const post = await byPost(round);
  told('POST /admin/pages', post);
  results.push({ command, post, load: loadavg()[0] ?? 0 });
}
const ratio = median(results.map(({ command, post }) => post.pagesPerSecond / command.pagesPerSecond));
if (results.length > 0) console.log(`POST ${ratio.toFixed(2)} × the pages/s of the command`);
const many = copies === 0 ? null : await postCopies(files, copies, await madeFolder('copies'));
if (many !== null) {
  told(`POST of ${copies} copies`, many);
  for (const { pages, residentMiB, peakMiB } of many.memory)
    console.log(`  ${pages} pages: ${residentMiB.toFixed(0)} MiB, at most ${peakMiB.toFixed(0)} MiB`);
}
const record = { ...(await runRecord(files)), steps, results, ratio, copies: many };
if (values.out !== undefined) await writeFile(values.out, `${JSON.stringify(record, null, 2)}\n`);

async function* firstPages() {
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

async function byPost(round: number): Promise<StepFigures & { readonly peakMiB: number }> {
  const server = await startServer(await madeFolder(`post-${round}`), { SITEGREP_LOG_LEVEL: 'error' });
  try {
    const client = new SitegrepClient({ baseUrl: server.url, key: server.key });
    const startedAt = performance.now();
    let [pages, bytes] = [0, 0];
    for (const file of files) {
      for await (const line of client.admin.pages.send({ bytes: createReadStream(file) })) {
        if (line.type === 'page' && line.outcome === 'stored') pages += 1;
        if (line.type === 'summary') bytes += line.source_bytes;
      }
    }
    const figures = figuresOf(pages, bytes, startedAt);
    return { ...figures, peakMiB: readMemory(server.pid).peakMiB };
  } finally {
    await server.stop();
  }
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

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}
