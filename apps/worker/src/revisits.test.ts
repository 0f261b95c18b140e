import { createHash } from 'node:crypto';
import { type Analysis, openAnalysisPool, type AnalysisPool } from '@sitegrep/analysis';
import type { SiteCrawler } from '@sitegrep/crawl';
import { RetryNow } from '@sitegrep/jobs';
import { changesOf, NO_HISTORY, type SiteResult, verdictsOn } from '@sitegrep/site';
import {
  StorageCorrupt,
  type CrawlSpec,
  type DomainIndex,
  type DomainPut,
  type Storage,
  type StoredDomain,
  wholeSite,
} from '@sitegrep/storage';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serveChangingWeb, type ChangingPage, type ChangingWeb } from '../test/changing-web.ts';
import { openLoopbackCrawler } from '../test/loopback.ts';
import { openPutBatch } from './put-batch.ts';
import { createSiteProcessor, type SiteQueueParts, type SiteQueueSettings } from './site-queue.ts';
import { emptyIndex, openEmptyStorage } from '../../../packages/intake/test/empty-storage.ts';
import { WatchedIndex } from '../test/watched-index.ts';

let crawler: SiteCrawler;
let analysis: AnalysisPool;
let storage: Storage;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ storage, remove } = await openEmptyStorage());
  crawler = openLoopbackCrawler({ robotsTtlMs: 0 });
  const bounds = {
    threads: 1,
    deadlineMs: 60_000,
    heapMb: 512,
    maxSourceBytes: 1_000_000,
    fullText: true,
    queueLimit: 10,
  };
  analysis = openAnalysisPool(bounds);
});
afterAll(() => Promise.all([crawler.close(0), analysis.close(), remove()]));

let web: ChangingWeb;
let puts: WatchedIndex;
beforeEach(async () => {
  web = await serveChangingWeb();
  puts = new WatchedIndex(storage.domains);
});
afterEach(async () => {
  await web.close();
  await emptyIndex(storage.domains);
});

const SETTINGS: SiteQueueSettings = {
  maxSiteBytes: 100_000,
  honourNoindex: true,
  honourNofollow: true,
  conditionalRequests: true,
  siteDeadlineMs: 60_000,
  storageRetryMs: 5,
};

interface Given {
  readonly spec?: Partial<CrawlSpec>;
  readonly settings?: Partial<SiteQueueSettings>;
  readonly parts?: Partial<SiteQueueParts>;
  readonly paths?: readonly string[];
}

/** Runs a new crawl of the site. @returns its result, and the answers of the server */
async function crawl({ spec = {}, settings = {}, parts = {}, paths = ['/'] }: Given = {}) {
  const { crawls, domains } = storage;
  const { id: crawlId } = await crawls.create({ maxPages: 1, maxDepth: 1, priority: 5, ...spec });
  await crawls.appendSites(crawlId, [{ domain: 'a.test', urls: paths.map((path) => web.url(path)) }]);
  const processor = createSiteProcessor({
    crawls,
    domains,
    documents: openPutBatch(puts, { maxCharacters: 1, maxDelayMs: 0, maxWriting: 1 }),
    crawler,
    analysis,
    settings: { ...SETTINGS, ...settings },
    ...parts,
  });
  const run = (): Promise<void> =>
    processor.process(
      { crawlId, domain: 'a.test' },
      { signal: new AbortController().signal, attempt: 1, begun: 1, scheduledAt: null },
    );
  web.answered.length = 0;
  web.conditions.length = 0;
  puts.calls.length = 0;
  await run();
  const result = (await crawls.site(crawlId, 'a.test'))?.result ?? null;
  return { result: shown(result), answered: [...web.answered], puts: puts.calls.length, run };
}

function shown(result: SiteResult | null): string {
  return `${result?.outcome}, ${result?.pages} pages: ${result?.reason}`;
}

function stored(): Promise<StoredDomain | null> {
  return storage.domains.get('a.test');
}

const TODAY = new Date().toISOString().slice(0, 10);
const NOT_MODIFIED = `unchanged, 1 pages: as it was on ${TODAY} (304 Not Modified)`;
const SAME = `unchanged, 1 pages: as it was on ${TODAY} (the same content)`;
const INDEXED = 'indexed, 1 pages: null';
const LONG_AGO = 'Wed, 21 Oct 2015 07:28:00 GMT';

describe('a certificate that has changed is stored, although the page has not', () => {
  /** The crawler, as if its host had a certificate. */
  const certified = (certificate: string): Given => ({
    parts: {
      crawler: {
        crawl: ({ known, ...task }, onPage, signal) =>
          crawler.crawl(
            known === undefined
              ? task
              : {
                  ...task,
                  known: {
                    ...known,
                    onNotModified: (answer) => known.onNotModified({ ...answer, certificate }),
                  },
                },
            (page, leadsTo) => onPage({ ...page, certificate }, leadsTo),
            signal,
          ),
      },
    },
  });

  test.each<[string, ChangingPage, string]>([
    [
      '304',
      { html: '<p>one', headers: { etag: '"one"' }, answers304: 'if the entity tag matches' },
      NOT_MODIFIED,
    ],
    ['the same content', { html: '<p>one' }, SAME],
  ])('after %s', async (_, page, unchanged) => {
    web.pages.set('/', page);
    expect((await crawl(certified('expired 2026-03-01'))).result).toBe(INDEXED);
    expect((await crawl(certified('expired 2026-03-01'))).result).toBe(unchanged);
    expect((await stored())?.facts.certificate).toBe('expired 2026-03-01');
    expect((await crawl(certified('valid'))).result).toBe(INDEXED);
    const after = await stored();
    expect(after?.facts.certificate).toBe('valid');
    expect(after?.pages.map(({ source }) => source)).toEqual(['<p>one']);
    expect((await crawl(certified('valid'))).result).toBe(unchanged);
  });
});

describe('answers besides pages', () => {
  const robots = (text: string): void => void web.pages.set('/robots.txt', { html: text });
  /** Each page with the files of the site that it has. */
  const files = async (): Promise<readonly unknown[]> =>
    (await stored())?.pages.map(({ url, facts, answers }) => [
      new URL(url).pathname,
      facts.site?.files.map(({ name, isReal }) => [name, isReal]) ?? null,
      answers?.file ?? '',
    ]) ?? [];
  const verdict = async (): Promise<string | undefined> =>
    verdictsOn((await stored())?.pages[0]?.facts.site?.agents ?? null).find(({ agent }) => agent === 'GPTBot')
      ?.verdict;

  test.each<[string, ChangingPage, string]>([
    [
      '304',
      { html: '<p>one', headers: { etag: '"one"' }, answers304: 'if the entity tag matches' },
      NOT_MODIFIED,
    ],
    ['the same content', { html: '<p>one' }, SAME],
  ])('that have changed are stored, although the home page has not, by %s', async (_, page, unchanged) => {
    web.pages.set('/', page);
    expect((await crawl()).result).toBe(INDEXED);
    expect(await files()).toEqual([['/', [['robots.txt', false]], '']]);
    expect(await verdict()).toBe('allowed');
    const text = 'User-agent: GPTBot\nDisallow: /\n';
    robots(text);
    expect(await crawl()).toMatchObject({ result: INDEXED, puts: 1 });
    expect(await files()).toEqual([['/', [['robots.txt', true]], `/robots.txt\n${text}\n`]]);
    expect(await verdict()).toBe('blocked');
    const after = await stored();
    expect(after?.pages.map(({ source }) => source)).toEqual(['<p>one']);
    expect(await crawl()).toMatchObject({ result: unchanged, puts: 0 });
    expect(await stored()).toEqual(after);
  });

  test('are on the home page alone, whichever page that is', async () => {
    robots('User-agent: x');
    web.pages.set('/', { html: '<p>home' });
    web.pages.set('/b', { html: '<p>b' });
    const both = { paths: ['/', '/b'], spec: { maxPages: 2 } };
    const has = [[['robots.txt', true]], '/robots.txt\nUser-agent: x\n\n'];
    await crawl(both);
    expect(await files()).toEqual([
      ['/', ...has],
      ['/b', null, ''],
    ]);
    web.pages.delete('/');
    await crawl(both);
    expect(await files()).toEqual([['/b', ...has]]);
    web.pages.set('/', { html: '<p>home' });
    await crawl(both);
    expect(await files()).toEqual([
      ['/', ...has],
      ['/b', null, ''],
    ]);
    expect((await crawl(both)).puts).toBe(0);
  });
});

describe('an icon', () => {
  const RED = 'R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=';
  const BLUE = 'R0lGODlhAQABAIAAAAAA/////ywAAAAAAQABAAACAkQBADs=';
  const iconAt = (path: string, base64: string): void =>
    void web.pages.set(path, { html: Buffer.from(base64, 'base64') });
  const md5 = (base64: string): string =>
    createHash('md5').update(Buffer.from(base64, 'base64')).digest('hex');
  let seeking: SiteCrawler;
  beforeAll(() => void (seeking = openLoopbackCrawler({ robotsTtlMs: 0, icons: true })));
  afterAll(() => seeking.close(0));
  const visit = async () => {
    const { result, answered } = await crawl({ parts: { crawler: seeking } });
    const { site } = (await stored())?.pages[0]?.facts ?? {};
    return { result, answered, url: site?.icon?.url ?? null, md5: site?.icon?.md5 ?? null };
  };

  test('that a page declares is stored, and requested again when the page has changed', async () => {
    const tagged = (etag: string): ChangingPage => ({
      html: `<link rel=icon href=/i.gif><p>${etag}`,
      headers: { etag },
      answers304: 'if the entity tag matches',
    });
    web.pages.set('/', tagged('"one"'));
    iconAt('/i.gif', RED);
    const url = web.url('/i.gif');
    const first = { result: INDEXED, url, md5: md5(RED) };
    expect(await visit()).toEqual({ ...first, answered: ['200 /', '200 /i.gif'] });
    iconAt('/i.gif', BLUE);
    expect(await visit()).toEqual({ ...first, result: NOT_MODIFIED, answered: ['304 /'] });
    web.pages.set('/', tagged('"two"'));
    const second = { result: INDEXED, url, md5: md5(BLUE) };
    expect(await visit()).toEqual({ ...second, answered: ['200 /', '200 /i.gif'] });
  });

  test.each<[string, ChangingPage, string]>([
    ['304', { html: '<p>one', headers: { etag: '"one"' }, answers304: 'if the entity tag matches' }, '304 /'],
    ['the same content', { html: '<p>one' }, '200 /'],
  ])('that is not stored is requested although the page has not changed, by %s', async (_, page, answer) => {
    web.pages.set('/', page);
    const none = { url: null, md5: null };
    expect(await visit()).toEqual({ ...none, result: INDEXED, answered: ['200 /', '404 /favicon.ico'] });
    expect(await visit()).toMatchObject({ ...none, answered: [answer, '404 /favicon.ico'] });
    iconAt('/favicon.ico', RED);
    const found = { url: web.url('/favicon.ico'), md5: md5(RED) };
    expect(await visit()).toEqual({ ...found, result: INDEXED, answered: [answer, '200 /favicon.ico'] });
    expect(await visit()).toMatchObject({ ...found, answered: [answer] });
  });

  test('in the page needs no request', async () => {
    web.pages.set('/', { html: `<link rel="shortcut icon" href="data:image/gif;base64,${RED}">` });
    const stays = { url: 'data:', md5: md5(RED), answered: ['200 /'] };
    expect(await visit()).toEqual({ ...stays, result: INDEXED });
    expect(await visit()).toEqual({ ...stays, result: SAME });
    expect((await stored())?.pages[0]?.facts.site?.icon).toMatchObject({
      bytes: 35,
      phash: expect.stringMatching(/^[0-9a-f]{16}$/),
      png: expect.stringMatching(/^iVBORw0KGgo/),
      problem: null,
    });
  });

  test('that is a page is none', async () => {
    web.pages.set('/', { html: '<p>one' });
    web.pages.set('/favicon.ico', { html: '<!doctype html><svg><script>alert(1)</script></svg>' });
    expect(await visit()).toMatchObject({ url: null, md5: null, result: INDEXED });
  });
});

describe('a page that has not changed', () => {
  const tagged = (etag: string): ChangingPage => ({
    html: '<p>one',
    headers: { etag },
    answers304: 'if the entity tag matches',
  });

  test.each<[string, ChangingPage, string, string]>([
    ['an entity tag', tagged('"one"'), NOT_MODIFIED, '304 /'],
    ['a weak entity tag', tagged('W/"one"'), NOT_MODIFIED, '304 /'],
    ['an entity tag for compressed pages', tagged('"one-gzip"'), NOT_MODIFIED, '304 /'],
    [
      'a date',
      {
        html: '<p>one',
        headers: { 'last-modified': LONG_AGO },
        answers304: 'if the date matches',
      },
      NOT_MODIFIED,
      '304 /',
    ],
    ['neither', { html: '<p>one' }, SAME, '200 /'],
    ['an entity tag that the server ignores', { html: '<p>one', headers: { etag: '"one"' } }, SAME, '200 /'],
  ])('is known by %s; its document stays as it is', async (_what, page, result, answer) => {
    web.pages.set('/', page);
    expect(await crawl()).toMatchObject({ result: INDEXED, answered: ['200 /'], puts: 1 });
    const before = await stored();
    const visited = await storage.domains.lastVisit('a.test');
    expect(await crawl()).toMatchObject({ result, answered: [answer], puts: 0 });
    expect(await stored()).toEqual(before);
    const revisited = await storage.domains.lastVisit('a.test');
    expect(revisited?.revision).toBe(visited?.revision);
    expect(revisited?.at).toBeGreaterThanOrEqual(visited?.at ?? Infinity);
    expect(await crawl()).toMatchObject({ result, puts: 0 });
  });

  test('is not read from the storage with its source', async () => {
    web.pages.set('/', tagged('"one"'));
    await crawl();
    const get = () => Promise.reject(new Error('the source was read'));
    const domains = { ...storage.domains, get };
    expect(await crawl({ parts: { domains } })).toMatchObject({ result: NOT_MODIFIED, puts: 0 });
  });

  test('is known by its content if the entity tag changes with every answer', async () => {
    web.pages.set('/', tagged('"one"'));
    await crawl();
    web.pages.set('/', tagged('"two"'));
    expect(await crawl()).toMatchObject({ result: SAME, answered: ['200 /'], puts: 0 });
    expect(web.conditions).toEqual([{ ifNoneMatch: '"one"', ifModifiedSince: null }]);
  });

  test('is known at the URL that the site redirects to', async () => {
    web.pages.set('/', { html: '', status: 301, headers: { location: '/home' } });
    web.pages.set('/home', tagged('"home"'));
    expect(await crawl()).toMatchObject({ result: INDEXED, answered: ['301 /', '200 /home'] });
    expect(await crawl()).toMatchObject({ result: NOT_MODIFIED, answered: ['301 /', '304 /home'] });
    expect(web.conditions[0]).toEqual({ ifNoneMatch: null, ifModifiedSince: null });
  });
});

describe('a page that has changed', () => {
  test('is indexed anew, with its new validators', async () => {
    const page: ChangingPage = {
      html: '<p>one',
      headers: { etag: '"one"' },
      answers304: 'if the entity tag matches',
    };
    web.pages.set('/', page);
    await crawl();
    web.pages.set('/', { ...page, html: '<p>two', headers: { etag: '"two"' } });
    expect(await crawl()).toMatchObject({ result: INDEXED, answered: ['200 /'], puts: 1 });
    expect((await stored())?.pages.map(({ source }) => source)).toEqual(['<p>two']);
    expect(await crawl()).toMatchObject({ result: NOT_MODIFIED, answered: ['304 /'] });
  });

  test.each<[string, Partial<ChangingPage>]>([
    ['its charset', { headers: { 'content-type': 'text/html; charset=iso-8859-1' } }],
    ['its content', { html: '<p>é.' }],
  ])('in %s only is not taken for the same', async (_what, change) => {
    web.pages.set('/', { html: '<p>é', headers: { 'content-type': 'text/html; charset=utf-8' } });
    await crawl();
    const before = await stored();
    web.pages.set('/', { html: '<p>é', ...change });
    expect(await crawl()).toMatchObject({ result: INDEXED, puts: 1 });
    expect((await stored())?.pages[0]?.source).not.toBe(before?.pages[0]?.source);
  });

  test('and now asks not to be indexed is not indexed, and its document stays until a page replaces it', async () => {
    web.pages.set('/', { html: '<p>one' });
    await crawl();
    web.pages.set('/', { html: '<p>one', headers: { 'x-robots-tag': 'noindex' } });
    const { result, puts: written } = await crawl();
    expect([result, written]).toEqual(['robots_disallowed, 0 pages: the page asks not to be indexed', 0]);
  });

  test('only in its robots directives, by a 304, is handled by them', async () => {
    web.pages.set('/', { html: '<p>one', headers: { etag: '"one"' }, answers304: 'always' });
    // The first request has no conditions.
    expect((await crawl()).result).toBe(
      'http_error, 0 pages: answered 304 Not Modified to a request without conditions',
    );
    web.pages.set('/', { html: '<p>one', headers: { etag: '"one"' } });
    await crawl();
    web.pages.set('/', { html: '', headers: { 'x-robots-tag': 'noindex' }, answers304: 'always' });
    expect((await crawl()).result).toBe('robots_disallowed, 0 pages: the page asks not to be indexed');
    web.pages.set('/', { html: '', headers: { 'x-robots-tag': 'noarchive' }, answers304: 'always' });
    expect((await crawl()).result).toBe(NOT_MODIFIED);
  });

  test('and is disallowed by robots.txt now is not fetched', async () => {
    web.pages.set('/', { html: '<p>one' });
    await crawl();
    web.pages.set('/robots.txt', { html: 'User-agent: *\nDisallow: /' });
    const { result, answered } = await crawl();
    expect([result.split(',')[0], answered]).toEqual(['robots_disallowed', []]);
  });
});

describe('a site of several pages', () => {
  const spec = { maxPages: 10, maxDepth: 2 };
  const page = (html: string): ChangingPage => ({
    html,
    headers: { etag: `"${html.length}"` },
    answers304: 'if the entity tag matches',
  });
  const sources = async () =>
    Object.fromEntries(
      ((await stored())?.pages ?? []).map(({ url, source }) => [new URL(url).pathname, source]),
    );

  beforeEach(async () => {
    web.pages.set('/', page('<a href="/a">a</a><a href="/b">b</a>'));
    web.pages.set('/a', page('<p>a <a href="/c">c</a>'));
    web.pages.set('/b', page('<p>the b'));
    web.pages.set('/c', page('<p>this is c'));
    const { result } = await crawl({ spec });
    if (result !== 'indexed, 4 pages: null') throw new Error(result);
  });

  test('is walked along the links of unchanged pages', async () => {
    const { result, answered, puts: written } = await crawl({ spec });
    expect(answered).toEqual(['304 /', '304 /a', '304 /b', '304 /c']);
    expect(result).toBe(`unchanged, 4 pages: as it was on ${TODAY} (4 × 304 Not Modified)`);
    expect(written).toBe(0);
  });

  test('with some changed pages has the new ones and the stored ones together', async () => {
    const before = await stored();
    web.pages.set('/b', page('<p>a longer b <a href="/d">d</a>'));
    web.pages.set('/d', page('<p>new: d'));
    const { result, answered } = await crawl({ spec });
    expect(result).toBe('indexed, 5 pages: null');
    expect(answered).toEqual(['304 /', '304 /a', '200 /b', '304 /c', '200 /d']);
    expect(await sources()).toMatchObject({
      '/b': '<p>a longer b <a href="/d">d</a>',
      '/c': '<p>this is c',
      '/d': '<p>new: d',
    });
    const after = await stored();
    expect(after?.pages.find(({ url }) => url.endsWith('/c'))).toEqual(
      before?.pages.find(({ url }) => url.endsWith('/c')),
    );
    expect((await crawl({ spec })).result).toContain('unchanged, 5 pages');
  });

  test('puts the changed pages alone, and reads none of the others', async () => {
    web.pages.set('/b', page('<p>a longer b'));
    web.pages.delete('/c');
    const sent: DomainPut[] = [];
    const unread = () => Promise.reject(new Error('a source is read'));
    const domains = { ...storage.domains, get: unread, records: unread, sources: unread };
    const put: DomainIndex['put'] = (some) => {
      sent.push(...some);
      return storage.domains.put(some);
    };
    const documents = openPutBatch({ put }, { maxCharacters: 1, maxDelayMs: 0, maxWriting: 1 });
    const paths = ['/', '/a', '/b', '/c'];
    const given = { spec: { maxPages: 10, maxDepth: 0 }, parts: { domains, documents }, paths };
    const { result, answered } = await crawl(given);
    expect(result).toBe('indexed, 3 pages: null');
    expect(answered).toEqual(['304 /', '304 /a', '200 /b', '404 /c']);
    expect(sent.map(({ pages, removed }) => ({ pages: pages.map(({ url }) => url), removed }))).toEqual([
      { pages: [web.url('/b')], removed: [web.url('/c')] },
    ]);
    expect(Object.keys(await sources())).toEqual(['/', '/a', '/b']);
  });

  test('is visited again if another writer overtakes it', async () => {
    web.pages.set('/b', page('<p>a longer b'));
    const overtaken = async (...args: Parameters<DomainIndex['put']>): ReturnType<DomainIndex['put']> => {
      const before = await stored();
      if (before === null) throw new Error('nothing is stored');
      await storage.domains.put([wholeSite(before)]);
      return storage.domains.put(...args);
    };
    const documents = openPutBatch({ put: overtaken }, { maxCharacters: 1, maxDelayMs: 0, maxWriting: 1 });
    await expect(crawl({ spec, parts: { documents } })).rejects.toThrow(RetryNow);
    expect(await sources()).toMatchObject({ '/b': '<p>the b' });
    expect((await crawl({ spec })).result).toBe('indexed, 4 pages: null');
  });

  test('with a missing page has the others', async () => {
    web.pages.delete('/c');
    const { result, answered } = await crawl({ spec });
    expect(result).toBe('indexed, 3 pages: null');
    expect(answered).toEqual(['304 /', '304 /a', '304 /b', '404 /c']);
    expect(Object.keys(await sources())).toEqual(['/', '/a', '/b']);
  });

  test('with unchanged pages without validators is walked, too', async () => {
    for (const path of ['/', '/a']) web.pages.set(path, { html: web.pages.get(path)?.html ?? '' });
    const { result, puts: written } = await crawl({ spec });
    expect(result).toBe(
      `unchanged, 4 pages: as it was on ${TODAY} (2 × 304 Not Modified, 2 × the same content)`,
    );
    expect(written).toBe(0);
  });
});

/** An analysis that failed. */
const CRASHED: Analysis = { kind: 'crashed', reason: 'too deep' };

describe('a page is fetched without conditions if there is', () => {
  const taggedOne = (): ChangingPage => ({
    html: '<p>one',
    headers: { etag: '"one"' },
    answers304: 'always',
  });
  beforeEach(async () => {
    web.pages.set('/', { html: '<p>one', headers: { etag: '"one"' } });
    await crawl();
  });

  test.each<[string, Given]>([
    ['conditional requests turned off', { settings: { conditionalRequests: false } }],
  ])('%s', async (_what, given) => {
    const { result, answered, puts: written } = await crawl(given);
    expect([result, answered, written]).toEqual([INDEXED, ['200 /'], 1]);
    expect(web.conditions).toEqual([{ ifNoneMatch: null, ifModifiedSince: null }]);
  });

  test('no page is, whose facts another version gave: they are renewed first', async () => {
    web.pages.set('/', { ...taggedOne(), answers304: 'if the entity tag matches' });
    const { result, answered } = await crawl({ parts: { analysis: versioned('0-older') } });
    expect([result, answered]).toEqual([NOT_MODIFIED, ['304 /']]);
    expect((await stored())?.pages.map(({ facts }) => facts.version)).toEqual(['0-older']);
  });

  test('a damaged document, which is put anew', async () => {
    const domains = {
      ...storage.domains,
      pages: () => Promise.reject(new StorageCorrupt('the document has no pages: crawl it again')),
    };
    expect(await crawl({ parts: { domains } })).toMatchObject({ result: INDEXED, puts: 1 });
  });

  test('a document whose sources can’t be read, after a first visit', async () => {
    web.pages.set('/', { ...taggedOne(), answers304: 'if the entity tag matches' });
    const records = () => Promise.reject(new StorageCorrupt('the document has no pages: crawl it again'));
    const given = { spec: { maxPages: 2 }, parts: { domains: { ...storage.domains, records } } };
    expect(await crawl(given)).toMatchObject({ result: INDEXED, answered: ['304 /', '200 /'], puts: 1 });
  });

  test.each<[what: string, broken: Partial<Pick<DomainIndex, 'outline' | 'put'>>]>([
    ['outlines', { outline: () => Promise.reject(new StorageCorrupt('wrong checksum')) }],
    [
      'pages that stay',
      {
        put: (some) =>
          some.some(({ removed }) => removed !== 'others')
            ? Promise.reject(new StorageCorrupt('wrong checksum'))
            : storage.domains.put(some),
      },
    ],
  ])('a document whose %s can’t be read, after a first visit', async (_, broken) => {
    const paths = ['/', '/a'];
    web.pages.set('/', { ...taggedOne(), answers304: 'if the entity tag matches' });
    web.pages.set('/a', { html: '<p>new' });
    const domains = { ...storage.domains, ...broken };
    const documents = openPutBatch(domains, { maxCharacters: 1, maxDelayMs: 0, maxWriting: 1 });
    const given = { spec: { maxPages: 2, maxDepth: 0 }, parts: { domains, documents }, paths };
    expect(await crawl(given)).toMatchObject({
      result: 'indexed, 2 pages: null',
      answered: ['304 /', '200 /a', '200 /', '200 /a'],
    });
    expect((await stored())?.pages.map(({ source }) => source)).toEqual(['<p>one', '<p>new']);
  });

  test('a document that was put while it was compared', async () => {
    web.pages.set('/', taggedOne());
    const before = await stored();
    if (before === null) throw new Error('nothing is stored');
    const { pages, facts, domain } = before;
    const confirm = async (...args: Parameters<typeof storage.domains.confirm>): Promise<boolean> => {
      await storage.domains.put([wholeSite({ domain, pages, facts })]);
      return storage.domains.confirm(...args);
    };
    await expect(crawl({ parts: { domains: { ...storage.domains, confirm } } })).rejects.toThrow(RetryNow);
    expect((await crawl()).result).toBe(NOT_MODIFIED);
  });

  test('facts that cannot be renewed', async () => {
    const crashing = { ...versioned('0-older'), analyzeAgain: () => Promise.resolve(CRASHED) };
    const { result, answered, puts: written } = await crawl({ parts: { analysis: crashing } });
    expect([result, answered, written]).toEqual([INDEXED, ['200 /'], 1]);
    expect(web.conditions).toEqual([{ ifNoneMatch: null, ifModifiedSince: null }]);
  });

  /** An analysis of another version. */
  function versioned(factsVersion: string): SiteQueueParts['analysis'] {
    const renamed = async (of: Promise<Analysis>): Promise<Analysis> => {
      const result = await of;
      if (result.kind === 'crashed') return result;
      return {
        ...result,
        record: { ...result.record, facts: { ...result.record.facts, version: factsVersion } },
      };
    };
    return {
      factsVersion,
      analyze: (page) => renamed(analysis.analyze(page)),
      analyzeAgain: (page, version) => renamed(analysis.analyzeAgain(page, version)),
      readIcon: (bytes, urgency) => analysis.readIcon(bytes, urgency),
    };
  }
});

describe('a crawl that revisits sites after some days', () => {
  const spec = { revisitAfterDays: 7 };

  test('sends no request to a recently crawled site', async () => {
    web.pages.set('/', { html: '<p>one' });
    expect((await crawl({ spec })).result).toBe(INDEXED);
    const { result, answered } = await crawl({ spec });
    expect(result).toBe(`unchanged, 0 pages: crawled ${TODAY}, to be revisited after 7 days`);
    expect(answered).toEqual([]);
    expect((await crawl()).result).toBe(SAME);
  });

  test('ends the same after a kill between document and outcome', async () => {
    web.pages.set('/', { html: '<p>one' });
    let killed = true;
    const finish: Storage['crawls']['finish'] = async (...finished) => {
      if (killed) throw new Error('killed');
      return storage.crawls.finish(...finished);
    };
    const parts = { crawls: { ...storage.crawls, finish } };
    const { crawls } = storage;
    await expect(crawl({ spec, parts })).rejects.toThrow('killed');
    expect((await stored())?.pages).toHaveLength(1);
    killed = false;
    const [left] = (await crawls.list({ limit: 1 })).items;
    const processor = createSiteProcessor({
      crawls,
      domains: storage.domains,
      documents: openPutBatch(puts, { maxCharacters: 1, maxDelayMs: 0, maxWriting: 1 }),
      crawler,
      analysis,
      settings: SETTINGS,
    });
    await processor.process(
      { crawlId: left?.id ?? '', domain: 'a.test' },
      { signal: new AbortController().signal, attempt: 2, begun: 2, scheduledAt: null },
    );
    expect(shown((await crawls.site(left?.id ?? '', 'a.test'))?.result ?? null)).toBe(INDEXED);
  });
});

describe('the history of a site', () => {
  const generator = (name: string): string => `<meta name="generator" content="${name}"><p>one`;
  const changes = async (): Promise<readonly string[]> => {
    const known = await storage.domains.history('a.test');
    return changesOf(known?.history ?? NO_HISTORY).map(({ by, added, removed }) =>
      [...added.map((label) => `+${label}`), ...removed.map((label) => `-${label}`), by].join(' '),
    );
  };
  const sources = async (): Promise<readonly string[] | undefined> =>
    (await storage.domains.history('a.test'))?.history.visits.map(({ source }) => source);

  test('has a change once a visit shows something new, and once two miss something', async () => {
    for (const name of ['One', 'One', 'Two', 'Two']) {
      web.pages.set('/', { html: generator(name) });
      await crawl();
    }
    expect(await changes()).toEqual(['+generator\0Two -generator\0One visit']);
    expect(await sources()).toEqual(['crawl', 'crawl', 'crawl', 'crawl']);
  });

  test('of which a crawl of fewer pages saw less keeps what stood on the others', async () => {
    web.pages.set('/', { html: '<p>one <a href="/a">a</a>' });
    web.pages.set('/a', { html: generator('One') });
    const all: Given = { spec: { maxPages: 5, maxDepth: 2 } };
    await crawl(all);
    for (const _ of [1, 2, 3]) await crawl();
    expect(await changes()).toEqual([]);
    web.pages.set('/', { html: '<p>one' });
    for (const _ of [1, 2]) await crawl(all);
    expect(await changes()).toEqual(['-generator\0One visit']);
  });

  test('that is gone has a change once two visits say so, and one that is back at once', async () => {
    web.pages.set('/', { html: '<p>one' });
    await crawl();
    web.pages.clear();
    await crawl();
    expect(await changes()).toEqual([]);
    await crawl();
    expect(await changes()).toEqual(['+outcome\0gone visit']);
    web.pages.set('/', { html: '<p>one' });
    await crawl();
    expect(await changes()).toEqual(['+outcome\0gone visit', '-outcome\0gone visit']);
  });

  test('whose pages new fingerprints look at has changes of a detector, apart from its own', async () => {
    web.pages.set('/', { html: generator('One') });
    await crawl();
    web.pages.set('/', { html: generator('Two') });
    const renewed: SiteQueueParts['analysis'] = {
      factsVersion: '0-older',
      analyze: async (page) => withGenerators(await analysis.analyze(page), ['Found', 'Two']),
      analyzeAgain: async (page, version) =>
        withGenerators(await analysis.analyzeAgain(page, version), ['Found', 'One']),
      readIcon: (bytes, urgency) => analysis.readIcon(bytes, urgency),
    };
    for (const _ of [1, 2]) await crawl({ parts: { analysis: renewed } });
    expect(await changes()).toEqual(['+generator\0Found detector', '+generator\0Two -generator\0One visit']);
  });

  /** An analysis of another version that finds these. */
  function withGenerators(result: Analysis, generators: readonly string[]): Analysis {
    if (result.kind === 'crashed') return result;
    const facts = { ...result.record.facts, version: '0-older', generators };
    return { ...result, record: { ...result.record, facts } };
  }
});
