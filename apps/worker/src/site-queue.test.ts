import { RetryLater } from '@sitegrep/jobs';
import type { SiteCrawler } from '@sitegrep/crawl';
import { StorageUnavailable } from '@sitegrep/storage';
import { describe, expect, test, vi } from 'vitest';
import type { Answer } from '../test/loopback.ts';
import { page, prepareSites } from '../test/sites.ts';

const BLOCKED_AT = Date.UTC(2026, 10, 22);

const sites = prepareSites();

describe('a site', () => {
  test('is fetched along its links, folded, stored, and its outcome recorded', async () => {
    const { run, result, loopback, pages } = await sites.site((_host, path) => {
      if (path === '/') return page('<a href="/b">b</a><a href="/none">404</a>');
      return path === '/b' ? page('<p>b') : null;
    });
    await run();
    expect(await pages()).toEqual([loopback.url('a.test'), loopback.url('a.test', '/b')]);
    expect(await result()).toMatchObject({ outcome: 'indexed', pages: 2 });
  });

  test('is one of many for which the specification of the crawl is read once', async () => {
    const { run, crawls } = await sites.site(() => page('<p>home'));
    const spec = vi.spyOn(crawls, 'spec');
    await run();
    await run();
    expect(spec).toHaveBeenCalledTimes(1);
  });

  test('that is blocked gets no request', async () => {
    const { run, result, loopback, crawls, payload } = await sites.site(() => page('<p>home'));
    const block = { domain: 'a.test', reason: 'takedown requested', at: BLOCKED_AT };
    await sites.storage.domains.blocks.block(block);
    await run();
    expect(loopback.requested).toEqual([]);
    const reason = 'blocked 2026-11-22: takedown requested';
    expect(await result()).toMatchObject({ outcome: 'blocked_domain', reason, pages: 0, bytes: 0 });
    expect(await crawls.get(payload.crawlId)).toMatchObject({
      state: 'completed',
      outcomes: { blocked_domain: 1 },
    });
  });

  test('that is taken down while it is fetched is not stored', async () => {
    const block = { domain: 'a.test', reason: null, at: BLOCKED_AT };
    const { run, result, pages } = await sites.site(async () => {
      await sites.storage.domains.blocks.takeDown(block);
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

  test('that was taken down loses the document that a killed worker left', async () => {
    const { run, result, pages } = await sites.site(() => page('<p>home'));
    await run();
    // Possible if index and blocks do not share a transaction.
    await sites.storage.domains.blocks.block({ domain: 'a.test', reason: null, at: BLOCKED_AT });
    const again = await sites.site(() => page('<p>home'));
    await again.run();
    expect(await pages()).toHaveLength(1);
    const covering = async () => ({ domain: 'a.test', reason: null, createdAt: BLOCKED_AT, takedown: true });
    const { domains } = sites.storage;
    const seeing = { ...domains, blocks: { ...domains.blocks, covering } };
    const cleared = await sites.site(() => page('<p>home'), { domains: seeing });
    await cleared.run();
    expect(await pages()).toEqual([]);
    expect((await result())?.outcome).toBe('indexed');
    expect((await cleared.result())?.outcome).toBe('blocked_domain');
  });

  test('does not follow redirects to blocked domains', async () => {
    await sites.storage.domains.blocks.block({ domain: 'b.test', reason: 'spam', at: BLOCKED_AT });
    const told: (string | null | undefined)[] = [];
    const crawler: Pick<SiteCrawler, 'crawl'> = {
      crawl: async (task, onPage, signal) => {
        told.push(await task.refusal?.('shop.b.test'), await task.refusal?.('c.test'));
        return sites.crawler.crawl(task, onPage, signal);
      },
    };
    const { run } = await sites.site(() => page('<p>home'), { crawler });
    await run();
    expect(told).toEqual(['blocked with b.test 2026-11-22: spam', null]);
  });

  test('that has ended is not fetched again: one document, one outcome', async () => {
    const { run, result, domains, loopback } = await sites.site(() => page('<p>home'));
    await run();
    const first = await result();
    await run();
    expect(loopback.requested).toEqual(['a.test/']);
    expect(domains.calls).toEqual([['a.test']]);
    expect(await result()).toEqual(first);
  });

  test('with a stored document but no outcome ends the same when the job comes again', async () => {
    const { run, result, crawls } = await sites.site(() => page('<p>home'), {
      settings: { storagePatienceMs: 0 },
    });
    let full = true;
    crawls.finish = async (...finished) => {
      if (full) throw new StorageUnavailable('disk is full');
      return sites.storage.crawls.finish(...finished);
    };
    await expect(run()).rejects.toThrow(RetryLater);
    expect(await result()).toBeNull();
    full = false;
    await run();
    expect((await sites.storage.domains.stats()).domains).toBe(1);
    expect(await result()).toMatchObject({ outcome: 'indexed', pages: 1 });
  });

  test('of a discarded crawl is not fetched', async () => {
    const { run, crawls, payload, loopback } = await sites.site(() => page('<p>home'));
    await crawls.discard(payload.crawlId);
    await run();
    expect(loopback.requested).toEqual([]);
  });

  test('without a page to index has an outcome and no document', async () => {
    const { run, result } = await sites.site(() => null);
    await run();
    expect((await sites.storage.domains.stats()).domains).toBe(0);
    expect(await result()).toMatchObject({ outcome: 'http_error', pages: 0 });
  });

  test('stops taking pages when its bytes are full', async () => {
    const web = (_host: string, path: string) => page(`<a href="${path}x">${'y'.repeat(600)}`);
    const { run, result, loopback, pages } = await sites.site(web, { settings: { maxSiteBytes: 1_000 } });
    await run();
    // The second page fills it, and does not fit.
    expect(await pages()).toHaveLength(1);
    expect(loopback.requested.length).toBe(3);
    expect(await result()).toMatchObject({ outcome: 'indexed', pages: 1 });
  });

  test('whose page crashes its analysis has that reason', async () => {
    const { run, result } = await sites.site(() => page('CRASH'));
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
    const { run, loopback, pages } = await sites.site(web);
    await run();
    expect(await pages()).toEqual([loopback.url('a.test', '/b')]);
    expect(loopback.requested).toEqual(['a.test/', 'a.test/b']);
  });

  test('nofollow of pages and links is overruled by the setting', async () => {
    const linked = (_host: string, path: string): Answer => {
      if (path === '/') return page('nofollow <a href="/b">b</a> <a unfollowed="/c">c</a>');
      return page(`own page ${path}`);
    };
    const obeying = await sites.site(linked);
    await obeying.run();
    expect(obeying.loopback.requested).toEqual(['a.test/']);
    const ignoring = await sites.site(linked, { settings: { honourNofollow: false } });
    await ignoring.run();
    expect(ignoring.loopback.requested).toEqual(['a.test/', 'a.test/b', 'a.test/c']);
  });

  test('noindex is overruled by the setting', async () => {
    const { run, pages } = await sites.site(web, { settings: { honourNoindex: false } });
    await run();
    expect(await pages()).toHaveLength(2);
  });
});

describe('a crawl that is cancelled', () => {
  const CANCELLED = { outcome: 'cancelled', reason: 'the crawl was cancelled', pages: 0 };

  test('does not fetch a site that was not begun', async () => {
    const { run, result, crawls, payload, loopback } = await sites.site(() => page('<p>home'));
    await crawls.cancel(payload.crawlId);
    await run();
    expect(loopback.requested).toEqual([]);
    expect(await result()).toMatchObject(CANCELLED);
    expect((await crawls.get(payload.crawlId))?.state).toBe('cancelled');
  });

  test('ends a site under way at once, without its pages', async () => {
    const begun = Promise.withResolvers<void>();
    const { run, result, crawls, payload, pages } = await sites.site((_host, path) => {
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

  test('ends its sites even if the records did not answer for a moment', async () => {
    const begun = Promise.withResolvers<void>();
    const { run, result, crawls, payload } = await sites.site(() => {
      begun.resolve();
      return 'never';
    });
    let failures = 1;
    const running = run();
    await begun.promise;
    crawls.cancelledAmong = async (ids) => {
      if (failures-- > 0) throw new StorageUnavailable('no answer');
      return sites.storage.crawls.cancelledAmong(ids);
    };
    await crawls.cancel(payload.crawlId);
    await running;
    expect(failures).toBeLessThan(0);
    expect(await result()).toMatchObject(CANCELLED);
  });
});
