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
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { numberOf, refuse } from '../arguments.ts';
import { runRecord } from '../run-record.ts';
import type { CrawlFigures } from './figures.ts';
import { crawlByOwn, type OwnFigures } from './own-crawl.ts';
import { crawlByReference } from './reference.ts';
import { startReplay } from './replay.ts';
import { reportComparison, reportMemory, reportSteps } from './report.ts';
import { allCrawls } from './all-crawls.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    sites: { type: 'string', default: 'Infinity' },
    'reference-sites': { type: 'string', default: 'Infinity' },
    times: { type: 'string' },
    pages: { type: 'string' },
    setting: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
  },
});
if (files.length === 0) refuse('name at least one WARC file');
const sites = mostOf('sites', values.sites, 1);
const referenceSites = mostOf('reference-sites', values['reference-sites'], 0);
const pages = values.pages === undefined ? null : numberOf('pages', values.pages);
const isCompared = pages === null && referenceSites > 0;
const times = numberOf('times', values.times ?? (isCompared ? '4' : '1'));
const settings = Object.fromEntries(values.setting.map(parseSetting));

/** Copies of every site that are at hand for --pages: sites of which one in so many is captured are enough. */
const MAX_COPIES = 100;

const replay = await startReplay({ files, sites, copies: pages === null ? 1 : MAX_COPIES });
try {
  const urls = replay.urls.slice(0, pages ?? replay.urls.length);
  if (pages !== null && urls.length < pages) refuse(`--pages: there are ${urls.length} at most`);
  const crawls: OwnFigures[] = [];
  const crawlUntil = async (count: number): Promise<void> => {
    while (crawls.length < count) crawls.push(await crawlByOwn(urls, replay.proxy, settings));
  };
  await crawlUntil(Math.ceil(times / 2));
  const reference = isCompared ? await crawlByReference(urls.slice(0, referenceSites), replay.proxy) : null;
  await crawlUntil(times);
  const own = allCrawls(crawls);
  report(own, reference);
  if (values.out !== undefined) {
    const record = {
      ...(await runRecord(files)),
      sites: urls.length,
      settings,
      own,
      crawls,
      reference,
    };
    await writeFile(values.out, `${JSON.stringify(record, null, 2)}\n`);
  }
  process.exitCode = own.pages === times * urls.length ? 0 : 1;
} finally {
  await replay.stop();
}

function report(own: OwnFigures, reference: CrawlFigures | null): void {
  reportComparison(own, reference);
  reportSteps(own);
  reportMemory(own);
}

function mostOf(option: string, text: string, least: number): number {
  return text === 'Infinity' ? Infinity : numberOf(option, text, least);
}

function parseSetting(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (!text.startsWith('SITEGREP_') || at === -1) refuse(`--setting takes SITEGREP_NAME=VALUE, not ${text}`);
  return [text.slice(0, at), text.slice(at + 1)];
}
