import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Queues } from '@sitegrep/jobs';
import { CrawlClosed, StorageUnavailable, type CrawlRecords } from '@sitegrep/storage';
import { openSqliteStorage, type SqliteStorage } from '@sitegrep/storage/sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { resumeCrawls } from './resume.ts';
import { readSeeds } from './seeds.ts';
import { submitCrawl } from './submit.ts';

const SPEC = { maxPages: 3, maxDepth: 1, priority: 4 };

let dataDir: string;
let storage: SqliteStorage;
let crawls: CrawlRecords;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-intake-'));
  storage = await openSqliteStorage({ dataDir, readers: 1 });
  ({ crawls } = storage);
});
afterEach(async () => {
  await storage.close();
  await rm(dataDir, { recursive: true });
});

/** The adding side of the queues, which writes down what it is given. */
function writtenDown(fail?: Error) {
  const added: { readonly ids: string[]; readonly priority: number | undefined }[] = [];
  const queues: Queues = {
    add: async (_name, payloads, options) => {
      if (fail !== undefined) throw fail;
      added.push({ ids: payloads.map((one) => `${one.crawlId}/${one.domain}`), priority: options?.priority });
    },
    work: () => {},
    counts: async () => ({ waiting: 0, active: 0, delayed: 0 }),
    probe: async () => {},
    close: async () => {},
  };
  return { queues, added };
}

describe('a submission', () => {
  test('records its sites, puts them into the queue and counts what it refused', async () => {
    const { queues, added } = writtenDown();
    const crawl = await submitCrawl(
      { crawls, queues },
      SPEC,
      readSeeds(['a.com', 'no good', 'b.com'], 'text'),
    );
    expect(crawl.sites.total).toBe(2);
    expect(crawl.rejected).toEqual({
      count: 1,
      samples: [{ line: 2, text: 'no good', reason: 'not a domain or http(s) URL' }],
    });
    expect(added).toEqual([{ ids: [`${crawl.id}/a.com`, `${crawl.id}/b.com`], priority: 4 }]);
    expect(await crawls.discardUnsealed(0)).toEqual([]);
  });

  test('of nothing but junk is a crawl without sites, with 20 samples of 200 characters', async () => {
    const { queues, added } = writtenDown();
    const junk = Array.from({ length: 1_500 }, () => `${'x '.repeat(99)}x😀`);
    const crawl = await submitCrawl({ crawls, queues }, SPEC, readSeeds(junk, 'text'));
    expect(crawl.state).toBe('completed');
    expect(crawl.rejected.count).toBe(1_500);
    expect(crawl.rejected.samples.map(({ line }) => line)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
    // 199 characters and half of an emoji, which becomes a replacement character.
    expect(crawl.rejected.samples[0]?.text).toBe(`${'x '.repeat(99)}x\uFFFD`);
    expect(added).toEqual([]);
  });

  test('unites lines of one site that stand together', async () => {
    const lines = [
      'https://a.com/1',
      'http://www.a.com/2',
      'https://a.com/1#x',
      'b.com',
      'https://b.com/3',
      'b.com',
    ];
    const crawl = await submitCrawl({ crawls, queues: writtenDown().queues }, SPEC, readSeeds(lines, 'text'));
    expect(crawl.sites.total).toBe(2);
    expect(crawl.rejected.count).toBe(0);
    expect((await crawls.site(crawl.id, 'a.com'))?.urls).toEqual(['https://a.com/1', 'http://www.a.com/2']);
    expect((await crawls.site(crawl.id, 'b.com'))?.urls).toEqual(['https://b.com/', 'https://b.com/3']);
  });

  test('counts start URLs that come too late for their site', async () => {
    const between = Array.from({ length: 1_000 }, (_, n) => `d${n}.com`);
    const lines = ['https://a.com/1', ...between, 'https://a.com/1', 'https://a.com/2', 'd1.com'];
    const crawl = await submitCrawl({ crawls, queues: writtenDown().queues }, SPEC, readSeeds(lines, 'text'));
    expect(crawl.sites.total).toBe(1_001);
    expect(crawl.rejected.count).toBe(1);
    expect(crawl.rejected.samples[0]).toMatchObject({ line: 1_003, text: 'https://a.com/2' });
  });

  test('of 200,000 lines never holds more than a thousand of them', async () => {
    const { queues, added } = writtenDown();
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
    const crawl = await submitCrawl({ crawls: counted, queues }, SPEC, readSeeds(lines(), 'csv'));
    expect(crawl.sites.total).toBe(200_000);
    expect(furthestAhead).toBeLessThanOrEqual(1_000);
    expect(added.length).toBe(200);
    expect(Math.max(...added.map(({ ids }) => ids.length))).toBe(1_000);
  }, 20_000);

  test('that breaks off leaves nothing, and the error comes out', async () => {
    const lines = async function* (): AsyncGenerator<string> {
      for (let n = 0; n < 1_500; n += 1) yield `d${n}.com`;
      throw new Error('upload ended early');
    };
    const { queues, added } = writtenDown();
    await expect(submitCrawl({ crawls, queues }, SPEC, readSeeds(lines(), 'text'))).rejects.toThrow(
      'ended early',
    );
    expect((await crawls.list({ limit: 1 })).items).toEqual([]);
    expect(added).toEqual([]);
  });

  test('whose lines come slowly says that it goes on, and stops saying so at its end', async () => {
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
      // Discarded long before, if nothing were said meanwhile.
      await signed.promise;
      expect(await crawls.discardUnsealed(60_000)).toEqual([]);
      yield 'b.com';
    };
    const { queues } = writtenDown();
    const timing = { signOfLifeEveryMs: 5 };
    const crawl = await submitCrawl({ crawls: watched, queues }, SPEC, readSeeds(lines(), 'text'), timing);
    expect(crawl.sites.total).toBe(2);
    expect(signs.slice(0, 3)).toEqual([0, 0, 0]);
    expect(signs.at(-1)).toBe(2);
  });

  test.each([
    ['its next sites', 1_500],
    ['its seal', 0],
  ])('that is discarded under way is told so at %s, and leaves nothing', async (_when, more) => {
    const lines = async function* (): AsyncGenerator<string> {
      for (let n = 0; n < 1_000; n += 1) yield `d${n}.com`;
      await vi.waitFor(async () =>
        expect((await crawls.list({ limit: 1 })).items[0]?.sites.total).toBe(1_000),
      );
      expect(await crawls.discardUnsealed(0)).toHaveLength(1);
      for (let n = 0; n < more; n += 1) yield `e${n}.com`;
    };
    const { queues, added } = writtenDown();
    await expect(submitCrawl({ crawls, queues }, SPEC, readSeeds(lines(), 'text'))).rejects.toThrow(
      CrawlClosed,
    );
    expect((await crawls.list({ limit: 1 })).items).toEqual([]);
    expect(await Array.fromAsync(crawls.unfinished())).toEqual([]);
    expect(added).toEqual([]);
  });

  test('ends by the failure of a sign of life', async () => {
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
    const { queues } = writtenDown();
    const timing = { signOfLifeEveryMs: 5 };
    const submitted = submitCrawl({ crawls: broken, queues }, SPEC, readSeeds(lines(), 'text'), timing);
    await expect(submitted).rejects.toBe(down);
    expect((await crawls.list({ limit: 1 })).items).toEqual([]);
  });

  test('that can’t be put into the queue leaves nothing either', async () => {
    const { queues } = writtenDown(new Error('queue down'));
    await expect(submitCrawl({ crawls, queues }, SPEC, readSeeds(['a.com'], 'text'))).rejects.toThrow(
      'queue down',
    );
    expect((await crawls.list({ limit: 1 })).items).toEqual([]);
  });
});

describe('after a restart', () => {
  test('sites without a result go back with their priority', async () => {
    const { queues } = writtenDown();
    const first = await submitCrawl(
      { crawls, queues },
      { ...SPEC, priority: 9 },
      readSeeds(['a.com', 'b.com'], 'text'),
    );
    const second = await submitCrawl(
      { crawls, queues },
      { ...SPEC, priority: 1 },
      readSeeds(['a.com'], 'text'),
    );
    const at = { startedAt: 1, finishedAt: 2, pages: 0, bytes: 0, redirects: [] };
    await crawls.finish(first.id, 'a.com', { outcome: 'dns_failed', reason: 'no such name', ...at });

    const after = writtenDown();
    expect(await resumeCrawls({ crawls, queues: after.queues })).toEqual({ crawls: 2, sites: 2 });
    expect(after.added).toEqual([
      { ids: [`${first.id}/b.com`], priority: 9 },
      { ids: [`${second.id}/a.com`], priority: 1 },
    ]);
  });

  test('it can be stopped', async () => {
    const { queues, added } = writtenDown();
    await submitCrawl({ crawls, queues }, SPEC, readSeeds(['a.com'], 'text'));
    expect(await resumeCrawls({ crawls, queues, signal: AbortSignal.abort() })).toEqual({
      crawls: 0,
      sites: 0,
    });
    expect(added).toHaveLength(1);
  });
});
