/* The client against the real API: what it gives and says is what the API has, and the types fit. */
import type {
  CrawlSiteItem,
  HtmlSearchRequest,
  MissingCrawl,
  QueryTree,
  SitegrepError,
} from '@sitegrep/client';
import { SitegrepClient } from '@sitegrep/client';
import { openApiDocument } from '@sitegrep/openapi';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { documentOf, serve, type Served } from '../../apps/api/test/served-api.ts';
import { wholeSite } from '@sitegrep/storage';

const DOMAINS = Array.from({ length: 25 }, (_, index) => `site-${String(index).padStart(2, '0')}.example`);
const ALL = { search_terms: ['needle'], order_by: ['domain,asc'] } as const satisfies HtmlSearchRequest;

let api: Served;
let client: SitegrepClient;
beforeAll(async () => {
  api = await serve({
    withQueues: true,
    settings: { eventStreams: { readEveryMs: 10, progressEveryMs: 20, heartbeatMs: 5_000 } },
  });
  await api.storage.domains.put(
    DOMAINS.map((domain) => wholeSite(documentOf(domain, `<p>needle of ${domain}</p>`))),
  );
  const key = await api.key(['search', 'source', 'serp', 'video', 'admin']);
  client = new SitegrepClient({ baseUrl: api.url, key, retries: 0 });
});
afterAll(() => api.close());

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('client.query', () => {
  const query = { q: '/needle of site-(?P<number>[0-9]+)/ -site-03', order_by: ['domain,asc'] };
  const left = DOMAINS.filter((domain) => domain !== 'site-03.example');

  test('gives domains, and pages with the places of what matched', async () => {
    const { total_count: total, items } = await client.query.search({ ...query, limit: 2 });
    expect([total, items.map(({ domain }) => domain)]).toEqual([24, left.slice(0, 2)]);
    const pages = await client.query.search({
      ...query,
      level: 'page',
      snippets: { per_item: 1, around: 3 },
      limit: 1,
    });
    expect(pages.items).toMatchObject([
      {
        url: 'https://site-00.example/',
        matches: [{ before: '<p>', captures: ['00'], names: { number: '00' } }],
      },
    ]);
    expectTypeOf(pages.items[0]?.url).toEqualTypeOf<string | undefined>();
    expect((await client.query.search({ q: 'needle', count_only: true })).total_count).toBe(25);
  });

  test('reads values out of sources', async () => {
    const extract = [
      { as: 'text', select: 'p' },
      { as: 'numbers', pattern: 'site-([0-9]+)', all: true },
    ];
    const { items } = await client.query.search({ q: 'site:site-00.example', extract });
    expect(items[0]?.extracted).toMatchObject({ numbers: ['00'] });
    expectTypeOf(items[0]?.extracted?.['text']).toEqualTypeOf<string | string[] | null | undefined>();
    const exported = await collect(
      client.query.export({ q: 'site:site-00.example', level: 'page', extract }),
    );
    expect(exported.map(({ extracted }) => extracted)).toEqual([items[0]?.extracted]);
  });

  test('takes a tree', async () => {
    const tree: QueryTree = { and: [{ text: 'needle' }, { filter: ['domain', 'in', ['site-07.example']] }] };
    expect(await collect(client.query.all({ query: tree }))).toMatchObject([{ domain: 'site-07.example' }]);
  });

  test('walks and exports all, domains and pages', async () => {
    const walks = [
      client.query.all(query, { pageSize: 7 }),
      client.query.all({ ...query, level: 'page' }, { pageSize: 7 }),
      client.query.export(query),
      client.query.export({ ...query, level: 'page' }),
    ];
    for (const walk of walks) {
      const found = await collect<{ readonly domain: string }>(walk);
      expect(found.map(({ domain }) => domain)).toEqual(left);
    }
    const [first] = await collect(client.query.export({ ...query, level: 'page', limit: 1 }));
    const position = { level: 'page', offset_token: first?.offset_token } as const;
    const rest = await collect(client.query.all({ ...query, ...position }));
    expect(rest.map(({ domain }) => domain)).toEqual(left.slice(1));
  });

  test('gives an export as a file of any format, as its bytes come', async () => {
    const request = { ...query, columns: ['domain'] };
    const csv = await Array.fromAsync(client.query.exportFile({ ...request, format: 'csv' }));
    expect(Buffer.concat(csv).toString()).toBe(['domain', ...left.map((one) => `"${one}"`), ''].join('\r\n'));
    const book = await Array.fromAsync(client.query.exportFile({ ...request, format: 'xlsx' }));
    expect(Buffer.concat(book).subarray(0, 2).toString()).toBe('PK');
    const refused = Array.fromAsync(client.query.exportFile({ ...request, format: 'ndjson' }));
    await expect(refused).rejects.toMatchObject({ code: 'bad_request' });
  });

  test('says how a query is read', async () => {
    expect(await client.query.explain({ q: 'case:yes Needle' })).toMatchObject({
      tree: { text: 'Needle', case_sensitive: true },
      candidates: { text: 'needle' },
      candidates_count: 25,
      is_exact: false,
    });
  });

  test('puts a query of another engine into the query language', async () => {
    const translation = await client.query.translate({ engine: 'fofa', query: 'body="needle" && port="80"' });
    expect(translation).toMatchObject({ query: '"needle"', bound: 'at_most', problem: null });
    expect(translation.left_out.map(({ part }) => part)).toEqual(['port="80"']);
    expect(await client.query.search({ q: translation.query ?? '' })).toMatchObject({ total_count: 25 });
  });
});

describe('client.domains', () => {
  test('gives what is known of a domain, its pages and their sources', async () => {
    const domain = 'site-03.example';
    const known = await client.domains.get(`https://www.${domain}/x`);
    expect(known).toMatchObject({ domain, pages_count: 1 });
    expectTypeOf(known.phone_numbers[0]?.number).toEqualTypeOf<string | undefined>();
    const pages = await collect(client.domains.allPages(domain));
    expect(pages).toEqual((await client.domains.pages(domain, { limit: 1 })).items);
    const [page] = pages;
    expect(page).toMatchObject({ url: `https://${domain}/`, bytes: 32 });
    expect(await client.domains.source(domain, page?.url ?? '')).toBe(`<p>needle of ${domain}</p>`);
    expect(await client.domains.technologies(domain)).toMatchObject({ domain, items: [], notes: [] });
    await expect(client.domains.get('none.example')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('gives the screenshot of a page', async () => {
    const url = 'https://shown.example/';
    const { pages, ...rest } = documentOf('shown.example', '<p>');
    const images = { full: Uint8Array.from([1, 200, 3]), thumbnail: Uint8Array.from([4]) };
    const rendered = { source: '<p>', truncated: false, screenshot: images };
    const shown = pages.map((page) => ({ ...page, url, rendered }));
    await api.storage.domains.put([wholeSite({ ...rest, pages: shown })]);
    expect(await client.domains.screenshot('shown.example', url)).toEqual(images.full);
    expect(await client.domains.screenshot('shown.example', url, { size: 'thumbnail' })).toEqual(
      images.thumbnail,
    );
    await api.storage.domains.delete('shown.example');
    await expect(client.domains.screenshot('shown.example', url)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('gives a source with its byte order mark', async () => {
    const source = '\ufeff<p>Grüße';
    await api.storage.domains.put([wholeSite(documentOf('marked.example', source))]);
    expect(await client.domains.source('marked.example', 'https://marked.example/')).toBe(source);
    await api.storage.domains.delete('marked.example');
  });

  test('looks domains up, and crawls those that are missing', async () => {
    const entries = [...DOMAINS, 'missing.example', 'no domain'];
    const found = await collect(client.domains.lookup(entries, { fields: ['site_name'] }));
    expect(found.map(({ input, item, error }) => [input, error ?? item?.domain ?? null])).toEqual([
      ...DOMAINS.map((domain) => [domain, domain]),
      ['missing.example', null],
      ['no domain', 'not a domain or http(s) URL'],
    ]);
    expect(found[0]?.item?.site_name).toBeNull();
    let crawl: MissingCrawl = null;
    const onCrawl = (one: MissingCrawl): void => {
      crawl = one;
    };
    await collect(client.domains.lookup(['missing.example'], { onCrawl }));
    expect(crawl).toEqual({ id: expect.any(String), sites: 1 });
    const [newest] = (await client.admin.crawls.list({ limit: 1 })).items;
    expect(crawl).toMatchObject({ id: newest?.id });
    await api.storage.crawls.discard(newest?.id ?? '');
  });
});

describe('client.search', () => {
  test('gives a page with the exact total', async () => {
    const page = await client.search.page({ ...ALL, limit: 2, offset: 1 });
    expect([page.total_count, page.items_count, page.offset]).toEqual([25, 2, 1]);
    expect(page.items.map(({ domain }) => domain)).toEqual(DOMAINS.slice(1, 3));
  });

  test.each([1, 7, 25, 26])('walks all matches, %d at a time', async (pageSize) => {
    const found = await collect(client.search.all(ALL, { pageSize }));
    expect(found.map(({ domain }) => domain)).toEqual(DOMAINS);
  });

  test('walks as many as the limit says, from where the request says', async () => {
    const found = await collect(client.search.all({ ...ALL, limit: 9, offset: 2 }, { pageSize: 4 }));
    expect(found.map(({ domain }) => domain)).toEqual(DOMAINS.slice(2, 11));
  });

  test('exports all matches, each with the token that continues after it', async () => {
    const items = await collect(client.search.export(ALL));
    expect(items.map(({ domain }) => domain)).toEqual(DOMAINS);
    expect(items.at(-1)?.offset_token).toBe('');
    const { offset_token: token = '' } = items[9] ?? {};
    const behind = await collect(client.search.all({ ...ALL, offset_token: token }));
    expect(behind.map(({ domain }) => domain)).toEqual(DOMAINS.slice(10));
  });

  test('exports over connections that break, without one twice or missing', async () => {
    let opened = 0;
    const breaking = new SitegrepClient({
      baseUrl: api.url,
      key: await api.key(['search']),
      fetch: async (url, init) => {
        opened += 1;
        const response = await fetch(url, init);
        // Enough for a few items, ending within one.
        return new Response(response.body?.pipeThrough(brokenAfter(1_500)), response);
      },
    });
    const items = await collect(breaking.search.export(ALL));
    expect(items.map(({ domain }) => domain)).toEqual(DOMAINS);
    expect(opened).toBeGreaterThan(3);
  });
});

/** Passes so many bytes on, and then fails. */
function brokenAfter(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.slice(0, left));
      left -= chunk.length;
      if (left < 0) controller.error(new TypeError('terminated'));
    },
  });
}

describe('errors', () => {
  test.each([
    [{ search_terms: [] }, 'search_terms'],
    [{ search_terms: ['x', ' '] }, 'search_terms[1]'],
    [{ ...ALL, limit: 0 }, 'limit'],
    [{ ...ALL, offset: 20_000 }, 'offset'],
    [{ ...ALL, offset_token: 'x' }, 'offset_token'],
    [{ ...ALL, filters: [['domain_rank', '=', 'x']] as const }, 'filters[0][2]'],
    [{ ...ALL, limits: 1 }, 'limits'],
  ])('name the field: %o', async (request, field) => {
    await expect(client.search.page(request)).rejects.toMatchObject({
      name: 'SitegrepError',
      code: 'bad_request',
      status: 400,
      field,
    });
  });

  test('have the status, the code and the id of the request', async () => {
    const refused = async (call: Promise<unknown>): Promise<unknown> =>
      call.catch(({ status, code, requestId }: SitegrepError) => [status, code, typeof requestId]);
    const stranger = new SitegrepClient({ baseUrl: api.url, key: 'sg_unknown' });
    const searching = new SitegrepClient({ baseUrl: api.url, key: await api.key(['search']) });
    expect(await refused(stranger.search.page(ALL))).toEqual([401, 'unauthorized', 'string']);
    expect(await refused(searching.admin.keys.list())).toEqual([403, 'forbidden', 'string']);
    expect(await refused(client.admin.crawls.get('no-such'))).toEqual([404, 'not_found', 'string']);
  });

  test('come after the limit of a key, with the time until there is more', async () => {
    const key = await api.key(['search'], { rateLimitPerMinute: 1 });
    const limited = new SitegrepClient({ baseUrl: api.url, key, maxRetryDelay: 0 });
    await limited.search.page(ALL);
    const error: unknown = await limited.search.page(ALL).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'rate_limited', status: 429 });
    expect((error as SitegrepError).retryAfterMs).toBeGreaterThan(0);
  });
});

describe('client.admin', () => {
  test('submits a list once, however often it is sent, and reports its end', async () => {
    const options = { idempotencyKey: 'list-1' };
    const first = await client.admin.crawls.upload('a.example\nb.example\n', { max_pages: 2 }, options);
    const again = await client.admin.crawls.upload('a.example\nb.example\n', { max_pages: 2 }, options);
    expect([first.sites.total, again.id]).toEqual([2, first.id]);
    const finish = (domain: string): Promise<unknown> =>
      api.storage.crawls.finish(first.id, domain, {
        outcome: 'timed_out',
        reason: null,
        pages: 0,
        bytes: 0,
        startedAt: 1,
        finishedAt: 2,
        redirects: [],
      });
    await finish('a.example');
    const events: string[] = [];
    for await (const event of client.admin.crawls.events(first.id)) {
      if (event.type !== 'site') continue;
      expectTypeOf(event.data).toEqualTypeOf<CrawlSiteItem>();
      events.push(`${String(event.id)} ${event.data.domain}`);
      if (event.data.domain === 'a.example') await finish('b.example');
    }
    expect(events).toEqual(['1 a.example', '2 b.example']);
    const sites = await collect(
      client.admin.crawls.allSites(first.id, { outcome: 'timed_out' }, { pageSize: 1 }),
    );
    expect(sites.map(({ domain }) => domain).toSorted()).toEqual(['a.example', 'b.example']);
    const retried = await client.admin.crawls.retry(first.id);
    expect(retried.retry_of).toBe(first.id);
    expect((await client.admin.crawls.cancel(retried.id)).state).toBe('cancelled');
    const crawls = await collect(client.admin.crawls.all({ pageSize: 1 }));
    expect(crawls.map(({ id }) => id)).toEqual([retried.id, first.id]);
  });

  test('looks after schedules', async () => {
    const put = await client.admin.schedules.put('weekly', {
      every_seconds: 604_800,
      source: { index: true },
    });
    expect(await client.admin.schedules.get('weekly')).toEqual(put);
    expect((await collect(client.admin.schedules.all())).map(({ id }) => id)).toEqual(['weekly']);
    expect((await client.admin.schedules.delete('weekly')).id).toBe('weekly');
  });

  test('looks after domains, blocks and ranks', async () => {
    await api.storage.domains.put([wholeSite(documentOf('other.example', 'other'))]);
    expect(await client.admin.ranks.import('1,other.example\n')).toMatchObject({ domains: 1 });
    expect((await client.admin.domains.get('other.example')).rank).toBeGreaterThan(0);
    const removal = await client.admin.domains.delete('other.example', { reason: 'asked for' });
    expect([removal.removed.count, removal.block?.reason]).toEqual([1, 'asked for']);
    await client.admin.blocks.put('spam.example');
    expect((await collect(client.admin.blocks.all({ pageSize: 1 }))).map(({ domain }) => domain)).toEqual([
      'other.example',
      'spam.example',
    ]);
    expect((await client.admin.blocks.get('other.example')).reason).toBe('asked for');
    expect((await client.admin.blocks.delete('other.example')).domain).toBe('other.example');
  });

  test('manages keys, and reads the audit log', async () => {
    const made = await client.admin.keys.create({ name: 'reports', scopes: ['search'] });
    const rotated = await client.admin.keys.rotate(made.id, { overlap_seconds: 0 });
    expect(rotated.secret).not.toBe(made.secret);
    const reports = new SitegrepClient({ baseUrl: api.url, key: rotated.secret });
    expect((await reports.search.page(ALL)).total_count).toBe(25);
    expect((await client.admin.keys.revoke(made.id)).revoked_at).not.toBeNull();
    expect((await collect(client.admin.keys.all({ pageSize: 2 }))).map(({ id }) => id)).toContain(made.id);
    const acts = await collect(client.admin.audit.all({ action: 'key.rotate' }));
    expect(acts.map(({ target }) => target)).toEqual([made.id]);
  });

  test('opens sessions of its key, says whose it is, and ends them', async () => {
    const opened = await client.sessions.open();
    expect(await client.sessions.get()).toEqual({ key: opened.key, session: null });
    const { id, key_id: keyId } = await client.sessions.end(opened.session?.id ?? '');
    expect([id, keyId]).toEqual([opened.session?.id, opened.key.id]);
    await expect(client.sessions.close()).rejects.toMatchObject({ code: 'not_found' });
  });

  test('shows providers and metrics', async () => {
    expect((await client.admin.providers()).operations).toHaveLength(4);
    expect(await client.admin.metrics()).toContain('# TYPE sitegrep_');
  });
});

test('client.instance needs no key', async () => {
  const { instance } = new SitegrepClient({ baseUrl: api.url });
  expect(await instance.health()).toEqual({ status: 'alive' });
  expect((await instance.ready()).status).toBe('ready');
  expect(await instance.openApi()).toEqual(openApiDocument());
});

test('client.serp and client.video say that no provider is there', async () => {
  const calls = [
    client.serp.search({ keyword: 'otters' }),
    client.serp.autocomplete({ keyword: 'otters' }),
    client.video.info({ video_id: 'dQw4w9WgXcQ' }),
    client.video.search({ keyword: 'otters' }),
  ];
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable', status: 503 } });
  }
});
