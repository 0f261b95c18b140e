import { gzipSync } from 'node:zlib';
import { checker, CrawlAnswer, ErrorBody } from '@sitegrep/contract';
import type { Outcome } from '@sitegrep/site';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, ask, serve, type Served } from '../../../test/served-api.ts';

const checkCrawl = checker(CrawlAnswer);
const checkError = checker(ErrorBody);

let api: Served;
let admin: string;
let woken = 0;
/** Sites of crawls are read once it has resolved. */
let copying: Promise<void> = Promise.resolve();
beforeAll(async () => {
  api = await serve({
    parts: ({ storage, ...parts }) => {
      const { crawls } = storage;
      const sites: typeof crawls.sites = async (...given) => {
        await copying;
        return crawls.sites(...given);
      };
      return { ...parts, storage: { ...storage, crawls: { ...crawls, sites } }, onWork: () => (woken += 1) };
    },
  });
  admin = await api.key(['admin']);
});
afterAll(() => api.close());

const post = (
  path: string,
  init: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> =>
  ask(api.url + path, { method: 'POST', ...init, headers: { 'x-api-key': admin, ...init.headers } });

function crawlOf({ status, body }: Answer, expected: number) {
  const checked = checkCrawl(body);
  if (!checked.ok) throw new Error(`${status} ${JSON.stringify(body)} ${JSON.stringify(checked.problem)}`);
  expect(status).toBe(expected);
  return checked.value.data;
}

function detailsOf({ body }: Answer, title = 'Conflict'): string {
  const checked = checkError(body);
  if (!checked.ok) throw new Error(`not an error body: ${JSON.stringify(body)}`);
  expect(checked.value.error).toBe(title);
  return checked.value.details;
}

async function submitted(...domains: readonly string[]): Promise<string> {
  const { crawls } = api.storage;
  const { id } = await crawls.create({ maxPages: 2, maxDepth: 1, priority: 3 });
  await crawls.appendSites(
    id,
    domains.map((domain) => ({ domain, urls: [] })),
  );
  await crawls.seal(id, { count: 0, reasons: {}, samples: [] }, { firstEntries: domains });
  return id;
}

const end = (id: string, domain: string, outcome: Outcome) =>
  api.storage.crawls.finish(id, domain, {
    outcome,
    reason: null,
    pages: 0,
    bytes: 0,
    startedAt: 1,
    finishedAt: 2,
    redirects: [],
  });

describe('cancelling', () => {
  test('is done when it is answered, wakes the worker, and may be repeated', async () => {
    const id = await submitted('a.test', 'b.test');
    await end(id, 'a.test', 'indexed');
    const before = woken;
    const crawl = crawlOf(await post(`/admin/crawls/${id}/cancel`), 200);
    expect(crawl).toMatchObject({ id, state: 'cancelled', finished_at: null, eta_seconds: null });
    expect(woken).toBe(before + 1);
    expect(crawlOf(await post(`/admin/crawls/${id}/cancel`), 200)).toEqual(crawl);
    await api.storage.crawls.cancelSites(10);
    expect(crawlOf(await post(`/admin/crawls/${id}/cancel`), 200)).toMatchObject({
      state: 'cancelled',
      finished_at: expect.any(String),
      outcomes: { indexed: 1, cancelled: 1 },
      eta_seconds: 0,
    });
  });

  test('a crawl that has completed is a 409, one whose list is still coming in, too', async () => {
    const completed = await submitted('a.test');
    await end(completed, 'a.test', 'dns_failed');
    const late = await post(`/admin/crawls/${completed}/cancel`);
    expect([late.status, detailsOf(late)]).toEqual([409, expect.stringContaining('has completed')]);
    const { id } = await api.storage.crawls.create({ maxPages: 1, maxDepth: 0, priority: 5 });
    const early = await post(`/admin/crawls/${id}/cancel`);
    expect([early.status, detailsOf(early)]).toEqual([409, expect.stringContaining('still being received')]);
    await api.storage.crawls.discard(id);
  });
});

describe('retrying', () => {
  test('is a new crawl of what failed, tied to the old one', async () => {
    const id = await submitted('a.test', 'b.test', 'c.test');
    await end(id, 'a.test', 'indexed');
    await end(id, 'b.test', 'timed_out');
    const retried = crawlOf(await post(`/admin/crawls/${id}/retry`), 202);
    expect(retried).toMatchObject({ state: 'queued', retry_of: id, sites: { total: 1 } });
    expect(await api.storage.crawls.unfinished(retried.id, null, 10)).toEqual(['b.test']);
    expect((await api.storage.crawls.spec(retried.id))?.maxPages).toBe(2);
  });

  test('of all sites takes those that did not fail, too', async () => {
    const id = await submitted('a.test', 'b.test');
    await end(id, 'a.test', 'indexed');
    await end(id, 'b.test', 'timed_out');
    const again = crawlOf(await post(`/admin/crawls/${id}/retry?sites=all`), 202);
    expect(again).toMatchObject({ retry_of: id, sites: { total: 2 } });
    const refused = await post(`/admin/crawls/${id}/retry?sites=some`);
    expect([refused.status, detailsOf(refused, 'Bad request')]).toEqual([
      400,
      expect.stringContaining('sites'),
    ]);
  });

  test('where nothing failed is a 409 and makes no crawl', async () => {
    const id = await submitted('a.test');
    await end(id, 'a.test', 'not_html');
    const answer = await post(`/admin/crawls/${id}/retry`);
    expect([answer.status, detailsOf(answer)]).toEqual([409, expect.stringContaining('nothing to retry')]);
    expect((await api.storage.crawls.list({ limit: 1 })).items[0]?.id).toBe(id);
  });

  test('with an Idempotency-Key is one new crawl, however often it is sent, also while sites are copied', async () => {
    const id = await submitted('a.test', 'b.test');
    const sending = (sites: string, headers: Readonly<Record<string, string>> = {}) =>
      post(`/admin/crawls/${id}/retry?sites=${sites}`, { headers });
    const key = { 'idempotency-key': crypto.randomUUID() };
    const before = (await api.storage.crawls.list({ limit: 1_000 })).items.length;
    const rest = Promise.withResolvers<void>();
    copying = rest.promise;
    const first = sending('all', key);
    await expect
      .poll(async () => (await api.storage.crawls.list({ limit: 1_000 })).items.length, { timeout: 30_000 })
      .toBe(before + 1);
    for (const headers of [key, {}]) {
      const early = await sending('all', headers);
      expect([early.status, detailsOf(early)]).toEqual([409, expect.stringMatching(/copied/)]);
      expect(early.headers.get('retry-after')).toBe('5');
    }
    rest.resolve();
    const made = crawlOf(await first, 202);
    expect(made).toMatchObject({ retry_of: id, sites: { total: 2 } });
    expect(crawlOf(await sending('all', key), 202).id).toBe(made.id);
    const other = await sending('failed', key);
    expect([other.status, detailsOf(other)]).toEqual([
      409,
      expect.stringContaining(`became crawl ${made.id}`),
    ]);
    expect((await api.storage.crawls.list({ limit: 1_000 })).items).toHaveLength(before + 1);
  });

  test('waits until all sites of a crawl are there', async () => {
    const { crawls } = api.storage;
    const { id } = await crawls.create({ maxPages: 2, maxDepth: 1, priority: 3 });
    await crawls.appendSites(id, [{ domain: 'a.test', urls: [] }]);
    const early = await post(`/admin/crawls/${id}/retry?sites=all`);
    expect([early.status, detailsOf(early)]).toEqual([409, expect.stringContaining('still being received')]);
    await crawls.discard(id);
  });

  test('a crawl that is being cancelled is to be waited for', async () => {
    const id = await submitted('a.test');
    await api.storage.crawls.cancel(id);
    const answer = await post(`/admin/crawls/${id}/retry`);
    expect([answer.status, detailsOf(answer)]).toEqual([409, expect.stringContaining('being cancelled')]);
    expect(answer.headers.get('retry-after')).toBe('15');
    await api.storage.crawls.cancelSites(10);
    expect(crawlOf(await post(`/admin/crawls/${id}/retry`), 202).sites.total).toBe(1);
  });
});

describe('deleting', () => {
  const remove = (id: string) =>
    ask(`${api.url}/admin/crawls/${id}`, { method: 'DELETE', headers: { 'x-api-key': admin } });

  test('removes the records of a crawl that has ended, wakes the worker, and is a 404 then', async () => {
    const id = await submitted('a.test', 'b.test');
    await end(id, 'a.test', 'indexed');
    const running = await remove(id);
    expect([running.status, detailsOf(running)]).toEqual([
      409,
      expect.stringContaining('has not ended; cancel it'),
    ]);
    await end(id, 'b.test', 'timed_out');
    const before = woken;
    expect(crawlOf(await remove(id), 200)).toMatchObject({ id, state: 'completed', sites: { total: 2 } });
    expect(woken).toBe(before + 1);
    for (const path of ['', '/sites', '/events']) {
      const gone = await ask(`${api.url}/admin/crawls/${id}${path}`, {
        method: 'GET',
        headers: { 'x-api-key': admin },
      });
      expect(gone.status).toBe(404);
    }
    expect((await remove(id)).status).toBe(404);
    expect((await remove('nothing?now=1')).status).toBe(400);
  });

  test('is refused while the list of the crawl is still coming in', async () => {
    const { id } = await api.storage.crawls.create({ maxPages: 1, maxDepth: 1, priority: 5 });
    const answer = await remove(id);
    expect([answer.status, detailsOf(answer)]).toEqual([409, expect.stringContaining('abort the upload')]);
    await api.storage.crawls.discard(id);
  });
});

test.each(['cancel', 'retry'])('what there is not can’t be steered (%s)', async (what) => {
  expect((await post(`/admin/crawls/nothing/${what}`)).status).toBe(404);
  expect((await post(`/admin/crawls/nothing/${what}?now=1`)).status).toBe(400);
  expect((await ask(`${api.url}/admin/crawls/nothing/${what}`, { method: 'GET' })).status).toBe(405);
  expect((await ask(`${api.url}/admin/crawls/nothing/${what}`, { method: 'POST' })).status).toBe(401);
});

describe('a submission with an Idempotency-Key', () => {
  const upload = (key: string, body: NonNullable<RequestInit['body']>, query = '', type = 'text/plain') =>
    post(`/admin/crawls${query}`, {
      headers: { 'idempotency-key': key, 'content-type': type },
      body,
      duplex: 'half',
    });
  const crawlCount = async () => (await api.storage.crawls.list({ limit: 1_000 })).items.length;

  test('that is sent again is the same crawl, as it is by then', async () => {
    for (const [type, body] of [
      ['text/plain', 'a.test\nb.test\n'],
      ['application/json', '{"domains":["a.test","b.test"],"priority":2}'],
      ['text/plain', gzipSync('a.test\nb.test\n')],
    ] as const) {
      const key = crypto.randomUUID();
      const first = crawlOf(await upload(key, body, '', type), 202);
      await end(first.id, 'a.test', 'dns_failed');
      const before = await crawlCount();
      expect(crawlOf(await upload(key, body, '', type), 202)).toMatchObject({
        id: first.id,
        outcomes: { dns_failed: 1 },
      });
      expect(await crawlCount()).toBe(before);
    }
  });

  test('that is another one is a 409 that names the crawl of the first', async () => {
    const key = crypto.randomUUID();
    const { id } = crawlOf(await upload(key, 'a.test\n'), 202);
    const before = await crawlCount();
    for (const other of [
      upload(key, 'a.test\nb.test\n'),
      upload(key, 'a.test\n', '?priority=1'),
      upload(key, 'a.test\n', '', 'text/csv'),
      upload(key, '{"domains":["a.test"]}', '', 'application/json'),
    ]) {
      const answer = await other;
      expect([answer.status, detailsOf(answer)]).toEqual([
        409,
        expect.stringContaining(`became crawl ${id}`),
      ]);
    }
    expect(await crawlCount()).toBe(before);
  });

  test('is a 409 to be repeated while the first one still comes in, of which one crawl comes', async () => {
    const key = crypto.randomUUID();
    const rest = Promise.withResolvers<void>();
    const slow = ReadableStream.from(
      (async function* () {
        yield new TextEncoder().encode('a.test\n'.repeat(2_000));
        await rest.promise;
        yield new TextEncoder().encode('b.test\n');
      })(),
    );
    const before = await crawlCount();
    const first = upload(key, slow);
    await expect.poll(crawlCount).toBe(before + 1);
    const second = await upload(key, 'a.test\n');
    expect([second.status, detailsOf(second)]).toEqual([
      409,
      expect.stringContaining('is still being received'),
    ]);
    expect(second.headers.get('retry-after')).toBe('5');
    rest.resolve();
    expect(crawlOf(await first, 202).sites.total).toBe(2);
    expect(await crawlCount()).toBe(before + 1);
  });

  test('several at once are one crawl', async () => {
    const key = crypto.randomUUID();
    const before = await crawlCount();
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(key, 'a.test\n')));
    expect(await crawlCount()).toBe(before + 1);
    const { id } = crawlOf(await upload(key, 'a.test\n'), 202);
    const taken = answers.filter(({ status }) => status === 202);
    expect(taken.length).toBeGreaterThan(0);
    for (const answer of taken) expect(crawlOf(answer, 202).id).toBe(id);
    const refused = answers.filter(({ status }) => status !== 202);
    for (const answer of refused) expect(detailsOf(answer)).toContain('is still being received');
  });

  test('that was refused may be sent again with it', async () => {
    const key = crypto.randomUUID();
    expect((await upload(key, '???\n')).status).toBe(400);
    expect(crawlOf(await upload(key, 'a.test\n'), 202).sites.total).toBe(1);
  });

  test('keys of different API keys have nothing to do with each other, and a key must be one', async () => {
    const key = crypto.randomUUID();
    const { id } = crawlOf(await upload(key, 'a.test\n'), 202);
    const other = await api.key(['admin']);
    const answer = await ask(`${api.url}/admin/crawls`, {
      method: 'POST',
      headers: { 'x-api-key': other, 'idempotency-key': key, 'content-type': 'text/plain' },
      body: 'b.test\n',
    });
    expect(crawlOf(answer, 202).id).not.toBe(id);
    for (const bad of ['', 'x'.repeat(256), 'ä']) {
      expect((await upload(bad, 'a.test\n')).status).toBe(400);
    }
  });
});
