// Single pages of one site: one page more on sites with more and more stored pages, one page replaced of a thousand, and a feed of
// single pages from several clients. Each goes the way of an import: it is analysed, folded with what is stored, and written. Pages
// are made. Prints processor and wall time a page, and the bytes that go to the disk.
//
//   npm run bench:pages -- [--stored 2,51,103,205,1000] [--page-bytes 64000] [--rounds 15] [--feed 20000] [--feed-bytes 4000]
//     [--clients 10] [--seconds 300] [--out FILE.json]
//
// --seconds: time after which the feed ends, however many pages it has written.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@sitegrep/config';
import { importPages, SiteWriter } from '@sitegrep/intake';
import type { Page } from '@sitegrep/site';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { openAnalysis } from '../../../apps/cli/src/instance.ts';
import { rounded, summary } from '../harness/figures.ts';
import { integer, readOptions, text } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { captured, changedPages, Writing } from './single-pages.ts';

const options = readOptions(
  {
    stored: text('2,51,103,205,1000'),
    'page-bytes': integer(64_000, 3_200),
    rounds: integer(15),
    feed: integer(20_000, 0),
    'feed-bytes': integer(4_000, 3_200),
    clients: integer(10),
    seconds: integer(300),
  },
  'no files',
);
/** Sources of a site: the most that can be set. */
const MAX_SITE_BYTES = 256 << 20;
const NOTHING = { seconds: 0, processorMs: 0 };

await using closers = new AsyncDisposableStack();
const folder = temporaryFolder('pages');
const analysis = openAnalysis(loadConfig({}), closers);
const more: Record<string, object> = {};
for (const stored of options.stored.split(',').map(Number)) {
  const name = `site-${stored}`;
  more[stored] = await inStorage(name, (writing) => onePageMore(writing, stored));
  console.error(`${name}: ${JSON.stringify(more[stored])}`);
}
console.table(more);
const feed = options.feed === 0 ? null : await inStorage('feed', feedPages);
if (feed !== null) console.table(feed);
await writeRecord(options, { pageBytes: options['page-bytes'], more, feed });

/** Does a work in a data folder of its own. */
async function inStorage<Value>(name: string, work: (writing: Writing) => Promise<Value>): Promise<Value> {
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  try {
    const sites = new SiteWriter({ domains: storage.domains, maxSiteBytes: MAX_SITE_BYTES });
    const write = async (pages: AsyncIterable<Page>): Promise<string> => {
      const { outcomes } = await importPages(pages, { sites, analysis, concurrency: 4 });
      return Object.entries(outcomes)
        .filter(([, count]) => count > 0)
        .map(([outcome, count]) => `${count} ${outcome}`)
        .join(', ');
    };
    return await work(new Writing(write));
  } finally {
    await storage.close();
  }
}

/** Adds pages to a site, each alone, and replaces pages of it. */
async function onePageMore(writing: Writing, stored: number): Promise<object> {
  const bytes = options['page-bytes'];
  const site = 1;
  const all = captured(site, stored + options.rounds, bytes);
  await writing.write(all.slice(0, stored));
  const added = await writing.each(all.slice(stored));
  const others = changedPages(site, stored, bytes, options.rounds);
  // An analysis takes the bytes of a page with it.
  const pageBytes = others.reduce((sum, { body }) => sum + body.length, 0) / others.length;
  const replaced = await writing.each(others);
  return {
    'more, processor ms': added.processorMs,
    'more, ms': added.ms,
    'more, KB put': rounded(added.putBytes / 1e3),
    'replaced, processor ms': replaced.processorMs,
    'replaced, KB put': rounded(replaced.putBytes / 1e3),
    'replaced, put ÷ page': rounded(replaced.putBytes / pageBytes),
    'replaced, on disks ÷ page': rounded(replaced.diskBytes / pageBytes),
  };
}

/** Pages of one site come one by one, each from the client that is free. */
async function feedPages(writing: Writing): Promise<object> {
  const all = captured(2, options.feed, options['feed-bytes']);
  const until = performance.now() + options.seconds * 1e3;
  const left = all.values();
  const times: number[] = [];
  const marks: { readonly seconds: number; readonly processorMs: number }[] = [];
  let failed: unknown = null;
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const client = async (): Promise<void> => {
    for (const page of left) {
      const sentAt = performance.now();
      if (sentAt > until || failed !== null) return;
      try {
        await writing.write([page]);
      } catch (error) {
        failed = error;
        return;
      }
      times.push(performance.now() - sentAt);
      const { user, system } = process.cpuUsage(cpu);
      marks.push({ seconds: (performance.now() - startedAt) / 1e3, processorMs: (user + system) / 1e3 });
    }
  };
  await Promise.all(Array.from({ length: options.clients }, client));
  const count = Math.floor(marks.length / 2);
  const half = marks[count - 1] ?? NOTHING;
  const end = marks.at(-1) ?? NOTHING;
  return {
    pages: marks.length,
    'of them wanted': options.feed,
    failed: failed instanceof Error ? failed.message : null,
    'first half, s': rounded(half.seconds),
    'second half, s': rounded(end.seconds - half.seconds),
    'first half, processor ms a page': rounded(half.processorMs / count),
    'second half, processor ms a page': rounded(
      (end.processorMs - half.processorMs) / (marks.length - count),
    ),
    ...summary(times),
  };
}
