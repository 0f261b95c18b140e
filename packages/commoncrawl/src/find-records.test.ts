import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { MadeCrawl } from '../test/crawl-shapes.ts';
import { madeArchive, type MadeArchive } from '../test/made-crawl.ts';
import type { PlacedRecord } from '../test/made-warcs.ts';
import { MemoryFiles } from '../test/memory-files.ts';
import { sampleCrawl, siteName } from '../test/sample-crawl.ts';
import { CRAWL_INDEXES, chooseIndex, type CrawlIndex, findRecords } from './find-records.ts';
import type { FindPosition } from './found-batch.ts';
import type { FoundRecord } from './found-record.ts';
import { FoundHosts, HostList } from './host-list.ts';
import { type SelectedSites, selectionOf, sitesBelow, type WrittenSelection } from './selection.ts';

const ID = 'CC-MAIN-2026-04';
const CRAWL = { id: ID, title: ID, from: 0, to: 0 };
const signal = new AbortController().signal;
const archive = madeArchive([sampleCrawl(ID, 120)]);

async function hostsOf(names: readonly string[]): Promise<Extract<SelectedSites, { kind: 'hosts' }>> {
  const { hosts } = await HostList.of(names);
  return { kind: 'hosts', hosts, found: new FoundHosts(hosts) };
}

async function foundIn(
  index: CrawlIndex,
  sites: SelectedSites,
  written: WrittenSelection = {},
  { files }: MadeArchive = archive,
): Promise<readonly FoundRecord[]> {
  const options = {
    files: new MemoryFiles(files),
    crawl: CRAWL,
    selection: selectionOf(sites, written),
    signal,
  };
  const batches = await Array.fromAsync(findRecords(index, options));
  return batches.flatMap(({ records }) => records);
}

/** URLs with what a record says, in an order of their own. */
function shown(records: readonly FoundRecord[]): readonly string[] {
  return records
    .map(
      (each) =>
        `${each.url} ${each.time} ${each.status} ${each.languages} ${each.isTruncated} ${each.subset} ${each.file} ${each.offset} ${each.length}`,
    )
    .toSorted();
}

/** The records that are there, read off the made ones. */
function model(isWanted: (record: PlacedRecord, host: string, path: string) => boolean): readonly string[] {
  const wanted = (archive.records.get(ID) ?? []).filter((record) => {
    const { hostname, port, pathname, search } = new URL(record.url);
    return port === '' && record.status === 200 && isWanted(record, hostname, pathname + search);
  });
  return wanted
    .map(
      (each) =>
        `${each.url} ${each.time} 200 ${each.languages ?? ''} ${each.isTruncated ?? false} ${each.subset} ${each.file} ${each.offset} ${each.length}`,
    )
    .toSorted();
}

const isPage = ({ subset, mime }: PlacedRecord): boolean => subset === 'warc' && mime === 'text/html';
const isBelow = (host: string, site: string): boolean => host === site || host.endsWith(`.${site}`);

describe.each(CRAWL_INDEXES)('the index %s', (index) => {
  test('has the pages of a site and of all hosts below it', async () => {
    const found = await foundIn(index, await hostsOf([siteName(3)]));
    expect(shown(found)).toEqual(model((each, host) => isPage(each) && isBelow(host, siteName(3))));
    expect(found.length).toBeGreaterThan(5);
  });

  test('has the pages of a host alone if it is not a registrable domain', async () => {
    const name = `shop.${siteName(3)}`;
    const found = await foundIn(index, await hostsOf([name]));
    expect(shown(found)).toEqual(model((each, host) => isPage(each) && host === name));
    expect(found).toHaveLength(1);
  });

  test('has the pages of many hosts, some of which it does not know', async () => {
    const known = Array.from({ length: 60 }, (_, number) => siteName(number * 2));
    const unknown = Array.from({ length: 60 }, (_, number) => `nobody${number}.example`);
    const sites = await hostsOf([...unknown, ...known]);
    const found = await foundIn(index, sites, { path: '/' });
    const isHome = (path: string): boolean => path === '/';
    expect(shown(found)).toEqual(
      model((each, host, path) => isPage(each) && isHome(path) && known.some((site) => isBelow(host, site))),
    );
    const { count, first } = sites.found.missing();
    expect(count).toBe(60);
    expect(first).toEqual(unknown.toSorted().slice(0, 20));
  });

  test('has all below a suffix, in languages, below a path', async () => {
    const found = await foundIn(index, sitesBelow('.test'), { path: '/blog/*', languages: ['de'] });
    expect(shown(found)).toEqual(
      model(
        (each, host, path) =>
          isPage(each) &&
          host.endsWith('.test') &&
          path.startsWith('/blog/') &&
          /deu/.test(each.languages ?? ''),
      ),
    );
    expect(found.length).toBeGreaterThan(20);
  });

  test('has robots.txt besides the pages if it is wanted', async () => {
    const found = await foundIn(index, await hostsOf([siteName(9)]), { path: '/', withRobots: true });
    expect(shown(found)).toEqual(
      model(
        (each, host, path) =>
          isBelow(host, siteName(9)) && (each.subset === 'robotstxt' || (isPage(each) && path === '/')),
      ),
    );
    expect(found.map(({ subset }) => subset)).toContain('robotstxt');
  });

  test('goes on after each batch', async () => {
    const written = { path: '/' };
    const all = shown(await foundIn(index, sitesBelow('example'), written));
    const positions: FindPosition[] = [[]];
    const counts: number[] = [0];
    const selection = selectionOf(sitesBelow('example'), written);
    const options = { files: new MemoryFiles(archive.files), crawl: CRAWL, selection, signal };
    for await (const { next, records } of findRecords(index, options)) {
      positions.push(next);
      counts.push((counts.at(-1) ?? 0) + records.length);
    }
    expect(positions.length).toBeGreaterThan(3);
    for (const [at, from] of positions.entries()) {
      const rest = await Array.fromAsync(findRecords(index, { ...options, from }));
      expect(rest.flatMap(({ records }) => records)).toHaveLength(all.length - (counts[at] ?? 0));
    }
  });

  test('reads only the parts that may have what is looked for', async () => {
    const files = new MemoryFiles(archive.files);
    const selection = selectionOf(await hostsOf([siteName(60)]), {});
    await Array.fromAsync(findRecords(index, { files, crawl: CRAWL, selection, signal }));
    const size = [...archive.files].reduce(
      (sum, [path, bytes]) => sum + (path.startsWith('cc-index/') ? bytes.length : 0),
      0,
    );
    expect(files.reads.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(size);
    expect(files.reads.length).toBeLessThan(20);
  });
});

test.each(['ZSTD', 'SNAPPY'] as const)('columns that are compressed with %s are read', async (codec) => {
  const made: MadeCrawl = sampleCrawl(ID, 120, { codec });
  const found = await foundIn('table', await hostsOf([siteName(4)]), {}, madeArchive([made]));
  expect(shown(found)).toEqual(model((each, host) => isPage(each) && isBelow(host, siteName(4))));
});

test('some hosts are looked for in the URL index, very many in the columns', async () => {
  // Sizes of a crawl of 2026.
  const parts = Array.from(
    { length: 300 },
    (_, part) => `cc-index/table/cc-main/warc/crawl=${ID}/subset=warc/part-${part}.parquet`,
  );
  const files = new MemoryFiles(
    new Map([[`crawl-data/${ID}/cc-index-table.paths.gz`, gzipSync(parts.join('\n'))]]),
  );
  files.size = (path) => Promise.resolve(path.endsWith('cluster.idx') ? 104e6 : 800e6);
  const choice = async (count: number): Promise<CrawlIndex> => {
    const names = Array.from({ length: count }, (_, number) => `site${number}.example`);
    return chooseIndex(files, CRAWL, selectionOf(await hostsOf(names), {}), signal);
  };
  expect(await choice(1)).toBe('urls');
  expect(await choice(1000)).toBe('urls');
  expect(await choice(200_000)).toBe('table');
  expect(await chooseIndex(files, CRAWL, selectionOf(sitesBelow('de'), {}), signal)).toBe('table');
});
