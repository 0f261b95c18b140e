// An import of three crawls from a server with Common Crawl's shapes, which fails now and then, while the process is killed: each record
// is imported once, with hardly more requests and bytes than it takes besides what a kill costs, and the history is that of a plain model.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SitegrepClient } from '@sitegrep/client';
import { expect, onTestFinished, test } from 'vitest';
import { madeArchive } from '../../packages/commoncrawl/test/made-crawl.ts';
import { serveCrawls, type CrawlFault } from '../common-crawl/server.ts';
import { CRAWL_IDS, crawledSite, threeCrawls } from '../common-crawl/three-crawls.ts';
import { startServer, type RunningServer } from '../support/server-process.ts';

const IS_LONG = process.env['TEST_CHAOS'] === 'long';
const SITES = IS_LONG ? 500 : 150;
const PAGES = 7;
const KILLS = 10;
const DAMAGED = 5;
/** Bytes of the records that are on their way into the storage at a time, at most: they weigh in a short run. */
const UNDER_WAY_BYTES = IS_LONG ? 0 : 500_000;

const CRAWLS = threeCrawls({ sites: SITES, pages: PAGES });
const ALL = CRAWLS.flatMap(({ records }) => records);
/** Times at which the process is killed, as shares of all records; the first one while records are found. */
const KILLED_AT = Array.from({ length: KILLS }, (_, kill) => Math.floor((kill * ALL.length) / (KILLS + 1)));

function clientOf({ url, key }: RunningServer): SitegrepClient {
  return new SitegrepClient({ baseUrl: url, key });
}

async function reached(server: RunningServer, records: number) {
  for (;;) {
    const { run } = await clientOf(server).admin.commonCrawl.last();
    if (run === null) throw new Error('there is no import');
    if (run.records >= records || ['finished', 'stopped', 'failed'].includes(run.state)) return run;
    await delay(50);
  }
}

/** Gaps that are no longer than the headers of a request and of its answer cost nothing, in bytes. */
const FREE_GAP = 1_024;

interface Costs {
  readonly requests: number;
  readonly bytes: number;
}

/** The bytes that records take with the gaps that cost nothing, and the fewest requests if a fifth more of them come. */
function fewestCosts(spans: readonly { file: string; offset: number; length: number }[]): Costs {
  const sorted = spans.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.offset - b.offset));
  const gaps: number[] = [];
  let files = 0;
  for (const [at, { file, offset }] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before?.file !== file) files++;
    else gaps.push(offset - before.offset - before.length);
  }
  const needed = spans.reduce((sum, { length }) => sum + length, 0);
  const free = gaps.filter((gap) => gap <= FREE_GAP);
  const bytes = free.reduce((sum, gap) => sum + gap, needed);
  let [extra, requests] = [0, files + gaps.length - free.length];
  for (const gap of gaps.filter((one) => one > FREE_GAP).toSorted((a, b) => a - b)) {
    extra += gap;
    if (extra > bytes / 5) break;
    requests--;
  }
  return { requests, bytes };
}

/** Times in seconds at which each version of a page was found first. */
function versionsOf(url: string): readonly string[] {
  const versions: { body: string; first: number }[] = [];
  for (const { records } of CRAWLS) {
    const found = records.find((record) => record.url === url);
    if (found !== undefined && versions.at(-1)?.body !== found.body)
      versions.push({ body: found.body, first: found.time });
  }
  return versions.map(
    ({ first }) => `${new Date(first).toISOString().slice(0, 19).replace('T', ' ')} +00:00`,
  );
}

/** Shops with the first crawl in which one of their pages loads the script, if it was there before without it. */
function addedScripts(): ReadonlyMap<string, string> {
  const added = new Map<string, string>();
  for (let site = 0; site < SITES; site += 4) {
    const domain = crawledSite(site);
    const crawl = CRAWLS.findIndex(({ records }) =>
      records.some(({ url, body }) => new URL(url).host === domain && body.includes('cdn.checkout.example')),
    );
    const first = CRAWLS[crawl]?.records.filter(({ url }) => new URL(url).host === domain) ?? [];
    added.set(domain, new Date(first[0]?.time ?? 0).toISOString().slice(0, 10));
  }
  return added;
}

test(
  'three crawls are imported once each, whatever fails and is killed',
  { timeout: 1_800_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-kill-commoncrawl-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const { files, records } = madeArchive(CRAWLS);
    const placed = [...records.values()].flat();
    // Some records are damaged where nobody else reads.
    for (const { file, offset, length } of placed.slice(0, DAMAGED))
      files.get(file)?.fill(0xff, offset + 20, offset + Math.min(length, 60));
    const archive = await serveCrawls(files);
    onTestFinished(() => archive.close());
    let faults = 0;
    archive.fault = ({ number }): CrawlFault | null => {
      if (number % 13 !== 0 && number % 17 !== 0) return null;
      faults++;
      return number % 13 === 0
        ? { kind: 'status', status: 503, retryAfter: '1' }
        : { kind: 'cut', bytes: 20_000 };
    };
    const settings = {
      SITEGREP_LOG_LEVEL: 'warn',
      SITEGREP_COMMONCRAWL_URL: archive.url,
      SITEGREP_ALLOWED_ADDRESSES: '127.0.0.1/32',
      SITEGREP_KEEP_VERSIONS: '5',
      SITEGREP_CONTACT: 'https://contact.example/',
    };
    let server = await startServer(dataDir, settings);
    onTestFinished(() => server.stop());
    const hosts = Array.from({ length: SITES }, (_, site) => crawledSite(site));
    await clientOf(server).admin.commonCrawl.start({ crawls: CRAWL_IDS.toReversed(), hosts });
    for (const share of KILLED_AT) {
      const before = await reached(server, share);
      expect(['finding', 'reading', 'waiting']).toContain(before.state);
      await server.kill();
      server = await startServer(dataDir, settings);
      const { run } = await clientOf(server).admin.commonCrawl.last();
      expect(run?.records).toBeGreaterThanOrEqual(before.records);
    }
    const end = await reached(server, Infinity);
    expect(end).toMatchObject({ state: 'finished', reason: null, missing: { count: 0 } });
    expect(end.records).toBe(ALL.length);
    expect(end.found.records).toBe(ALL.length);
    expect(end.outcomes['damaged']).toBe(DAMAGED);

    const reads = archive.requests.filter(({ path }) => path.endsWith('.warc.gz'));
    const fewest = fewestCosts(placed);
    const ofIndexes = archive.requests.filter(({ path }) => !path.endsWith('.warc.gz'));
    const bytes = end.sent.bytes - ofIndexes.reduce((sum, { sent }) => sum + sent, 0);
    // Records that are not durable at a kill are read again, of two files at most.
    const again = 2 * KILLS + faults;
    process.stdout.write(
      `${reads.length} requests, ${bytes} bytes, fewest: ${JSON.stringify(fewest)}, faults: ${faults}\n`,
    );
    expect(reads.length - again).toBeLessThanOrEqual(1.1 * fewest.requests);
    expect(bytes).toBeLessThanOrEqual(1.2 * fewest.bytes + KILLS * UNDER_WAY_BYTES);
    expect(new Set(archive.requests.map(({ userAgent }) => userAgent))).toEqual(
      new Set([expect.stringContaining('https://contact.example/')]),
    );

    const client = clientOf(server);
    const damaged = new Set(placed.slice(0, DAMAGED).map(({ url }) => url));
    const urls = new Set(ALL.map(({ url }) => url));
    for (const url of urls) {
      if (damaged.has(url)) continue;
      const { items } = await client.domains.versions(new URL(url).host, { url });
      expect({ url, versions: items.map(({ first_seen }) => first_seen).toReversed() }).toEqual({
        url,
        versions: versionsOf(url),
      });
    }
    const added = new Map<string, string>();
    for await (const item of client.query.export({ level: 'change', q: 'added:host:cdn.checkout.example' })) {
      if (item.type !== 'change_item') throw new Error('no change');
      expect(added.has(item.domain)).toBe(false);
      added.set(item.domain, item.at.slice(0, 10));
    }
    expect(added).toEqual(addedScripts());
    const removed = await client.query.search({ level: 'change', q: 'removed:host:cdn.checkout.example' });
    expect(removed.total_count).toBe(0);
  },
);
