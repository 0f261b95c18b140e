import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteResult } from '@sitegrep/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCrawlRecords } from './crawl-records.ts';
import { openKeyStore } from './key-store.ts';

const RESULT: SiteResult = {
  outcome: 'indexed',
  reason: null,
  pages: 1,
  bytes: 2,
  startedAt: 5_000,
  finishedAt: 6_000,
  redirects: [],
};

let folder: string;
/** File as a process leaves it that was stopped. */
let sound: Buffer;
let crawlId: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sitegrep-records-'));
  const keys = await openKeyStore(folder);
  const key = await keys.create({
    name: 'shop',
    prefix: 'sg_1',
    hash: 'a1a1a1a1',
    scopes: ['search'],
    rateLimitPerMinute: 60,
    expiresAt: null,
    createdAt: 1_000,
  });
  await keys.rotate(key.id, { hash: 'b2b2b2b2', prefix: 'sg_2', at: 2_000, overlapEndsAt: 3_000 });
  await keys.openSession(key.id, { hash: 'c3c3c3c3', at: 2_000, endsAt: 9_000 });
  await keys.touch(key.id, 2_500);
  await keys.secret('tokens');
  await keys.audit.add(
    {
      at: 1_000,
      actor: 'command_line',
      keyId: null,
      keyPrefix: null,
      sessionId: null,
      action: 'key.create',
      target: key.id,
      remoteAddress: null,
      requestId: null,
    },
    { result: 'done', status: null },
  );
  await keys.sizes.note(
    { day: '2026-11-26', at: 1_000, domains: 2, pages: 3, sourceBytes: 500, totalBytes: 400 },
    '2026-01-01',
  );
  await keys.measurements.note({ process: 'up', from: 3_600_000, series: { searches: [7_531, null] } });
  await keys.close();
  const crawls = openCrawlRecords(folder);
  const crawl = await crawls.create({ maxPages: 1, maxDepth: 1, priority: 5 });
  crawlId = crawl.id;
  await crawls.reserveKey('order 7', crawlId);
  await crawls.appendSites(crawlId, [
    { domain: 'a.example', urls: [] },
    { domain: 'b.example', urls: ['https://b.example/x'] },
  ]);
  await crawls.seal(crawlId, { count: 0, reasons: {}, samples: [] });
  await crawls.begin(crawlId, 'a.example', 5_000);
  await crawls.finish(crawlId, 'a.example', RESULT);
  const gone = await crawls.create({ maxPages: 1, maxDepth: 1, priority: 5 });
  await crawls.appendSites(gone.id, [{ domain: 'c.example', urls: [] }]);
  await crawls.discard(gone.id);
  await crawls.close();
  sound = readFileSync(join(folder, 'records.sqlite'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a bit that is flipped in', () => {
  /** A folder in which one bit of a text is another one, wherever the text is. */
  function flippedIn(text: string): string {
    const damaged = mkdtempSync(join(tmpdir(), 'sitegrep-records-'));
    const bytes = Buffer.from(sound);
    let at = bytes.indexOf(text);
    expect(at).toBeGreaterThan(0);
    for (; at !== -1; at = bytes.indexOf(text, at + 1)) bytes[at] = (bytes[at] ?? 0) ^ 1;
    copyFileSync(join(folder, 'records.sqlite'), join(damaged, 'records.sqlite'));
    writeFileSync(join(damaged, 'records.sqlite'), bytes);
    return damaged;
  }

  const NAMED =
    /records\.sqlite is damaged: the checksum of a row of table \w+ is wrong: restore the data folder/;

  it.each(['["search"]', 'sg_2', 'shop'])(
    'the key (%s) is named when it is used, listed or changed',
    async (text) => {
      const damaged = flippedIn(text);
      const keys = await openKeyStore(damaged);
      await expect(keys.findByHash('b2b2b2b2')).rejects.toThrow(NAMED);
      await expect(keys.findByHash('unknown')).rejects.toThrow(NAMED);
      await expect(keys.list()).rejects.toThrow(NAMED);
      await keys.close();
      rmSync(damaged, { recursive: true });
    },
  );

  it('measurements are named, and a process begins anew once they are forgotten', async () => {
    const damaged = flippedIn('7531');
    const keys = await openKeyStore(damaged);
    const { measurements } = keys;
    await expect(measurements.list('up')).rejects.toThrow(NAMED);
    const hour = { process: 'up', from: 3_600_000, series: { searches: [1] } };
    await expect(measurements.note(hour)).rejects.toThrow(NAMED);
    await measurements.forget('up');
    await measurements.note(hour);
    expect(await measurements.list('up')).toEqual([hour]);
    await keys.close();
    rmSync(damaged, { recursive: true });
  });

  it('an outcome is named when the site or its crawl is read, and no change gives it a checksum', async () => {
    const damaged = flippedIn('"outcome":"indexed"');
    const crawls = openCrawlRecords(damaged);
    await expect(crawls.site(crawlId, 'a.example')).rejects.toThrow(NAMED);
    await expect(crawls.sites(crawlId, { limit: 10 })).rejects.toThrow(NAMED);
    await expect(crawls.finish(crawlId, 'a.example', RESULT)).rejects.toThrow(NAMED);
    await expect(crawls.site(crawlId, 'a.example')).rejects.toThrow(NAMED);
    expect(await crawls.site(crawlId, 'b.example')).toMatchObject({ result: null });
    await crawls.close();
    rmSync(damaged, { recursive: true });
  });

  it('the timeline of a crawl is named when it is read, and outcomes are recorded all the same', async () => {
    const damaged = flippedIn('"widthMs":10000');
    const crawls = openCrawlRecords(damaged);
    await expect(crawls.timeline(crawlId)).rejects.toThrow(NAMED);
    const other = await crawls.create({ maxPages: 1, maxDepth: 1, priority: 5 });
    await crawls.appendSites(other.id, [{ domain: 'd.example', urls: [] }]);
    await crawls.seal(other.id, { count: 0, reasons: {}, samples: [] });
    // Those of both crawls share a transaction.
    await Promise.all([
      crawls.finish(crawlId, 'b.example', RESULT),
      crawls.finish(other.id, 'd.example', RESULT),
    ]);
    expect(await crawls.get(crawlId)).toMatchObject({ state: 'completed', pages: 2 });
    expect(await crawls.timeline(other.id)).toEqual({ from: 0, widthMs: 10_000, pages: [1] });
    await expect(crawls.timeline(crawlId)).rejects.toThrow(NAMED);
    await crawls.close();
    rmSync(damaged, { recursive: true });
  });

  it('the specification of a crawl is named when the crawl is read or worked on', async () => {
    const damaged = flippedIn('"maxPages":1');
    const crawls = openCrawlRecords(damaged);
    await expect(crawls.get(crawlId)).rejects.toThrow(NAMED);
    await expect(crawls.open(false, 10)).rejects.toThrow(NAMED);
    await expect(crawls.cancel(crawlId)).rejects.toThrow(NAMED);
    await expect(crawls.discardUnsealed(0)).resolves.toEqual([]);
    await crawls.close();
    rmSync(damaged, { recursive: true });
  });
});
