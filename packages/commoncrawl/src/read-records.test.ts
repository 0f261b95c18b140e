import { expect, test } from 'vitest';
import type { MadeRecord } from '../test/crawl-shapes.ts';
import { madeArchive } from '../test/made-crawl.ts';
import type { PlacedRecord } from '../test/made-warcs.ts';
import { MemoryFiles } from '../test/memory-files.ts';
import { sampleCrawl } from '../test/sample-crawl.ts';
import type { FoundRecord } from './found-record.ts';
import { ReadPlan } from './read-plan.ts';
import { type ReadRecord, readPlanned, robotsTextsOfCrawl } from './read-records.ts';

const ID = 'CC-MAIN-2026-04';
const signal = new AbortController().signal;
const archive = madeArchive([sampleCrawl(ID, 60)]);
const placed = archive.records.get(ID) ?? [];
const pages = placed.filter(({ subset, mime }) => subset === 'warc' && mime === 'text/html');

function found(record: PlacedRecord, change: Partial<FoundRecord> = {}): FoundRecord {
  const { url, time, status, languages = '', isTruncated = false, file, offset, length } = record;
  const subset = record.subset === 'robotstxt' ? 'robotstxt' : 'warc';
  return { url, time, status, languages, isTruncated, subset, file, offset, length, ...change };
}

async function readAll(
  records: readonly FoundRecord[],
  files: ReadonlyMap<string, Buffer> = archive.files,
): Promise<readonly ReadRecord[]> {
  return Array.fromAsync(readPlanned(new MemoryFiles(files), ReadPlan.of(records), { signal }));
}

test('each page is read once, with its body, its time and the bytes around it left out', async () => {
  const read = await readAll(pages.map((each) => found(each)));
  expect(read.map(({ number }) => number)).toEqual(pages.map((_, number) => number));
  const shown = read.map(({ page }) => [
    page?.url,
    page?.fetchedAt,
    Buffer.from(page?.body ?? []).toString(),
    page?.truncated,
  ]);
  const expected = pages.map(({ url, time, body, isTruncated = false }) => [url, time, body, isTruncated]);
  expect(sorted(shown)).toEqual(sorted(expected));
});

test('a stored plan goes on at a record', async () => {
  const plan = await ReadPlan.decode(await ReadPlan.of(pages.map((each) => found(each))).encode());
  const all = await Array.fromAsync(readPlanned(new MemoryFiles(archive.files), plan, { signal }));
  for (const first of [0, 1, 7, plan.size - 1, plan.size]) {
    const rest = await Array.fromAsync(readPlanned(new MemoryFiles(archive.files), plan, { first, signal }));
    expect(rest).toEqual(
      all.slice(first).map((each) => ({ ...each, page: expect.objectContaining({ url: each.record.url }) })),
    );
  }
});

test('a page comes with the robots.txt of its host', async () => {
  const robots = placed.filter(({ subset }) => subset === 'robotstxt');
  const read = await readAll([...pages, ...robots].map((each) => found(each)));
  expect(read.filter(({ outcome }) => outcome === 'robots')).toHaveLength(robots.length);
  for (const { url, body } of robots) {
    const page = read.find(({ record }) => record.url === url.replace('robots.txt', '?page=2'))?.page;
    expect(page?.robotsTxt).toBe(body);
  }
});

test('damaged and wrong records are told with their file and offset, and the others are read', async () => {
  const [first, second, third, fourth, fifth, sixth] = pages.slice(0, 6);
  if (!first || !second || !third || !fourth || !fifth || !sixth) throw new Error('too few pages');
  const files = new Map(archive.files);
  const damaged = Buffer.from(files.get(first.file) ?? '');
  damaged.fill(0x5a, first.offset + 200, first.offset + 260);
  files.set(first.file, damaged);
  const wrong: readonly FoundRecord[] = [
    found(first),
    found(second, { offset: second.offset + 3 }),
    found(third, { length: third.length - 40 }),
    found(fourth, { offset: 2 ** 34 }),
    found(fifth, { url: 'https://other.example/' }),
    found(sixth, { file: 'crawl-data/none.warc.gz' }),
  ];
  const read = await readAll([...wrong, ...pages.slice(6).map((each) => found(each))], files);
  const outcomes = new Map(read.map(({ record, outcome, problem }) => [record, { outcome, problem }]));
  const shown = [...outcomes]
    .filter(([, { outcome }]) => outcome !== 'page')
    .map(([{ file, offset }, { outcome, problem }]) => [`${file} at ${offset}`, outcome, problem]);
  const expected = (
    ['damaged', 'wrong_range', 'damaged', 'wrong_range', 'other_url', 'unreadable'] as const
  ).map((outcome, at) => {
    const name = `${wrong[at]?.file} at ${wrong[at]?.offset}`;
    return [name, outcome, expect.stringContaining(`${name}: `)];
  });
  expect(shown).toEqual(expect.arrayContaining(expected));
  expect(shown).toHaveLength(expected.length);
  expect(read.filter(({ outcome }) => outcome === 'page')).toHaveLength(pages.length - 6);
});

test('a page of exactly 1 MiB of a crawl that marks none is cut', async () => {
  const url = 'https://long.example/';
  const body = `<html>${'x'.repeat(1024 * 1024 - 6)}`;
  const record: MadeRecord = { url, body, time: Date.UTC(2018, 5, 1) };
  const made = madeArchive([
    { id: ID, records: [record, { url: 'https://short.example/', body: '<p>x', time: record.time + 1000 }] },
  ]);
  const read = await readAll(
    (made.records.get(ID) ?? []).map((each) => found(each)),
    made.files,
  );
  expect(sorted(read.map(({ page }) => [page?.url, page?.truncated]))).toEqual([
    [url, true],
    ['https://short.example/', false],
  ]);
});

test('a record without a page is told', async () => {
  const pdf = placed.find(({ mime }) => mime === 'application/pdf');
  const [read] = await readAll(pdf === undefined ? [] : [found(pdf)]);
  expect(read).toMatchObject({
    outcome: 'no_page',
    page: null,
    problem: expect.stringContaining('it holds not html'),
  });
});

function sorted(rows: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  return rows.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
}

test('pages of thousands of hosts come with their robots.txt', async () => {
  const hosts = Array.from({ length: 12_000 }, (_, number) => `https://host${number}.example`);
  const texts = robotsTextsOfCrawl();
  for (const [number, host] of hosts.entries()) texts.set(host, `Disallow: /${number}${'#'.repeat(1000)}`);
  for (const [number, host] of hosts.entries()) expect(texts.of(`${host}/`)).toContain(`/${number}#`);
});
