// A crawl of a million domains whose names lead nowhere: accepted as one upload with junk between, crawled for a while,
// cancelled. Prints times, resident memory and the length of the queue. Exits with 1 if something is not as it has to be:
// counts that don't add up, more jobs in the queue than its window, more memory than its bound.
//
//   npm run bench:million -- [--sites 1000000] [--cancel-after 5000] [--window 4000] [--out FILE.json]
//
// Further settings are taken from the environment, e.g. SITEGREP_STORAGE=elasticsearch and SITEGREP_QUEUE=redis.
import { integer, readOptions } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { runCrawl } from './run.ts';

/** Maximum growth of the process, threads and queue included. Holding lists and crawls in memory would take gigabytes. */
const MAX_GROWTH_MIB = 250;

const options = readOptions(
  { sites: integer(1_000_000, 1_000), 'cancel-after': integer(5_000), window: integer(4_000, 100) },
  'no files',
);
const { sites } = options;
const figures = await runCrawl({
  dataDir: temporaryFolder('million'),
  sites,
  cancelAfter: options['cancel-after'],
  window: options.window,
  maxGrowthMiB: MAX_GROWTH_MIB,
  progress: (line) => console.error(line),
});
console.table({
  'list, MB': Math.round(figures.listBytes / 1e6),
  'accepted in, s': figures.acceptSeconds,
  'crawled, sites/s': figures.sitesASecond,
  'last site under way left after, s': figures.leftSeconds,
  'all had their outcome after, s': figures.cancelSeconds,
  'resident MiB at the start': figures.residentMiB.start,
  'resident MiB at most': figures.residentMiB.most,
  'jobs that waited at most': figures.longestQueue,
  ...figures.outcomes,
});
for (const problem of figures.problems) console.log(`WRONG: ${problem}`);
await writeRecord(options, { sites, ...figures });
process.exitCode = figures.problems.length === 0 ? 0 : 1;
