// A year of weekly visits to real sites that change as real sites do: imported into a data folder, with what the visits after the
// first add to each part of it. --keep: with SITEGREP_KEEP_VERSIONS. --beside: the import by the command, in turns with that of
// another checkout, which keeps no versions. --changes: a folder with so many made changes instead.
//
//   npm run bench:time -- [--sites 2945] [--weeks 52] [--keep 10] [--beside DIR] [--rounds 3] [--out FILE.json] FILE.warc.gz…
//   npm run bench:time -- --changes 10000000 [--out FILE.json]
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningServer, startServer } from '../../support/server-process.ts';
import { madeYear } from '../../support/made-year/made-year.ts';
import { rounded } from '../harness/figures.ts';
import { integer, readOptions, refuse, text } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { readBaseSites } from './base-sites.ts';
import { importBeside } from './beside.ts';
import { fillChanges } from './fill-changes.ts';
import { AdditionCounts, askForChanges, askForHistories } from './change-questions.ts';
import { changeBytes, domainsIn } from './change-bytes.ts';
import { addedBytes, type FolderBytes, folderBytes } from './folder-bytes.ts';
import { importYear } from './import-year.ts';
import { drawnAdditions } from './made-changes.ts';
import { trueChanges } from './true-changes.ts';
import { versionBytes } from './version-bytes.ts';

const options = readOptions(
  {
    sites: integer(2_945),
    weeks: integer(52, 2),
    beside: text(null),
    rounds: integer(3),
    changes: integer(0, 1_000),
    keep: text('none'),
  },
  'files or none',
);
const WEEK_MS = 7 * 24 * 3_600_000;
/** Changes of each domain with made ones, and years in which they happen. */
const CHANGES_A_DOMAIN = 200;
const YEARS = 4;
/** Additions that are searched for. */
const ADDITIONS = 100;
/** Histories that are read. */
const HISTORIES = 500;

const folder = temporaryFolder('time');
const dataDir = join(folder, 'data');
await mkdir(dataDir);
const measured = options.changes > 0 ? await manyChanges() : await wholeYear();
await writeRecord(options, measured);

async function wholeYear(): Promise<object> {
  if (options.files.length === 0) refuse('name at least one WARC file, or --changes');
  const year = madeYear({
    sites: await readBaseSites(options.files, options.sites),
    seed: 'bench',
    visits: options.weeks,
    everyMs: WEEK_MS,
    from: Date.now() - (options.weeks + 1) * WEEK_MS,
  });
  const made = trueChanges(year);
  console.log(`${made.visits} visits, ${made.changed} of which find other labels than the one before`);
  const imported = await importYear(year, dataDir, options.weeks, options.keep);
  for (const [name, part] of Object.entries(imported)) {
    const { visits, pages, unchanged, sourceMB, pagesPerSecond, processorMsPerPage } = part;
    console.log(
      `${name}: ${visits} visits, ${pages} pages, ${unchanged} unchanged, ${sourceMB} MB stored, ${pagesPerSecond} pages/s, ` +
        `${processorMsPerPage} ms of processor time a page, ${part.versions} versions of ${part.versionBytes} bytes`,
    );
  }
  const added = addedBytes(imported.first.bytes, imported.later.bytes);
  tell(added, imported.later.visits, 'a visit');
  const remembered = changeBytes(dataDir, imported.later.bytes);
  console.table(remembered);
  const versions = versionBytes(dataDir, imported.later.bytes);
  if (versions !== null) console.log('versions', versions);
  const stored = domainsIn(dataDir, HISTORIES);
  const histories = await served((server) => askForHistories(server, stored));
  console.table({ 'histories, in ms': histories });
  const beside = options.beside === null ? null : await importBeside(year, options.beside, options, folder);
  if (beside !== null)
    console.log(
      `beside ${options.beside}: ${beside.speed} × the pages/s, ${beside.processor} × by processor time`,
    );
  return { made, imported, added, remembered, versions, histories, beside };
}

async function manyChanges(): Promise<object> {
  const until = Math.floor(Date.now() / 1e3);
  const { changes } = options;
  const domains = Math.ceil(changes / CHANGES_A_DOMAIN);
  const plan = { changes, domains, from: until - YEARS * 365 * 24 * 3_600, until };
  const counts = new AdditionCounts(drawnAdditions(plan, ADDITIONS, 'bench'));
  const filled = await fillChanges(dataDir, plan, 'bench', (record) => counts.add(record));
  console.log(
    `${filled.domains} documents in ${filled.documentSeconds} s, ${filled.changes} changes in ${filled.changeSeconds} s`,
  );
  const bytes = folderBytes(dataDir);
  const remembered = changeBytes(dataDir, bytes);
  console.table(remembered);
  const answered = await served((server) => askForChanges(server, counts));
  console.table(answered.times);
  for (const problem of answered.wrong) console.log(`WRONG: ${problem}`);
  if (answered.wrong.length > 0) process.exitCode = 1;
  return { filled, bytes, remembered, answered };
}

/** Runs the complete command on the data folder while something is asked. */
async function served<Answer>(ask: (server: RunningServer) => Promise<Answer>): Promise<Answer> {
  const server = await startServer(dataDir, { SITEGREP_LOG_LEVEL: 'warn' });
  try {
    return await ask(server);
  } finally {
    await server.stop();
  }
}

/** Prints bytes of parts, the largest first. */
function tell(bytes: FolderBytes, count: number, unit: string): void {
  const largest = Object.entries(bytes).toSorted(([, a], [, b]) => b - a);
  console.table(
    Object.fromEntries(largest.map(([part, size]) => [part, { bytes: size, [unit]: rounded(size / count) }])),
  );
}
