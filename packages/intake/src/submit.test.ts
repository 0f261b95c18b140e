import { CrawlClosed, StorageUnavailable, type CrawlRecords } from '@sitegrep/storage';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readSeeds } from './seeds.ts';
import { openEmptyRecords } from '../test/empty-storage.ts';
import { SubmissionRepeated, submitCrawl } from './submit.ts';

const SPEC = { maxPages: 3, maxDepth: 1, priority: 4 };

let crawls: CrawlRecords;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ crawls, remove } = await openEmptyRecords());
});
afterEach(() => remove());

describe('a submission', () => {
  test('records its sites, to be crawled, and counts refused lines', async () => {
    const crawl = await submitCrawl(crawls, SPEC, readSeeds(['a.com', 'no good', 'b.com'], 'text'));
    expect(crawl.sites.total).toBe(2);
    expect(crawl.rejected).toEqual({
      count: 1,
      reasons: { 'not a domain or http(s) URL': 1 },
      samples: [{ line: 2, text: 'no good', reason: 'not a domain or http(s) URL' }],
    });
    expect(await crawls.unfinished(crawl.id, null, 10)).toEqual(['a.com', 'b.com']);
    expect(await crawls.open(false, 10)).toEqual([{ id: crawl.id, priority: 4 }]);
    expect(await crawls.discardUnsealed(0)).toEqual([]);
  });

  test('of nothing but junk is a crawl without sites, with 20 samples of 200 characters', async () => {
    const junk = Array.from({ length: 1_500 }, () => `${'x '.repeat(99)}x😀`);
    const crawl = await submitCrawl(crawls, SPEC, readSeeds(junk, 'text'));
    expect(crawl.state).toBe('completed');
    expect(crawl.rejected.count).toBe(1_500);
    expect(crawl.rejected.samples.map(({ line }) => line)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
    // 199 characters and half of an emoji, which becomes a replacement character.
    expect(crawl.rejected.samples[0]?.text).toBe(`${'x '.repeat(99)}x\uFFFD`);
  });

  test('stores no password of a refused line', async () => {
    const lines = ['https://me:secret@a.com/x', 'https://me:sec@ret@a.com', 'https://a.com/@b'];
    const { rejected, sites } = await submitCrawl(crawls, SPEC, readSeeds(lines, 'text'));
    expect(rejected.samples.map(({ text }) => text)).toEqual(['https://…@a.com/x', 'https://…@a.com']);
    expect(sites.total).toBe(1);
  });

  test('merges nearby lines of one site', async () => {
    const lines = [
      'https://a.com/1',
      'http://www.a.com/2',
      'https://a.com/1#x',
      'b.com',
      'https://b.com/3',
      'b.com',
    ];
    const crawl = await submitCrawl(crawls, SPEC, readSeeds(lines, 'text'));
    expect(crawl.sites.total).toBe(2);
    expect(crawl.firstEntries).toEqual(['https://a.com/1', 'b.com']);
    expect(crawl.rejected.count).toBe(0);
    expect((await crawls.site(crawl.id, 'a.com'))?.urls).toEqual(['https://a.com/1', 'http://www.a.com/2']);
    expect((await crawls.site(crawl.id, 'b.com'))?.urls).toEqual(['https://b.com/', 'https://b.com/3']);
  });

  test('counts start URLs that come too late for their site', async () => {
    const between = Array.from({ length: 1_000 }, (_, n) => `d${n}.com`);
    const lines = ['https://a.com/1', ...between, 'https://a.com/1', 'https://a.com/2', 'd1.com'];
    const crawl = await submitCrawl(crawls, SPEC, readSeeds(lines, 'text'));
    expect(crawl.sites.total).toBe(1_001);
    expect(crawl.rejected.count).toBe(1);
    expect(crawl.rejected.samples[0]).toMatchObject({ line: 1_003, text: 'https://a.com/2' });
  });

  test('of 200,000 lines never holds more than a thousand of them', async () => {
    let given = 0;
    let recorded = 0;
    let furthestAhead = 0;
    const counted: CrawlRecords = {
      ...crawls,
      appendSites: (id, sites) => {
        recorded += sites.length;
        return crawls.appendSites(id, sites);
      },
    };
    const lines = function* (): Generator<string> {
      for (; given < 200_000; given += 1) {
        furthestAhead = Math.max(furthestAhead, given - recorded);
        yield `${given + 1},d${given}.example`;
      }
    };
    const crawl = await submitCrawl(counted, SPEC, readSeeds(lines(), 'csv'));
    expect(crawl.sites.total).toBe(200_000);
    expect(furthestAhead).toBeLessThanOrEqual(1_000);
  });

  test('that fails leaves nothing, and throws the error', async () => {
    const lines = async function* (): AsyncGenerator<string> {
      for (let n = 0; n < 1_500; n += 1) yield `d${n}.com`;
      throw new Error('upload ended early');
    };
    await expect(submitCrawl(crawls, SPEC, readSeeds(lines(), 'text'))).rejects.toThrow('ended early');
    expect((await crawls.list({ limit: 1 })).items).toEqual([]);
  });

  test('with slow lines has heartbeats until its end', async () => {
    const signs: number[] = [];
    const signed = Promise.withResolvers<void>();
    const watched: CrawlRecords = {
      ...crawls,
      appendSites: async (id, sites) => {
        const added = await crawls.appendSites(id, sites);
        if (signs.push(sites.length) === 3) signed.resolve();
        return added;
      },
    };
    const lines = async function* (): AsyncGenerator<string> {
      yield 'a.com';
      // Without heartbeats it would be discarded long before.
      await signed.promise;
      expect(await crawls.discardUnsealed(60_000)).toEqual([]);
      yield 'b.com';
    };
    const timing = { heartbeatMs: 5 };
    const crawl = await submitCrawl(watched, SPEC, readSeeds(lines(), 'text'), timing);
    expect(crawl.sites.total).toBe(2);
    expect(signs.slice(0, 3)).toEqual([0, 0, 0]);
    // A heartbeat may have been under way when the sites were added.
    expect(signs.filter((sites) => sites > 0)).toEqual([2]);
  });

  test.each([
    ['its next sites', 1_500],
    ['its seal', 0],
  ])('that is discarded meanwhile fails at %s, and leaves nothing', async (_when, more) => {
    const lines = async function* (): AsyncGenerator<string> {
      for (let n = 0; n < 1_000; n += 1) yield `d${n}.com`;
      await vi.waitFor(
        async () => expect((await crawls.list({ limit: 1 })).items[0]?.sites.total).toBe(1_000),
        60_000,
      );
      expect(await crawls.discardUnsealed(0)).toHaveLength(1);
      for (let n = 0; n < more; n += 1) yield `e${n}.com`;
    };
    await expect(submitCrawl(crawls, SPEC, readSeeds(lines(), 'text'))).rejects.toThrow(CrawlClosed);
    expect((await crawls.list({ limit: 1 })).items).toEqual([]);
    expect(await crawls.open(false, 10)).toEqual([]);
  });

  test('ends with the error of a heartbeat', async () => {
    const failed = Promise.withResolvers<void>();
    const down = new StorageUnavailable('no answer');
    const broken: CrawlRecords = {
      ...crawls,
      appendSites: (id, sites) => {
        if (sites.length > 0) return crawls.appendSites(id, sites);
        failed.resolve();
        return Promise.reject(down);
      },
    };
    const lines = async function* (): AsyncGenerator<string> {
      yield 'a.com';
      await failed.promise;
    };
    const timing = { heartbeatMs: 5 };
    const submitted = submitCrawl(broken, SPEC, readSeeds(lines(), 'text'), timing);
    await expect(submitted).rejects.toBe(down);
    expect((await crawls.list({ limit: 1 })).items).toEqual([]);
  });

  test('counts refused lines by reason', async () => {
    const lines = ['a.com', '17', 'no good', '18', 'https://user:secret@b.com/', '19'];
    const { rejected } = await submitCrawl(crawls, SPEC, readSeeds(lines, 'text'));
    expect(rejected.count).toBe(5);
    expect(rejected.reasons).toEqual({
      'a number, not a domain': 3,
      'not a domain or http(s) URL': 1,
      'a URL with a password': 1,
    });
  });
});

describe('a submission under a key', () => {
  const list = ['a.com', 'b.com'];
  const submissionKey = { key: 'k', fingerprint: () => 'of a and b' };

  test('has it from before its first line until it is discarded, and its fingerprint once it is complete', async () => {
    const lines = async function* (): AsyncGenerator<string> {
      expect((await crawls.keyHolder('k'))?.fingerprint).toBeNull();
      yield* list;
    };
    const { id } = await submitCrawl(crawls, SPEC, readSeeds(lines(), 'text'), { key: submissionKey });
    expect(await crawls.keyHolder('k')).toEqual({ crawlId: id, fingerprint: 'of a and b' });
    await crawls.discard(id);
    expect(await crawls.keyHolder('k')).toBeNull();
  });

  test('is refused if another has the key: none of its lines is read, and nothing of it is stored', async () => {
    const { id } = await submitCrawl(crawls, SPEC, readSeeds(list, 'text'), { key: submissionKey });
    let read = 0;
    const lines = function* (): Generator<string> {
      read += 1;
      yield* list;
    };
    const again = submitCrawl(crawls, SPEC, readSeeds(lines(), 'text'), { key: submissionKey });
    await expect(again).rejects.toThrow(SubmissionRepeated);
    expect(read).toBe(0);
    await expect(again).rejects.toMatchObject({ crawlId: id });
    expect((await crawls.list({ limit: 10 })).items.map((crawl) => crawl.id)).toEqual([id]);
  });

  test('that fails leaves the key to the next one', async () => {
    const lines = async function* (): AsyncGenerator<string> {
      yield 'a.com';
      throw new Error('upload ended early');
    };
    const broken = submitCrawl(crawls, SPEC, readSeeds(lines(), 'text'), { key: submissionKey });
    await expect(broken).rejects.toThrow('ended early');
    const { id } = await submitCrawl(crawls, SPEC, readSeeds(list, 'text'), { key: submissionKey });
    expect((await crawls.keyHolder('k'))?.crawlId).toBe(id);
  });
});
