import type { Analysis } from '@sitegrep/analysis';
import { ComeBackLater, type SiteCrawler } from '@sitegrep/crawl';
import { Fatal, QueuesUnavailable, RetryLater } from '@sitegrep/jobs';
import type { Page } from '@sitegrep/site';
import { StorageBusy, StorageCorrupt, StorageMisconfigured, StorageUnavailable } from '@sitegrep/storage';
import type { SqliteStorage } from '@sitegrep/storage/sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openLoopbackCrawler, serveLoopback, type Answer, type Loopback } from './loopback.fixture.ts';
import { openPutBatch } from './put-batch.ts';
import { createSiteProcessor, type SiteQueueParts, type SiteQueueSettings } from './site-queue.ts';
import { openEmptyStorage } from './storage.fixture.ts';
import { WatchedIndex } from './watched-index.fixture.ts';

let crawler: SiteCrawler;
beforeAll(() => {
  crawler = openLoopbackCrawler();
});
afterAll(() => crawler.close(0));

let storage: SqliteStorage;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ storage, remove } = await openEmptyStorage());
});
const closing: Loopback[] = [];
afterEach(async () => {
  for (const loopback of closing.splice(0)) await loopback.close();
  await remove();
});

const SETTINGS: SiteQueueSettings = {
  maxSiteBytes: 10_000,
  honourNoindex: true,
  honourNofollow: true,
  conditionalRequests: true,
  siteDeadlineMs: 60_000,
  storageRetryMs: 5,
};

/** Takes a page apart as far as these tests need it: links are `href`s, `noindex` and `nofollow` are said in its text. */
function analyze(page: Page): Analysis {
  const source = new TextDecoder().decode(page.body);
  if (source.includes('CRASH')) return { kind: 'crashed', reason: 'page needed more than 512 MB' };
  const facts = {
    title: null,
    description: null,
    metaKeywords: [],
    emails: [],
    socialGraphUrls: [],
    declaredLanguage: null,
    contentLanguage: null,
    canonicalUrl: null,
    generator: null,
    technologies: [],
  };
  const { url, fetchedAt, truncated } = page;
  return {
    kind: 'page',
    record: { url, fetchedAt, charset: 'utf-8', truncated, source, facts },
    links: [...source.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => new URL(href, url).href),
    nofollowLinks: [...source.matchAll(/unfollowed="([^"]+)"/g)].map(
      ([, href = '']) => new URL(href, url).href,
    ),
    ownerLinks: [],
    robots: { noindex: source.includes('noindex'), nofollow: source.includes('nofollow') },
    partial: null,
    timing: { extractMs: 1, detectMs: 1 },
  };
}

const BLOCKED_AT = Date.UTC(2026, 10, 22);

async function setUp(
  answer: Parameters<typeof serveLoopback>[0],
  settings: Partial<SiteQueueSettings> = {},
  using: Pick<SiteCrawler, 'crawl'> = crawler,
  told: string[] = [],
  index: SiteQueueParts['domains'] = storage.domains,
) {
  const loopback = await serveLoopback(answer);
  closing.push(loopback);
  // A copy, so that a test can make a call of it fail.
  const crawls = { ...storage.crawls };
  const domains = new WatchedIndex(storage.domains);
  const { id: crawlId } = await crawls.create({ maxPages: 5, maxDepth: 2, priority: 5 });
  await crawls.appendSites(crawlId, [{ domain: 'a.test', urls: [loopback.url('a.test')] }]);
  await crawls.seal(crawlId, { count: 0, reasons: {}, samples: [] });
  const processor = createSiteProcessor({
    crawls,
    domains: index,
    documents: openPutBatch(domains, { maxCharacters: 1, maxDelayMs: 0, maxWriting: 1 }),
    crawler: using,
    analysis: { factsVersion: '1', analyze: async (page) => analyze(page) },
    settings: { ...SETTINGS, ...settings },
    onStorageAway: (error) => told.push(`away: ${error.message}`),
    onStorageBack: () => told.push('back'),
  });
  const payload = { crawlId, domain: 'a.test' };
  const run = (signal: AbortSignal = new AbortController().signal, begun = 1): Promise<void> =>
    processor.process(payload, { signal, attempt: 1, lastAttempt: false, begun, scheduledAt: null });
  const result = async () => (await crawls.site(crawlId, 'a.test'))?.result;
  const pages = async () => (await storage.domains.get('a.test'))?.pages.map(({ url }) => url) ?? [];
  return { loopback, crawls, domains, processor, payload, run, result, pages };
}

const page = (html: string): Answer => ({ html });

describe('a site', () => {
  test('is fetched along its links, folded, stored, and its outcome recorded', async () => {
    const { run, result, loopback, pages } = await setUp((_host, path) => {
      if (path === '/') return page('<a href="/b">b</a><a href="/none">404</a>');
      return path === '/b' ? page('<p>b') : null;
    });
    await run();
    expect(await pages()).toEqual([loopback.url('a.test'), loopback.url('a.test', '/b')]);
    expect(await result()).toMatchObject({ outcome: 'indexed', pages: 2 });
  });

  test('that is blocked is not asked for anything', async () => {
    const { run, result, loopback, crawls, payload } = await setUp(() => page('<p>home'));
    const block = { domain: 'a.test', reason: 'takedown requested', at: BLOCKED_AT };
    await storage.domains.blocks.block(block);
    await run();
    expect(loopback.asked).toEqual([]);
    const reason = 'blocked 2026-11-22: takedown requested';
    expect(await result()).toMatchObject({ outcome: 'blocked_domain', reason, pages: 0, bytes: 0 });
    expect(await crawls.get(payload.crawlId)).toMatchObject({
      state: 'completed',
      outcomes: { blocked_domain: 1 },
    });
  });

  test('that is taken down while it is fetched is not stored', async () => {
    const block = { domain: 'a.test', reason: null, at: BLOCKED_AT };
    const { run, result, pages } = await setUp(async () => {
      await storage.domains.blocks.takeDown(block);
      return page('<p>home');
    });
    await run();
    expect(await pages()).toEqual([]);
    expect(await result()).toMatchObject({
      outcome: 'blocked_domain',
      reason: 'blocked 2026-11-22',
      pages: 0,
    });
  });

  test('of which a worker that was killed has left something is cleared when it was taken down', async () => {
    const { run, result, pages } = await setUp(() => page('<p>home'));
    await run();
    // As it stands where index and blocks have no transaction in common.
    await storage.domains.blocks.block({ domain: 'a.test', reason: null, at: BLOCKED_AT });
    const again = await setUp(() => page('<p>home'));
    await again.run();
    expect(await pages()).toHaveLength(1);
    const covering = async () => ({ domain: 'a.test', reason: null, createdAt: BLOCKED_AT, takedown: true });
    const { domains } = storage;
    const seeing = { ...domains, blocks: { ...domains.blocks, covering } };
    const cleared = await setUp(() => page('<p>home'), {}, crawler, [], seeing);
    await cleared.run();
    expect(await pages()).toEqual([]);
    expect((await result())?.outcome).toBe('indexed');
    expect((await cleared.result())?.outcome).toBe('blocked_domain');
  });

  test('tells the crawler what is blocked where it is led to', async () => {
    await storage.domains.blocks.block({ domain: 'b.test', reason: 'spam', at: BLOCKED_AT });
    const told: (string | null | undefined)[] = [];
    const { run } = await setUp(
      () => page('<p>home'),
      {},
      {
        crawl: async (task, onPage, signal) => {
          told.push(await task.refusal?.('shop.b.test'), await task.refusal?.('c.test'));
          return crawler.crawl(task, onPage, signal);
        },
      },
    );
    await run();
    expect(told).toEqual(['blocked with b.test 2026-11-22: spam', null]);
  });

  test('that was done is not fetched again: one document, one outcome', async () => {
    const { run, result, domains, loopback } = await setUp(() => page('<p>home'));
    await run();
    const first = await result();
    await run();
    expect(loopback.asked).toEqual(['a.test/']);
    expect(domains.calls).toEqual([['a.test']]);
    expect(await result()).toEqual(first);
  });

  test('whose document was stored but not its outcome ends the same when the job comes again', async () => {
    const { run, result, crawls } = await setUp(() => page('<p>home'), { storagePatienceMs: 0 });
    let full = true;
    crawls.finish = async (...finished) => {
      if (full) throw new StorageUnavailable('disk is full');
      return storage.crawls.finish(...finished);
    };
    await expect(run()).rejects.toThrow(RetryLater);
    expect(await result()).toBeNull();
    full = false;
    await run();
    expect((await storage.domains.stats()).domains).toBe(1);
    expect(await result()).toMatchObject({ outcome: 'indexed', pages: 1 });
  });

  test('of a crawl that was discarded is left alone', async () => {
    const { run, crawls, payload, loopback } = await setUp(() => page('<p>home'));
    await crawls.discard(payload.crawlId);
    await run();
    expect(loopback.asked).toEqual([]);
  });

  test('that has no page to index has its outcome and no document', async () => {
    const { run, result } = await setUp(() => null);
    await run();
    expect((await storage.domains.stats()).domains).toBe(0);
    expect(await result()).toMatchObject({ outcome: 'http_error', pages: 0 });
  });

  test('stops taking pages when its bytes are full', async () => {
    const web = (_host: string, path: string) => page(`<a href="${path}x">${'y'.repeat(600)}`);
    const { run, result, loopback, pages } = await setUp(web, { maxSiteBytes: 1_000 });
    await run();
    expect(await pages()).toHaveLength(2);
    expect(loopback.asked.length).toBe(3);
    expect(await result()).toMatchObject({ outcome: 'indexed', pages: 2 });
  });

  test('whose page crashes its analysis says so', async () => {
    const { run, result } = await setUp(() => page('CRASH'));
    await run();
    expect((await result())?.reason).toContain('page needed more than 512 MB');
  });
});

describe('robots directives', () => {
  const web = (_host: string, path: string): Answer | null => {
    if (path === '/') return page('noindex <a href="/b">b</a>');
    return path === '/b' ? page('nofollow <a href="/c">c</a>') : page('c');
  };

  test('noindex leaves the page out and follows its links, nofollow the other way round', async () => {
    const { run, loopback, pages } = await setUp(web);
    await run();
    expect(await pages()).toEqual([loopback.url('a.test', '/b')]);
    expect(loopback.asked).toEqual(['a.test/', 'a.test/b']);
  });

  test('nofollow of pages and links is overruled by the setting', async () => {
    const linked = (_host: string, path: string): Answer => {
      if (path === '/') return page('nofollow <a href="/b">b</a> <a unfollowed="/c">c</a>');
      return page(`own page ${path}`);
    };
    const obeying = await setUp(linked);
    await obeying.run();
    expect(obeying.loopback.asked).toEqual(['a.test/']);
    const ignoring = await setUp(linked, { honourNofollow: false });
    await ignoring.run();
    expect(ignoring.loopback.asked).toEqual(['a.test/', 'a.test/b', 'a.test/c']);
  });

  test('noindex is overruled by the setting', async () => {
    const { run, pages } = await setUp(web, { honourNoindex: false });
    await run();
    expect(await pages()).toHaveLength(2);
  });
});

describe('a crawl that is cancelled', () => {
  const CANCELLED = { outcome: 'cancelled', reason: 'the crawl was cancelled', pages: 0 };

  test('leaves its site alone that was not begun', async () => {
    const { run, result, crawls, payload, loopback } = await setUp(() => page('<p>home'));
    await crawls.cancel(payload.crawlId);
    await run();
    expect(loopback.asked).toEqual([]);
    expect(await result()).toMatchObject(CANCELLED);
    expect((await crawls.get(payload.crawlId))?.state).toBe('cancelled');
  });

  test('ends a site under way at once, with none of the pages that came', async () => {
    const begun = Promise.withResolvers<void>();
    const { run, result, crawls, payload, pages } = await setUp((_host, path) => {
      if (path === '/') return page('<a href="/slow">slow</a>');
      begun.resolve();
      return 'never';
    });
    const running = run();
    await begun.promise;
    await crawls.cancel(payload.crawlId);
    await running;
    expect(await result()).toMatchObject(CANCELLED);
    expect(await pages()).toEqual([]);
  });

  test('ends its sites, too, where the records did not answer for a moment', async () => {
    const begun = Promise.withResolvers<void>();
    const { run, result, crawls, payload } = await setUp(() => {
      begun.resolve();
      return 'never';
    });
    let failures = 1;
    const running = run();
    await begun.promise;
    crawls.cancelledAmong = async (ids) => {
      if (failures-- > 0) throw new StorageUnavailable('no answer');
      return storage.crawls.cancelledAmong(ids);
    };
    await crawls.cancel(payload.crawlId);
    await running;
    expect(failures).toBeLessThan(0);
    expect(await result()).toMatchObject(CANCELLED);
  });
});

describe('what goes wrong', () => {
  const DOWN = new StorageUnavailable('no answer');
  const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

  test('an index that is down is waited for with the document in hand: the site is fetched once', async () => {
    const told: string[] = [];
    const { run, result, domains, loopback } = await setUp(() => page('<p>home'), {}, crawler, told);
    domains.failures = [...times(3, DOWN), new StorageBusy('too many'), DOWN];
    await run();
    expect(await result()).toMatchObject({ outcome: 'indexed', pages: 1 });
    expect(domains.attempts).toBe(6);
    expect(loopback.asked).toEqual(['a.test/']);
    expect(told).toEqual(['away: no answer', 'back']);
  });

  test.each(['spec', 'site', 'cancelledAmong', 'begin', 'finish'] as const)(
    'records that are down, or refuse the credentials, are waited for (%s)',
    async (call) => {
      const { run, result, crawls, domains, loopback } = await setUp(() => page('<p>home'));
      const failures = [DOWN, new StorageMisconfigured('key refused'), DOWN];
      let askedMeanwhile = 0;
      const failIf = (asked: string): void => {
        const failure = asked === call ? failures.shift() : undefined;
        if (failure === undefined) return;
        askedMeanwhile = loopback.asked.length;
        throw failure;
      };
      const real = storage.crawls;
      crawls.spec = async (...asked) => (failIf('spec'), real.spec(...asked));
      crawls.site = async (...asked) => (failIf('site'), real.site(...asked));
      crawls.cancelledAmong = async (...asked) => (failIf('cancelledAmong'), real.cancelledAmong(...asked));
      crawls.begin = async (...asked) => (failIf('begin'), real.begin(...asked));
      crawls.finish = async (...asked) => (failIf('finish'), real.finish(...asked));
      await run();
      expect(failures).toEqual([]);
      expect(askedMeanwhile).toBe(call === 'finish' ? 1 : 0);
      expect(loopback.asked).toEqual(['a.test/']);
      expect(domains.calls).toEqual([['a.test']]);
      expect(await result()).toMatchObject({ outcome: 'indexed' });
    },
  );

  test('when patience has ended the job goes back to the queue', async () => {
    const { run, result, domains } = await setUp(() => page('<p>home'), { storagePatienceMs: 0 });
    domains.failures = [DOWN];
    const error = await run().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(RetryLater);
    expect(error).toMatchObject({ afterMs: 5, message: 'storage: no answer' });
    expect(await result()).toBeNull();
    await run();
    expect(await result()).toMatchObject({ outcome: 'indexed' });
  });

  test('a process that goes down waits for no storage, be it down or mute', async () => {
    const stop = new AbortController();
    const waiting = await setUp(() => page('<p>home'), { storageRetryMs: 3_600_000 });
    waiting.domains.failures = times(2, DOWN);
    const left = waiting.run(stop.signal);
    await vi.waitFor(() => expect(waiting.domains.attempts).toBe(1), 20_000);
    stop.abort(new Error('going down'));
    await expect(left).rejects.toThrow('aborted');
    expect(waiting.domains.attempts).toBe(1);

    const again = new AbortController();
    const mute = Promise.withResolvers<void>();
    waiting.domains.gate = mute.promise;
    waiting.domains.failures = [];
    const held = waiting.run(again.signal);
    await vi.waitFor(() => expect(waiting.domains.attempts).toBe(2), 20_000);
    again.abort(new Error('going down'));
    await expect(held).rejects.toThrow('going down');
    mute.resolve();
    expect(await waiting.result()).toBeNull();
  });

  test('a write that fails once is tried again at once', async () => {
    const { run, result, domains, loopback } = await setUp(() => page('<p>home'));
    domains.failures = [new Error('hiccup')];
    await run();
    expect(await result()).toMatchObject({ outcome: 'indexed' });
    expect(loopback.asked).toEqual(['a.test/']);
  });

  test('hosts whose pace nobody knows are not asked, and the site comes again', async () => {
    const unpaced = openLoopbackCrawler({
      hostSlot: () => Promise.reject(new QueuesUnavailable('Redis is not reachable')),
    });
    try {
      const { run, result, loopback } = await setUp(() => page('<p>home'), {}, unpaced);
      const error = await run().catch((error: unknown) => error);
      expect(error).toBeInstanceOf(RetryLater);
      expect(error).toMatchObject({ afterMs: 5, message: 'pace of hosts: Redis is not reachable' });
      expect(loopback.asked).toEqual([]);
      expect(await result()).toBeNull();
    } finally {
      await unpaced.close(0);
    }
  });

  test('a site whose host is to be left alone leaves its place, ten times, without any noise', async () => {
    const deferFrom: (number | undefined)[] = [];
    const { run, result } = await setUp(
      () => null,
      {},
      {
        crawl: async (task) => {
          deferFrom.push(task.deferFromMs);
          throw new ComeBackLater(7_000, 'answered 429 Too Many Requests');
        },
      },
    );
    const error = await run().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(RetryLater);
    expect(error).toMatchObject({
      afterMs: 7_000,
      expected: true,
      message: 'answered 429 Too Many Requests',
    });
    expect(await result()).toBeNull();
    const never = new AbortController().signal;
    for (const begun of [10, 11]) await run(never, begun).catch(() => undefined);
    expect(deferFrom).toEqual([5_000, 5_000, undefined]);
  });

  test('a damaged storage is fatal', async () => {
    const { run, crawls } = await setUp(() => page('<p>home'));
    crawls.spec = async () => {
      throw new StorageCorrupt('malformed');
    };
    await expect(run()).rejects.toThrow(Fatal);
  });

  test('a document that can’t be stored is the job’s own failure', async () => {
    const { run, domains, result } = await setUp(() => page('<p>home'));
    domains.poison.add('a.test');
    await expect(run()).rejects.toThrow('cannot be stored');
    expect(await result()).toBeNull();
  });

  test('a site past its deadline has timed out', async () => {
    const { run, result } = await setUp(() => 'never', { siteDeadlineMs: 50 });
    await run();
    expect(await result()).toMatchObject({
      outcome: 'timed_out',
      reason: 'the site took longer than 0.05 s',
    });
  });

  test('of a site past its deadline the pages that came are kept', async () => {
    const { run, result, pages } = await setUp(
      (_host, path) => (path === '/' ? page('<a href="/slow">slow</a>') : 'never'),
      { siteDeadlineMs: 1_500 },
    );
    await run();
    expect(await pages()).toHaveLength(1);
    expect(await result()).toMatchObject({
      outcome: 'indexed',
      pages: 1,
      reason: 'the site took longer than 1.5 s',
    });
  });

  test('a process that goes down leaves no outcome', async () => {
    const stop = new AbortController();
    const { run, result } = await setUp(() => {
      stop.abort(new Error('going down'));
      return 'never';
    });
    await expect(run(stop.signal)).rejects.toThrow('going down');
    expect(await result()).toBeNull();
    expect((await storage.domains.stats()).domains).toBe(0);
  });

  test('a crawler that was closed under the job leaves no outcome', async () => {
    const reason = 'the crawler was closed';
    const closed: Pick<SiteCrawler, 'crawl'> = {
      crawl: async () => ({
        outcome: 'cancelled',
        reason,
        pages: 0,
        bytes: 0,
        startedAt: 1,
        finishedAt: 2,
        redirects: [],
      }),
    };
    const { run, result } = await setUp(() => null, {}, closed);
    await expect(run()).rejects.toThrow(reason);
    expect(await result()).toBeNull();
  });

  test('a job that was given up leaves the outcome crashed, but never over another', async () => {
    const { run, result, processor, payload } = await setUp(() => page('<p>home'));
    await processor.gaveUp(payload, 'three times is enough');
    expect(await result()).toMatchObject({ outcome: 'crashed', reason: 'three times is enough', pages: 0 });
    await run();
    await processor.gaveUp(payload, 'again');
    expect(await result()).toMatchObject({ reason: 'three times is enough' });
    await processor.gaveUp({ ...payload, crawlId: 'gone' }, 'nobody asks');
  });
});
