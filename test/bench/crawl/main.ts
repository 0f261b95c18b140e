// The whole crawl, from a list to pages that can be found, beside what one would put together otherwise: Crawlee's
// CheerioCrawler, wappalyzer-core and SQLite's FTS5. The same pages over loopback, through the
// same proxy, the replay in a process of its own. Ours takes a tenth of the time of the other, so it crawls as often before
// it as behind it: what slows the machine down for a while meets both. Prints where our time goes.
//
//   npm run bench:crawl -- [--sites N] [--reference-sites N] [--turns N] [--setting NAME=VALUE]… [--out FILE.json] FILE…
//   npm run bench:crawl -- --pages 20000 FILE.warc.gz…
//
// --sites: how many of the captured ones. --reference-sites: for the other crawler, which takes long; 0: without it.
// --turns: crawls of ours, half of them before the other one: 4, or 1 where there is no other one.
// --pages: instead of the comparison, so many pages in one crawl, copies of the sites at domains of their own: memory over
// time. Exits with 1 if a page is missing in the end. --setting: for our process.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { numberOf, refuse } from '../arguments.ts';
import { runRecord } from '../run-record.ts';
import type { CrawlFigures } from './figures.ts';
import { crawlByOwn, type OwnFigures } from './own-crawl.ts';
import { crawlByReference } from './reference.ts';
import { startReplay } from './replay.ts';
import { reportComparison, reportMemory, reportSteps } from './report.ts';
import { allTurns } from './turns.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    sites: { type: 'string', default: 'Infinity' },
    'reference-sites': { type: 'string', default: 'Infinity' },
    turns: { type: 'string' },
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
const turns = numberOf('turns', values.turns ?? (isCompared ? '4' : '1'));
const settings = Object.fromEntries(values.setting.map(parseSetting));

/** Copies of every site that are at hand for --pages: sites of which one in so many is captured are enough. */
const MOST_COPIES = 100;

const replay = await startReplay({ files, sites, copies: pages === null ? 1 : MOST_COPIES });
try {
  const urls = replay.urls.slice(0, pages ?? replay.urls.length);
  if (pages !== null && urls.length < pages) refuse(`--pages: there are ${urls.length} at most`);
  const crawls: OwnFigures[] = [];
  const crawlUntil = async (count: number): Promise<void> => {
    while (crawls.length < count) crawls.push(await crawlByOwn(urls, replay.proxy, settings));
  };
  await crawlUntil(Math.ceil(turns / 2));
  const reference = isCompared ? await crawlByReference(urls.slice(0, referenceSites), replay.proxy) : null;
  await crawlUntil(turns);
  const own = allTurns(crawls);
  report(own, reference);
  if (values.out !== undefined) {
    const record = {
      ...(await runRecord(files)),
      sites: urls.length,
      settings,
      own,
      turns: crawls,
      reference,
    };
    await writeFile(values.out, `${JSON.stringify(record, null, 2)}\n`);
  }
  process.exitCode = own.pages === turns * urls.length ? 0 : 1;
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
