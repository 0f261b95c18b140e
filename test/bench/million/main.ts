// A crawl of a million domains whose names lead nowhere: accepted as one upload with junk between, crawled for a while,
// cancelled. Prints times, resident memory and the length of the queue. Exits with 1 if something is not as it has to be:
// counts that don't add up, more jobs in the queue than its window, more memory than its bound.
//
//   npm run bench:million -- [--sites 1000000] [--cancel-after 5000] [--window 4000] [--out FILE.json]
//
// Further settings are taken from the environment, e.g. SITEGREP_STORAGE=elasticsearch and SITEGREP_QUEUE=redis.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { numberOf } from '../arguments.ts';
import { runRecord } from '../run-record.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { runCrawl } from './run.ts';

const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '1000000' },
    'cancel-after': { type: 'string', default: '5000' },
    window: { type: 'string', default: '4000' },
    out: { type: 'string' },
  },
});

/** Maximum growth of the process, threads and queue included. Holding lists and crawls in memory would take gigabytes. */
const MAX_GROWTH_MIB = 250;
const LOOK_EVERY_MS = 2_000;

const figures = await runCrawl({
  dataDir: temporaryFolder('million'),
  sites: numberOf('sites', values.sites, 1_000),
  cancelAfter: numberOf('cancel-after', values['cancel-after']),
  window: numberOf('window', values.window, 100),
  lookEveryMs: LOOK_EVERY_MS,
  maxGrowthMiB: MAX_GROWTH_MIB,
  progress: (line) => console.error(line),
});

const { residentMiB } = figures;
console.log(`${figures.sites} sites in ${(figures.listBytes / 1e6).toFixed(1)} MB
accepted in       ${figures.acceptSeconds.toFixed(1)} s
crawled           ${figures.sitesASecond.toFixed(0)} sites/s
cancelled         the last site under way left after ${figures.leftSeconds.toFixed(1)} s, all had their outcome after ${figures.cancelSeconds.toFixed(1)} s
outcomes          ${JSON.stringify(figures.outcomes)}
resident memory   ${residentMiB.start.toFixed(0)} MiB at the start, ${residentMiB.accepted.toFixed(0)} when all was accepted, ${residentMiB.most.toFixed(0)} at most
queue             ${figures.longestQueue} jobs waited at most`);
for (const problem of figures.problems) console.log(`WRONG: ${problem}`);
if (values.out !== undefined) {
  await writeFile(values.out, `${JSON.stringify({ ...(await runRecord([])), ...figures }, null, 2)}\n`);
}
process.exitCode = figures.problems.length === 0 ? 0 : 1;
