import { ComeBackLater, type Deferral, type SiteCrawler } from '@sitegrep/crawl';
import { Fatal, QueuesUnavailable, RetryLater } from '@sitegrep/jobs';
import { StorageBusy, StorageCorrupt, StorageMisconfigured, StorageUnavailable } from '@sitegrep/storage';
import { describe, expect, test, vi } from 'vitest';
import { openLoopbackCrawler } from '../test/loopback.ts';
import { page, prepareSites } from '../test/sites.ts';

const sites = prepareSites();

describe('failures', () => {
  const DOWN = new StorageUnavailable('no answer');
  const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

  test('a job waits for a storage that is down with its document: the site is fetched once', async () => {
    const events: string[] = [];
    const { run, result, domains, loopback } = await sites.site(() => page('<p>home'), { events });
    domains.failures = [...times(3, DOWN), new StorageBusy('too many'), DOWN];
    await run();
    expect(await result()).toMatchObject({ outcome: 'indexed', pages: 1 });
    expect(domains.attempts).toBe(6);
    expect(loopback.requested).toEqual(['a.test/']);
    expect(events).toEqual(['away: no answer']);
  });

  test.each(['spec', 'site', 'cancelledAmong', 'begin', 'finish'] as const)(
    'records that are down, or refuse the credentials, are waited for (%s)',
    async (call) => {
      const { run, result, crawls, domains, loopback } = await sites.site(() => page('<p>home'));
      const failures = [DOWN, new StorageMisconfigured('key refused'), DOWN];
      let requestedMeanwhile = 0;
      const failIf = (requested: string): void => {
        const failure = requested === call ? failures.shift() : undefined;
        if (failure === undefined) return;
        requestedMeanwhile = loopback.requested.length;
        throw failure;
      };
      const real = sites.storage.crawls;
      crawls.spec = async (...requested) => (failIf('spec'), real.spec(...requested));
      crawls.site = async (...requested) => (failIf('site'), real.site(...requested));
      crawls.cancelledAmong = async (...requested) => (
        failIf('cancelledAmong'),
        real.cancelledAmong(...requested)
      );
      crawls.begin = async (...requested) => (failIf('begin'), real.begin(...requested));
      crawls.finish = async (...requested) => (failIf('finish'), real.finish(...requested));
      await run();
      expect(failures).toEqual([]);
      expect(requestedMeanwhile).toBe(call === 'finish' ? 1 : 0);
      expect(loopback.requested).toEqual(['a.test/']);
      expect(domains.calls).toEqual([['a.test']]);
      expect(await result()).toMatchObject({ outcome: 'indexed' });
    },
  );

  test('after the maximum wait the job goes back to the queue', async () => {
    const { run, result, domains } = await sites.site(() => page('<p>home'), {
      settings: { storagePatienceMs: 0 },
    });
    domains.failures = [DOWN];
    const error = await run().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(RetryLater);
    expect(error).toMatchObject({ afterMs: 5, message: 'storage: no answer' });
    expect(await result()).toBeNull();
    await run();
    expect(await result()).toMatchObject({ outcome: 'indexed' });
  });

  test('a stopping process does not wait for a storage that is down or hangs', async () => {
    const stop = new AbortController();
    const waiting = await sites.site(() => page('<p>home'), { settings: { storageRetryMs: 3_600_000 } });
    waiting.domains.failures = times(2, DOWN);
    const left = waiting.run(stop.signal);
    await vi.waitFor(() => expect(waiting.domains.attempts).toBe(1), 60_000);
    stop.abort(new Error('going down'));
    await expect(left).rejects.toThrow('aborted');
    expect(waiting.domains.attempts).toBe(1);

    const again = new AbortController();
    const mute = Promise.withResolvers<void>();
    waiting.domains.gate = mute.promise;
    waiting.domains.failures = [];
    const held = waiting.run(again.signal);
    await vi.waitFor(() => expect(waiting.domains.attempts).toBe(2), 60_000);
    again.abort(new Error('going down'));
    await expect(held).rejects.toThrow('going down');
    mute.resolve();
    expect(await waiting.result()).toBeNull();
  });

  test('a write that fails once is tried again at once', async () => {
    const { run, result, domains, loopback } = await sites.site(() => page('<p>home'));
    domains.failures = [new Error('hiccup')];
    await run();
    expect(await result()).toMatchObject({ outcome: 'indexed' });
    expect(loopback.requested).toEqual(['a.test/']);
  });

  test('hosts with an unknown pace get no request, and the site comes again', async () => {
    const unpaced = openLoopbackCrawler({
      hostSlot: () => Promise.reject(new QueuesUnavailable('Redis is not reachable')),
    });
    try {
      const { run, result, loopback } = await sites.site(() => page('<p>home'), { crawler: unpaced });
      const error = await run().catch((error: unknown) => error);
      expect(error).toBeInstanceOf(RetryLater);
      expect(error).toMatchObject({ afterMs: 5, message: 'pace of hosts: Redis is not reachable' });
      expect(loopback.requested).toEqual([]);
      expect(await result()).toBeNull();
    } finally {
      await unpaced.close(0);
    }
  });

  test('a site of a busy host goes back to the queue, ten times, without an error', async () => {
    const deferrals: (Deferral | undefined)[] = [];
    const crawler: Pick<SiteCrawler, 'crawl'> = {
      crawl: async (task) => {
        deferrals.push(task.deferral);
        throw new ComeBackLater(7_000, 'answered 429 Too Many Requests');
      },
    };
    const { run, result } = await sites.site(() => null, { crawler });
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
    expect(deferrals.map((deferral) => deferral?.fromMs)).toEqual([5_000, 5_000, 5_000]);
    const [first, tenth, eleventh] = deferrals.map((deferral) => deferral?.maxMs ?? NaN);
    expect(first).toBe(60_000);
    // Time has passed since the site was begun.
    expect(tenth).toBeLessThanOrEqual(60_000);
    expect(tenth).toBeGreaterThan(0);
    expect(eleventh).toBe(0);
  });

  test('a site whose host stays busy ends with that reason, before a return would exceed its time', async () => {
    const busy = () => ({ html: '', status: 429, headers: { 'retry-after': '30' } });
    const ended = async (begunMsAgo: number) => {
      const crawler = openLoopbackCrawler();
      try {
        const { run, result, crawls, payload, loopback } = await sites.site(busy, { crawler });
        await crawls.begin(payload.crawlId, 'a.test', Date.now() - begunMsAgo);
        const error: unknown = await run().catch((error: unknown) => error);
        expect(loopback.requested).toEqual(['a.test/']);
        return { error, result: await result() };
      } finally {
        await crawler.close(0);
      }
    };
    const early = await ended(10_000);
    expect(early.error).toBeInstanceOf(RetryLater);
    expect(early.result).toBeNull();
    expect(await ended(31_000)).toMatchObject({
      error: undefined,
      result: {
        outcome: 'http_error',
        reason: expect.stringMatching(
          /^answered 429 Too Many Requests; the next request, in 30 s, would come/,
        ),
      },
    });
  });

  test('a damaged storage is fatal', async () => {
    const { run, crawls } = await sites.site(() => page('<p>home'));
    crawls.spec = async () => {
      throw new StorageCorrupt('malformed');
    };
    await expect(run()).rejects.toThrow(Fatal);
  });

  test('a document that can’t be stored is the job’s own failure', async () => {
    const { run, domains, result } = await sites.site(() => page('<p>home'));
    domains.poison.add('a.test');
    await expect(run()).rejects.toThrow('cannot be stored');
    expect(await result()).toBeNull();
  });

  test('a site past its deadline has timed out', async () => {
    const { run, result } = await sites.site(() => 'never', { settings: { siteDeadlineMs: 50 } });
    await run();
    expect(await result()).toMatchObject({
      outcome: 'timed_out',
      reason: 'the site took longer than 0.05 s',
    });
  });

  test('a site past its deadline keeps its fetched pages', async () => {
    const { run, result, pages } = await sites.site(
      (_host, path) => (path === '/' ? page('<a href="/slow">slow</a>') : 'never'),
      { settings: { siteDeadlineMs: 3_000 } },
    );
    await run();
    expect(await pages()).toHaveLength(1);
    expect(await result()).toMatchObject({
      outcome: 'indexed',
      pages: 1,
      reason: 'the site took longer than 3 s',
    });
  });

  test('a stopping process leaves no outcome', async () => {
    const stop = new AbortController();
    const { run, result } = await sites.site(() => {
      stop.abort(new Error('going down'));
      return 'never';
    });
    await expect(run(stop.signal)).rejects.toThrow('going down');
    expect(await result()).toBeNull();
    expect((await sites.storage.domains.stats()).domains).toBe(0);
  });

  test('a crawler that was closed during the job leaves no outcome', async () => {
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
        answers: null,
        icon: null,
      }),
    };
    const { run, result } = await sites.site(() => null, { crawler: closed });
    await expect(run()).rejects.toThrow(reason);
    expect(await result()).toBeNull();
  });

  test('a job that was given up leaves the outcome crashed, but does not replace another', async () => {
    const { run, result, processor, payload } = await sites.site(() => page('<p>home'));
    await processor.gaveUp(payload, 'three times is enough');
    expect(await result()).toMatchObject({ outcome: 'crashed', reason: 'three times is enough', pages: 0 });
    await run();
    await processor.gaveUp(payload, 'again');
    expect(await result()).toMatchObject({ reason: 'three times is enough' });
    await processor.gaveUp({ ...payload, crawlId: 'gone' }, 'nobody asks');
  });
});
