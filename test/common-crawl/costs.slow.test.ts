// Costs of reading what is selected from a server with faults, against the fewest requests and bytes that are possible.
import { expect, test } from 'vitest';
import {
  chooseIndex,
  type CrawlIndex,
  crawlsNamed,
  findRecords,
  FoundHosts,
  type FoundRecord,
  HostList,
  listCrawls,
  readPlanned,
  ReadPlan,
  type ReadRecord,
  selectionOf,
} from '@sitegrep/commoncrawl';
import { madeArchive } from '../../packages/commoncrawl/test/made-crawl.ts';
import type { PlacedRecord } from '../../packages/commoncrawl/test/made-warcs.ts';
import { openLoopbackFiles, USER_AGENT } from './loopback-files.ts';
import { serveCrawls } from './server.ts';
import { CRAWL_IDS, crawledSite, threeCrawls } from './three-crawls.ts';

const signal = new AbortController().signal;
const archive = madeArchive(threeCrawls({ sites: 700, pages: 7 }));
/** Five of seven sites, so that there is something between the records that are read. */
const selected = Array.from({ length: 700 }, (_, site) => site).filter((site) => ![3, 5].includes(site % 7));
const HOSTS = selected.map((site) => crawledSite(site));

test('10,000 records of 500 hosts in three crawls cost little more than they must, whatever breaks', async () => {
  await using closers = new AsyncDisposableStack();
  const server = await serveCrawls(archive.files);
  closers.defer(() => server.close());
  const remote = openLoopbackFiles(server.url);
  closers.defer(() => remote.close());
  // Of a hundred requests one is refused for a while, and one breaks off.
  server.fault = ({ number, range }) => {
    if (number % 100 === 50) return { kind: 'status', status: 503, retryAfter: '1' };
    if (number % 100 === 75 && range !== null) return { kind: 'cut', bytes: (range.to - range.from) >> 1 };
    return null;
  };

  const crawls = crawlsNamed(await listCrawls(remote, signal), [...CRAWL_IDS].toReversed());
  expect(crawls.map(({ id }) => id)).toEqual(CRAWL_IDS);
  const read: ReadRecord[] = [];
  const indexes: CrawlIndex[] = [];
  for (const crawl of crawls) {
    const { hosts } = await HostList.of(HOSTS);
    const selection = selectionOf({ kind: 'hosts', hosts, found: new FoundHosts(hosts) }, {});
    const index = await chooseIndex(remote, crawl, selection, signal);
    indexes.push(index);
    const found: FoundRecord[] = [];
    for await (const { records } of findRecords(index, { files: remote, crawl, selection, signal }))
      found.push(...records);
    // Read in four runs, each of which goes on where the one before was stopped.
    const plan = ReadPlan.of(found);
    for (let first = 0; first < plan.size;) {
      for await (const record of readPlanned(remote, plan, { first, signal })) {
        read.push(record);
        first = record.number + 1;
        if (first % Math.ceil(plan.size / 4) === 0) break;
      }
    }
  }

  const wanted = CRAWL_IDS.map((id) => (archive.records.get(id) ?? []).filter(isSelected));
  expect(wanted.flat().length).toBeGreaterThan(10_000);
  const shown = read.map(
    ({ page, outcome }) => `${outcome} ${page?.url} ${page?.fetchedAt} ${textOf(page?.body)}`,
  );
  expect(shown.toSorted()).toEqual(
    wanted
      .flat()
      .map(({ url, time, body }) => `page ${url} ${time} ${body}`)
      .toSorted(),
  );

  const index = CRAWL_IDS.map((id, at) => indexBytes(id, indexes[at] ?? 'urls'));
  const needed = sum(wanted.flat().map(({ length }) => length)) + sum(index.map(({ bytes }) => bytes));
  const fewest =
    sum(wanted.map((records) => fewestReads(records, 1.2))) + sum(index.map(({ requests }) => requests));
  expect(remote.counts.requests / fewest).toBeLessThanOrEqual(1.1);
  expect(remote.counts.bytes / needed).toBeLessThanOrEqual(1.2);
  expect(sum(server.requests.map(({ sent }) => sent)) / needed).toBeLessThanOrEqual(1.2);
  expect(new Set(server.requests.map(({ userAgent }) => userAgent))).toEqual(new Set([USER_AGENT]));
}, 600_000);

function isSelected({ url, subset }: PlacedRecord): boolean {
  return subset === 'warc' && HOSTS.includes(new URL(url).hostname);
}

function textOf(body: Uint8Array | undefined): string {
  return Buffer.from(body ?? []).toString();
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Bytes of an index, all of whose parts have something that is wanted, and requests, one for each file. */
function indexBytes(id: string, index: CrawlIndex): { readonly bytes: number; readonly requests: number } {
  const folder =
    index === 'urls' ? `cc-index/collections/${id}/` : `cc-index/table/cc-main/warc/crawl=${id}/subset=warc/`;
  const files = [...archive.files].filter(([path]) => path.startsWith(folder));
  return { bytes: sum(files.map(([, { length }]) => length)), requests: files.length };
}

/** The fewest ranges that hold all records with at most so many times their bytes: the largest gaps are left out. */
function fewestReads(records: readonly PlacedRecord[], times: number): number {
  const needed = sum(records.map(({ length }) => length));
  const sorted = records.toSorted((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.offset - b.offset,
  );
  const gaps: number[] = [];
  let reads = 0;
  for (const [at, { file, offset }] of sorted.entries()) {
    const before = sorted[at - 1];
    reads++;
    if (before?.file === file) gaps.push(offset - before.offset - before.length);
  }
  let spare = needed * (times - 1);
  for (const gap of gaps.toSorted((a, b) => a - b)) {
    spare -= gap;
    if (spare < 0) break;
    reads--;
  }
  return reads;
}
