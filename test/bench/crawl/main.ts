// Measures an entire crawl, from a list to searchable pages, beside the parts that one would otherwise combine: Crawlee's
// CheerioCrawler, wappalyzer-core and SQLite's FTS5. Both crawl the same pages over loopback through the same proxy, which
// replays them from a process of its own. Ours takes a tenth of the time, so it crawls as often before the other one as
// after it: then what slows the machine down for a while meets both.
//
//   npm run bench:crawl -- [--sites N] [--reference-sites N] [--times N] [--setting NAME=VALUE]… [--out FILE.json] FILE…
//   npm run bench:crawl -- --pages 20000 FILE.warc.gz…
//
// --sites: number of captured sites to crawl. --reference-sites: the same for the other crawler; 0 leaves it out.
// --times: crawls of ours, half of them before the other one; 4, or 1 without the other one.
// --setting: a setting of our process. Exits with 1 if a page is missing at the end.
// --pages: instead of the comparison, one crawl of this many pages, copies of the sites at domains of their own, which
// shows memory over time.
import { openTemporaryIndex } from '../../support/temporary-index.ts';
import { askChild, startChild } from '../harness/child.ts';
import { integer, readOptions, refuse, settings } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';
import type { CrawlFigures, OwnFigures } from './crawl-figures.ts';
import { allCrawls, crawlByOwn } from './own-crawl.ts';
import type { ReferenceReport, ReferenceRequest } from './reference-crawl.ts';
import type { ReplayReady, ReplayRequest } from './replay-server.ts';
import { reportComparison, reportMemory, reportSteps } from './report.ts';

const options = readOptions({
  sites: integer(Infinity),
  'reference-sites': integer(Infinity, 0),
  times: integer(null),
  pages: integer(null),
  setting: settings,
});
const { files, sites, pages, 'reference-sites': referenceSites } = options;
const isCompared = pages === null && referenceSites > 0;
const times = options.times ?? (isCompared ? 4 : 1);

/** Copies of every site that are at hand for --pages: sites of which one in so many is captured are enough. */
const MAX_COPIES = 100;

await using replay = startChild(new URL('./replay-server.ts', import.meta.url));
const request: ReplayRequest = { files, sites, copies: pages === null ? 1 : MAX_COPIES };
replay.process.send(request);
const { proxy, urls: all } = (await replay.told()) as ReplayReady;
const urls = all.slice(0, pages ?? all.length);
if (pages !== null && urls.length < pages) refuse(`--pages: there are ${urls.length} at most`);
const crawls: OwnFigures[] = [];
await crawlUntil(Math.ceil(times / 2));
const reference = isCompared ? await crawlByReference(urls.slice(0, referenceSites)) : null;
await crawlUntil(times);
const own = allCrawls(crawls);
reportComparison(own, reference);
reportSteps(own);
reportMemory(own);
await writeRecord(options, { sites: urls.length, settings: options.setting, own, crawls, reference });
process.exitCode = own.pages === times * urls.length ? 0 : 1;

async function crawlUntil(count: number): Promise<void> {
  while (crawls.length < count) crawls.push(await crawlByOwn(urls, proxy, options.setting));
}

/** Runs reference-crawl.ts on a new data folder. */
async function crawlByReference(some: readonly string[]): Promise<CrawlFigures> {
  const temporary = await openTemporaryIndex('sqlite');
  try {
    const task: ReferenceRequest = { urls: some, proxy, dataDir: temporary.settings.SITEGREP_DATA_DIR };
    return (await askChild(new URL('./reference-crawl.ts', import.meta.url), task)) as ReferenceReport;
  } finally {
    await temporary.remove();
  }
}
