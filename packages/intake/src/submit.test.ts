import type { Queues } from '@sitegrep/jobs';
import { describe, expect, test } from 'vitest';
import { MemoryRecords } from './memory-records.fixture.ts';
import { discardBrokenSubmissions, resumeCrawls } from './resume.ts';
import { readSeeds } from './seeds.ts';
import { submitCrawl } from './submit.ts';

const SPEC = { maxPages: 3, maxDepth: 1, priority: 4 };

/** The adding side of the queues, which writes down what it is given. */
function fakeQueues(fail?: Error) {
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
    const crawls = new MemoryRecords();
    const { queues, added } = fakeQueues();
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
    expect(added).toEqual([{ ids: ['crawl-1/a.com', 'crawl-1/b.com'], priority: 4 }]);
    expect(await crawls.unsealed()).toEqual([]);
  });

  test('of nothing but junk is a crawl without sites, with 20 samples of 200 characters', async () => {
    const { queues, added } = fakeQueues();
    const junk = Array.from({ length: 1_500 }, () => `${'x '.repeat(99)}x😀`);
    const crawl = await submitCrawl({ crawls: new MemoryRecords(), queues }, SPEC, readSeeds(junk, 'text'));
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
    const crawls = new MemoryRecords();
    const lines = [
      'https://a.com/1',
      'http://www.a.com/2',
      'https://a.com/1#x',
      'b.com',
      'https://b.com/3',
      'b.com',
    ];
    const crawl = await submitCrawl({ crawls, queues: fakeQueues().queues }, SPEC, readSeeds(lines, 'text'));
    expect(crawl.sites.total).toBe(2);
    expect(crawl.rejected.count).toBe(0);
    expect((await crawls.site(crawl.id, 'a.com'))?.urls).toEqual(['https://a.com/1', 'http://www.a.com/2']);
    expect((await crawls.site(crawl.id, 'b.com'))?.urls).toEqual(['https://b.com/', 'https://b.com/3']);
  });

  test('counts start URLs that come too late for their site', async () => {
    const crawls = new MemoryRecords();
    const between = Array.from({ length: 1_000 }, (_, n) => `d${n}.com`);
    const lines = ['https://a.com/1', ...between, 'https://a.com/1', 'https://a.com/2', 'd1.com'];
    const crawl = await submitCrawl({ crawls, queues: fakeQueues().queues }, SPEC, readSeeds(lines, 'text'));
    expect(crawl.sites.total).toBe(1_001);
    expect(crawl.rejected.count).toBe(1);
    expect(crawl.rejected.samples[0]).toMatchObject({ line: 1_003, text: 'https://a.com/2' });
  });

  test('of 200,000 lines never holds more than a thousand of them', async () => {
    const crawls = new MemoryRecords();
    const { queues, added } = fakeQueues();
    let given = 0;
    let furthestAhead = 0;
    const lines = function* (): Generator<string> {
      for (; given < 200_000; given += 1) {
        const recorded = crawls.appended.reduce((sum, size) => sum + size, 0);
        furthestAhead = Math.max(furthestAhead, given - recorded);
        yield `${given + 1},d${given}.example`;
      }
    };
    const crawl = await submitCrawl({ crawls, queues }, SPEC, readSeeds(lines(), 'csv'));
    expect(crawl.sites.total).toBe(200_000);
    expect(furthestAhead).toBeLessThanOrEqual(1_000);
    expect(added.length).toBe(200);
    expect(Math.max(...added.map(({ ids }) => ids.length))).toBe(1_000);
  }, 20_000);

  test('that breaks off leaves nothing, and the error comes out', async () => {
    const crawls = new MemoryRecords();
    const lines = async function* (): AsyncGenerator<string> {
      for (let n = 0; n < 1_500; n += 1) yield `d${n}.com`;
      throw new Error('upload ended early');
    };
    const { queues, added } = fakeQueues();
    await expect(submitCrawl({ crawls, queues }, SPEC, readSeeds(lines(), 'text'))).rejects.toThrow(
      'ended early',
    );
    expect(await crawls.get('crawl-1')).toBeNull();
    expect(added).toEqual([]);
  });

  test('that can’t be put into the queue leaves nothing either', async () => {
    const crawls = new MemoryRecords();
    const { queues } = fakeQueues(new Error('queue down'));
    await expect(submitCrawl({ crawls, queues }, SPEC, readSeeds(['a.com'], 'text'))).rejects.toThrow(
      'queue down',
    );
    expect(await crawls.get('crawl-1')).toBeNull();
  });
});

describe('after a restart', () => {
  test('submissions that broke off are discarded, sites without a result go back with their priority', async () => {
    const crawls = new MemoryRecords();
    const { queues } = fakeQueues();
    await submitCrawl({ crawls, queues }, { ...SPEC, priority: 9 }, readSeeds(['a.com', 'b.com'], 'text'));
    await submitCrawl({ crawls, queues }, { ...SPEC, priority: 1 }, readSeeds(['a.com'], 'text'));
    await crawls.create(SPEC);
    await crawls.appendSites('crawl-3', [{ domain: 'broken.com', urls: [] }]);
    const at = { startedAt: 1, finishedAt: 2, pages: 0, bytes: 0, redirects: [] };
    await crawls.finish('crawl-1', 'a.com', { outcome: 'dns_failed', reason: 'no such name', ...at });

    const after = fakeQueues();
    expect(await discardBrokenSubmissions(crawls)).toBe(1);
    expect(await resumeCrawls({ crawls, queues: after.queues })).toEqual({ crawls: 2, sites: 2 });
    expect(after.added).toEqual([
      { ids: ['crawl-1/b.com'], priority: 9 },
      { ids: ['crawl-2/a.com'], priority: 1 },
    ]);
  });

  test('it can be stopped', async () => {
    const crawls = new MemoryRecords();
    const { queues, added } = fakeQueues();
    await submitCrawl({ crawls, queues }, SPEC, readSeeds(['a.com'], 'text'));
    expect(await resumeCrawls({ crawls, queues, signal: AbortSignal.abort() })).toEqual({
      crawls: 0,
      sites: 0,
    });
    expect(added).toHaveLength(1);
  });
});
