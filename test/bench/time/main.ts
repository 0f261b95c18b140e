// A year of weekly visits to real sites that change as real sites do: imported into a data folder, with what the visits after the
// first add to each part of it. --beside: the import by the command, in turns with that of another checkout.
//
//   npm run bench:time -- [--sites 2945] [--weeks 52] [--beside DIR] [--rounds 3] [--out FILE.json] FILE.warc.gz…
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { madeYear } from '../../support/made-year/made-year.ts';
import { rounded } from '../harness/figures.ts';
import { integer, readOptions, text } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { readBaseSites } from './base-sites.ts';
import { importBeside } from './beside.ts';
import { addedBytes } from './folder-bytes.ts';
import { importYear } from './import-year.ts';
import { trueChanges } from './true-changes.ts';

const options = readOptions({
  sites: integer(2_945),
  weeks: integer(52, 2),
  beside: text(null),
  rounds: integer(3),
});
const WEEK_MS = 7 * 24 * 3_600_000;

const folder = temporaryFolder('time');
const year = madeYear({
  sites: await readBaseSites(options.files, options.sites),
  seed: 'bench',
  visits: options.weeks,
  everyMs: WEEK_MS,
  from: Date.now() - (options.weeks + 1) * WEEK_MS,
});
const made = trueChanges(year);
console.log(
  `${made.visits} visits, ${made.changed} of which find other labels of the year than the one before`,
);

const dataDir = join(folder, 'data');
await mkdir(dataDir);
const imported = await importYear(year, dataDir);
for (const [name, { visits, pages, unchanged, sourceMB, pagesPerSecond }] of Object.entries(imported))
  console.log(
    `${name}: ${visits} visits, ${pages} pages, ${unchanged} unchanged, ${sourceMB} MB stored, ${pagesPerSecond} pages/s`,
  );
const added = addedBytes(imported.first.bytes, imported.later.bytes);
const largest = Object.entries(added).toSorted(([, a], [, b]) => b - a);
console.table(
  Object.fromEntries(
    largest.map(([part, bytes]) => [part, { added: bytes, aVisit: rounded(bytes / imported.later.visits) }]),
  ),
);

const beside =
  options.beside === null ? null : await importBeside(year, options.beside, options.rounds, folder);
if (beside !== null)
  console.log(
    `beside ${options.beside}: ${beside.speed} × the pages/s, ${beside.processor} × by processor time`,
  );
await writeRecord(options, { made, imported, added, beside });
