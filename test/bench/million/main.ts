// A million of what there can be many of.
//
// Without --pages: a crawl of a million domains whose names lead nowhere: accepted as one upload with junk between, crawled for a
// while, cancelled. Prints times, resident memory and the length of the queue. Exits with 1 if something is not as it has to be:
// counts that don't add up, more jobs in the queue than its window, more memory than its bound.
//
// With --pages: a data folder that grows to so many made pages of 3 KB and more, on a fifth as many domains, by way of 20,000 and
// 100,000 of them. Prints at each step what a put cost, and what a start and searches take.
//
//   npm run bench:million -- [--sites 1000000] [--cancel-after 5000] [--window 4000] [--out FILE.json]
//   npm run bench:million -- --pages 1000000 [--out FILE.json]
//
// Further settings are taken from the environment, e.g. SITEGREP_STORAGE=elasticsearch and SITEGREP_QUEUE=redis for the crawl.
import { rounded } from '../harness/figures.ts';
import { integer, readOptions } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { growPages, type Step } from './pages.ts';
import type { Answers } from './requests.ts';
import { runCrawl } from './run.ts';

/** Maximum growth of the process, threads and queue included. Holding lists and crawls in memory would take gigabytes. */
const MAX_GROWTH_MIB = 250;
/** Pages at which a growing data folder is measured, before it has all. */
const STEPS = [20_000, 100_000];

const options = readOptions(
  {
    sites: integer(1_000_000, 1_000),
    'cancel-after': integer(5_000),
    window: integer(4_000, 100),
    pages: integer(null, 1_000),
  },
  'no files',
);
if (options.pages === null) await crawl();
else await grow(options.pages);

async function crawl(): Promise<void> {
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
}

async function grow(pages: number): Promise<void> {
  const steps: Step[] = [];
  const ends = [...STEPS.filter((step) => step < pages), pages];
  await growPages(temporaryFolder('million'), ends, (step) => {
    steps.push(step);
    console.error(JSON.stringify(step));
  });
  console.table(
    Object.fromEntries(
      steps.map((step) => [
        step.pages,
        {
          'put, processor ms a page': step.lastProcessorMsAPage,
          'put, ms a page': step.lastMsAPage,
          'ready, s': step.readySeconds,
          'disk ÷ source': rounded(step.disk.all / step.sourceMB),
          'resident MiB': step.residentMiB.peak,
        },
      ]),
    ),
  );
  console.log(
    '\nsearches asked for the first time: p50 and p95 in milliseconds; refused ones are counted after a slash',
  );
  const kinds = Object.keys(steps[0]?.requests ?? {});
  console.table(
    Object.fromEntries(
      kinds.map((kind) => [
        kind,
        Object.fromEntries(steps.map(({ pages: size, requests }) => [size, told(requests[kind])])),
      ]),
    ),
  );
  await writeRecord(options, { steps });
}

function told(answers: Answers | undefined): string {
  if (answers === undefined) return '';
  const { p50, p95, refused } = answers;
  return `${p50}, ${p95}${refused === 0 ? '' : ` / ${refused}`}`;
}
