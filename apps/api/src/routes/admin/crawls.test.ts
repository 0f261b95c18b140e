import { gzipSync } from 'node:zlib';
import {
  checker,
  CrawlAnswer,
  CrawlListAnswer,
  CrawlSiteListAnswer,
  CrawlTimelineAnswer,
  DomainVisitListAnswer,
} from '@sitegrep/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, ask, detailsOf, serve, type Served } from '../../../test/served-api.ts';

const checkCrawl = checker(CrawlAnswer);
const checkList = checker(CrawlListAnswer);
const checkVisits = checker(DomainVisitListAnswer);
const checkTimeline = checker(CrawlTimelineAnswer);
const checkSites = checker(CrawlSiteListAnswer);

let api: Served;
let admin: string;

beforeAll(async () => {
  api = await serve();
  admin = await api.key(['admin']);
});
afterAll(() => api.close());

const send = (
  type: string,
  body: NonNullable<RequestInit['body']>,
  query = '',
  extra: Record<string, string> = {},
): Promise<Answer> =>
  ask(`${api.url}/admin/crawls${query}`, {
    method: 'POST',
    headers: { 'x-api-key': admin, 'content-type': type, ...extra },
    body,
    duplex: 'half',
  });

const get = (path: string) => ask(api.url + path, { headers: { 'x-api-key': admin } });

function crawlOf({ status, body }: Answer, expected = 202) {
  const checked = checkCrawl(body);
  if (!checked.ok) throw new Error(`${status} ${JSON.stringify(body)} ${JSON.stringify(checked.problem)}`);
  expect(status).toBe(expected);
  return checked.value.data;
}

async function sitesOf(id: string, query = '') {
  const checked = checkSites((await get(`/admin/crawls/${id}/sites${query}`)).body);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problem));
  return checked.value.data;
}

const crawlCount = async () => (await api.storage.crawls.list({ limit: 1_000 })).items.length;

describe('a crawl submitted as JSON', () => {
  test('is recorded with the given options, and defaults for the others', async () => {
    const crawl = crawlOf(
      await send(
        'application/json',
        JSON.stringify({
          domains: ['a.example', 'www.B.example'],
          max_pages: 7,
          revisit_after_days: 30,
          render: 'always',
        }),
      ),
    );
    expect(crawl).toMatchObject({
      state: 'queued',
      started_at: null,
      finished_at: null,
      sites: { total: 2, pending: 2, running: 0, finished: 0 },
      outcomes: {},
      pages: 0,
      bytes: 0,
      pages_per_second: null,
      eta_seconds: null,
      rejected: { count: 0, reasons: {}, samples: [] },
    });
    expect((await api.storage.crawls.get(crawl.id))?.spec).toEqual({
      maxPages: 7,
      maxDepth: 3,
      priority: 5,
      revisitAfterDays: 30,
      render: 'always',
    });
    expect((await sitesOf(crawl.id)).items.map(({ domain }) => domain).sort()).toEqual([
      'a.example',
      'b.example',
    ]);
  });

  test('has a name, given or made of its sites, and shows what was submitted and its options', async () => {
    const given = { domains: ['https://www.first.example/x', 'b.example', '///'], max_pages: 7 };
    const named = crawlOf(await send('application/json', JSON.stringify({ ...given, name: 'Bakeries' })));
    const expected = {
      submitted: { first: ['https://www.first.example/x', 'b.example'], index: false, list: null },
      options: { max_pages: 7, max_depth: 3, priority: 5, revisit_after_days: 0, render: 'never' },
    };
    expect(named).toMatchObject({ name: 'Bakeries', ...expected });
    const unnamed = crawlOf(await send('application/json', JSON.stringify(given)));
    expect(unnamed).toMatchObject({ name: 'www.first.example and 1 more', ...expected });
    const lines = Array.from({ length: 30 }, (_, line) => `s${line}.example`).join('\n');
    const uploaded = crawlOf(await send('text/plain', lines, '?name=March%20list'));
    expect(uploaded.name).toBe('March list');
    expect(uploaded.submitted.first).toEqual(Array.from({ length: 20 }, (_, line) => `s${line}.example`));
    const refused = await send('application/json', JSON.stringify({ ...given, name: 'a\u202eb' }));
    expect([refused.status, detailsOf(refused)]).toEqual([400, expect.stringContaining('name')]);
  });

  test('shows its pages over time, by the ends of its sites', async () => {
    const { id } = crawlOf(
      await send('application/json', JSON.stringify({ domains: ['t1.example', 't2.example'] })),
    );
    const timeline = async () => {
      const { status, body } = await get(`/admin/crawls/${id}/timeline`);
      const checked = checkTimeline(body);
      if (!checked.ok) throw new Error(`${status} ${JSON.stringify(body)}`);
      return checked.value.data;
    };
    expect(await timeline()).toEqual({ from: null, interval_seconds: 10, pages: [] });
    const end = (domain: string, finishedAt: number, pages: number) =>
      api.storage.crawls.finish(id, domain, {
        outcome: 'indexed',
        reason: null,
        bytes: 1,
        startedAt: 1,
        redirects: [],
        pages,
        finishedAt,
      });
    await end('t1.example', Date.UTC(2026, 2, 1, 9, 0, 9), 2);
    await end('t2.example', Date.UTC(2026, 2, 1, 9, 0, 20), 5);
    expect(await timeline()).toEqual({
      from: '2026-03-01 09:00:00 +00:00',
      interval_seconds: 10,
      pages: [2, 0, 5],
    });
  });

  test('may name URLs to start from, several of one site', async () => {
    const urls = ['https://c.example/one', 'https://c.example/two', 'http://d.example'];
    const { id } = crawlOf(await send('application/json', JSON.stringify({ urls })));
    expect((await api.storage.crawls.site(id, 'c.example'))?.urls).toEqual(urls.slice(0, 2));
    expect((await api.storage.crawls.site(id, 'd.example'))?.urls).toEqual(['http://d.example/']);
  });

  test('the log ties the crawl to the request that submitted it', async () => {
    const { id } = crawlOf(await send('application/json', JSON.stringify({ domains: ['logged.example'] })));
    const lines = api.log.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const submitted = lines.find((line) => line['crawlId'] === id);
    const request = lines.find(
      (line) => line['msg'] === 'request' && line['requestId'] === submitted?.['requestId'],
    );
    expect(request).toMatchObject({ method: 'POST', path: '/admin/crawls', status: 202 });
  });

  test('counts and shows what names no site, comments and blanks too', async () => {
    const domains = ['a.example', 'not a domain', '# note', ' '];
    const { rejected, sites } = crawlOf(await send('application/json', JSON.stringify({ domains })));
    expect([sites.total, rejected.count]).toEqual([1, 3]);
    expect(rejected.samples.map(({ line }) => line)).toEqual([2, 3, 4]);
  });

  test.each([
    [{}, /neither domains nor urls/],
    [{ domains: ['a.example'], urls: ['http://a.example'] }, /both domains and urls/],
    [{ domains: [] }, /domains has 0 items/],
    [{ domains: [''] }, /domains\[0\] is ""/],
    [{ domains: 'a.example' }, /domains is "a.example"; give an array/],
    [{ domains: ['a.example'], max_pages: 0 }, /max_pages is 0/],
    [{ domains: ['a.example'], priority: 11 }, /priority is 11/],
    [{ domains: ['a.example'], max_page: 1 }, /nearest known one is "max_pages"/],
    [{ domains: ['a.example'], revisit_after_days: -1 }, /revisit_after_days is -1/],
    [{ domains: ['a.example'], revisit_after_days: 1.5 }, /revisit_after_days is 1.5/],
    [{ domains: ['a.example'], render: 'sometimes' }, /render is "sometimes"/],
    [{ domains: ['a.example'], revisit_afterdays: 1 }, /nearest known one is "revisit_after_days"/],
    [{ domains: ['not a domain', '???'] }, /all 2 lines were rejected/],
  ])('%j is a 400 that says why, and leaves no crawl behind', async (body, details) => {
    const before = await crawlCount();
    const answer = await send('application/json', JSON.stringify(body));
    expect([answer.status, detailsOf(answer)]).toEqual([400, expect.stringMatching(details)]);
    expect(await crawlCount()).toBe(before);
  });

  test('takes no options in the query string', async () => {
    const answer = await send('application/json', '{"domains":["a.example"]}', '?max_pages=3');
    expect([answer.status, detailsOf(answer)]).toEqual([
      400,
      expect.stringContaining('"max_pages" is unknown'),
    ]);
  });
});

describe('a crawl submitted as a list', () => {
  test.each([
    ['text/plain', '\uFEFFa.example\r\n# comment\r\n\r\nhttps://b.example/start\r\njunk junk', 5],
    ['text/csv; charset=utf-8', 'rank,domain\n1,a.example\n2,b.example\n3,junk junk\n', 4],
    ['application/x-ndjson', '{"domain":"a.example"}\n"b.example"\n{"domain":5}', 3],
  ])('of %s', async (type, body, junkLine) => {
    const { sites, rejected } = crawlOf(await send(type, body));
    expect(sites.total).toBe(2);
    expect(rejected).toEqual({
      count: 1,
      reasons: { [rejected.samples[0]?.reason ?? '']: 1 },
      samples: [expect.objectContaining({ line: junkLine })],
    });
  });

  test('may be gzip', async () => {
    const { sites } = crawlOf(
      await send('text/plain', gzipSync('a.example\nb.example'), '', { 'content-encoding': 'gzip' }),
    );
    expect(sites.total).toBe(2);
    const before = await crawlCount();
    const bomb = await send('text/plain', gzipSync('a.example\n'.repeat(20_000)));
    expect([bomb.status, detailsOf(bomb)]).toEqual([413, expect.stringContaining('100000 bytes')]);
    const cut = await send('text/plain', gzipSync('a.example\nb.example').subarray(0, -9));
    expect([cut.status, detailsOf(cut)]).toEqual([
      400,
      expect.stringContaining('gzip of the list is truncated'),
    ]);
    expect(await crawlCount()).toBe(before);
  });

  test('has its options in the query string', async () => {
    const { id } = crawlOf(
      await send('text/plain', 'a.example', '?max_pages=2&max_depth=0&priority=1&revisit_after_days=7'),
    );
    expect((await api.storage.crawls.get(id))?.spec).toEqual({
      maxPages: 2,
      maxDepth: 0,
      priority: 1,
      revisitAfterDays: 7,
    });
  });

  test('is read as it streams in, split anywhere', async () => {
    const bytes = new TextEncoder().encode('a.example\nbücher.example\nc.example');
    const stream = ReadableStream.from(Array.from(bytes, (byte) => Uint8Array.of(byte)));
    const { id } = crawlOf(await send('text/plain', stream));
    const domains = (await sitesOf(id)).items.map(({ domain }) => domain).sort();
    expect(domains).toEqual(['a.example', 'c.example', 'xn--bcher-kva.example']);
  });

  test.each([
    ['text/plain', '', '', /list is empty/],
    ['text/plain', 'junk junk\n???', '', /all 2 lines were rejected, the first one \(1\) because/],
    ['text/plain', 'a.example', '?max_pages=0', /max_pages is 0/],
    ['text/plain', 'a.example', '?max_pages=x', /max_pages is "x"/],
    ['text/plain', 'a.example', '?domains=a.example', /"domains" is unknown/],
  ])('%s %j with %j is a 400, and leaves no crawl behind', async (type, body, query, details) => {
    const before = await crawlCount();
    const answer = await send(type, body, query);
    expect([answer.status, detailsOf(answer)]).toEqual([400, expect.stringMatching(details)]);
    expect(await crawlCount()).toBe(before);
  });

  test.each([
    ['text/html', {}, /text\/csv/],
    ['text/csv; charset=latin1', {}, /charset/],
    ['text/plain', { 'content-encoding': 'br' }, /send it with gzip or without one/],
  ])('of %s %j is a 415', async (type, headers, details) => {
    const answer = await send(type, 'a.example', '', headers);
    expect([answer.status, detailsOf(answer)]).toEqual([415, expect.stringMatching(details)]);
  });

  test.each<[string, NonNullable<RequestInit['body']>]>([
    ['bad lines', '!!\n'.repeat(33_000)],
    ['bad lines after good ones', 'a.example\n'.repeat(2_000) + '!!\n'.repeat(20_000)],
    ['bad lines, in gzip that unpacks to more than the limit', gzipSync('!!\n'.repeat(10_000_000))],
  ])('of 10,000 %s in a row is given up with a 400, and leaves no crawl', async (_name, body) => {
    const before = await crawlCount();
    const answer = await send('text/plain', body);
    expect([answer.status, detailsOf(answer)]).toEqual([
      400,
      expect.stringMatching(
        /^The list has 10000 bad lines in a row, and was not read after line \d+: line \d+ "!!" \(not .*; give one domain or URL per line\.$/,
      ),
    ]);
    expect(await crawlCount()).toBe(before);
  });

  test('larger than the limit is a 413, announced or not, and leaves no crawl', async () => {
    const before = await crawlCount();
    const large = 'a.example\n'.repeat(20_000);
    const answer = await send('text/plain', large);
    expect([answer.status, detailsOf(answer)]).toEqual([413, expect.stringContaining('100000 bytes')]);
    expect((await send('text/plain', new Blob([large]).stream())).status).toBe(413);
    expect(await crawlCount()).toBe(before);
  });

  test('of exactly its cap is taken', async () => {
    const { sites } = crawlOf(await send('text/plain', 'a.example\n'.repeat(10_000)));
    expect(sites.total).toBe(1);
  });

  test('larger than a JSON body may be needs a list type', async () => {
    expect((await send('text/html', 'x'.repeat(1_048_577))).status).toBe(413);
  });
});

describe('following a crawl', () => {
  test('shows how far it is, and each site as it ended', async () => {
    const { id } = crawlOf(await send('text/plain', 'a.example\nb.example\nc.example\nd.example'));
    const startedAt = Date.now() - 10_000;
    const result = {
      reason: null,
      pages: 5,
      bytes: 1_000,
      startedAt,
      finishedAt: startedAt + 2_000,
      redirects: [],
    };
    await api.storage.crawls.begin(id, 'a.example', startedAt);
    await api.storage.crawls.begin(id, 'b.example', startedAt);
    await api.storage.crawls.begin(id, 'c.example', startedAt);
    await api.storage.crawls.finish(id, 'a.example', { ...result, outcome: 'indexed' });
    const redirects = [{ from: 'http://b.example/', to: 'https://else.example/', status: 301 }];
    await api.storage.crawls.finish(id, 'b.example', {
      ...result,
      outcome: 'http_error',
      reason: 'moved',
      pages: 0,
      redirects,
    });

    const crawl = crawlOf(await get(`/admin/crawls/${id}`), 200);
    expect(crawl).toMatchObject({
      state: 'running',
      sites: { total: 4, pending: 1, running: 1, finished: 2 },
      outcomes: { indexed: 1, http_error: 1 },
      pages: 5,
    });
    // 5 pages and 2 of 4 sites in 10 to 20 s.
    expect(crawl.pages_per_second).toBeGreaterThan(0.25);
    expect(crawl.pages_per_second).toBeLessThanOrEqual(0.5);
    expect(crawl.eta_seconds).toBeGreaterThanOrEqual(10);
    expect(crawl.eta_seconds).toBeLessThan(20);

    const { items } = await sitesOf(id, '?outcome=http_error');
    expect(items).toMatchObject([
      { domain: 'b.example', outcome: 'http_error', reason: 'moved', pages: 0, redirects },
    ]);
    const open = (await sitesOf(id)).items.find(({ domain }) => domain === 'd.example');
    expect(open).toEqual({
      domain: 'd.example',
      outcome: null,
      reason: null,
      pages: null,
      bytes: null,
      started_at: null,
      finished_at: null,
      redirects: [],
    });
  });

  test('lists come in pages, each entry once', async () => {
    const { id } = crawlOf(await send('text/plain', 'a.example\nb.example\nc.example\nd.example\ne.example'));
    const walked: string[] = [];
    let token = '';
    do {
      const page = await sitesOf(id, `?limit=2${token === '' ? '' : `&next_token=${token}`}`);
      walked.push(...page.items.map(({ domain }) => domain));
      token = page.next_token;
    } while (token !== '');
    expect(walked.sort()).toEqual(['a.example', 'b.example', 'c.example', 'd.example', 'e.example']);

    const first = checkList((await get('/admin/crawls?limit=1')).body);
    expect(first.ok && first.value.data.items.map((crawl) => crawl.id)).toEqual([id]);
    const next = first.ok ? first.value.data.next_token : '';
    const second = checkList((await get(`/admin/crawls?limit=1&next_token=${next}`)).body);
    expect(second.ok && second.value.data.items[0]?.id).not.toBe(id);
  });

  test('a token is good for its own list only', async () => {
    const { id } = crawlOf(await send('text/plain', 'a.example\nb.example'));
    const { next_token } = await sitesOf(id, '?limit=1');
    for (const path of [`/admin/crawls/${id}/sites?outcome=indexed&`, '/admin/crawls?', '/admin/keys?']) {
      const answer = await get(`${path}next_token=${next_token}`);
      expect([answer.status, detailsOf(answer)]).toEqual([
        400,
        expect.stringContaining('not given for this list'),
      ]);
    }
  });

  test.each([
    ['/admin/crawls/nothing', 404],
    ['/admin/crawls/nothing/sites', 404],
    ['/admin/crawls?outcome=indexed', 400],
    ['/admin/crawls/nothing?limit=1', 400],
    ['/admin/crawls/nothing/sites?outcome=lost', 400],
  ])('%s is a %i', async (path, status) => {
    const answer = await get(path);
    detailsOf(answer);
    expect(answer.status).toBe(status);
  });

  test('other methods are refused with those there are', async () => {
    const answer = await ask(`${api.url}/admin/crawls`, { method: 'DELETE' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('a preview', () => {
  const preview = (type: string, body: NonNullable<RequestInit['body']>, extra = {}): Promise<Answer> =>
    ask(`${api.url}/admin/crawls/preview`, {
      method: 'POST',
      headers: { 'x-api-key': admin, 'content-type': type, ...extra },
      body,
    });

  test('says what a crawl of the list would take, and submits nothing', async () => {
    const [crawls, list] = [await crawlCount(), 'a.example\nwww.a.example\n# b.example\nnot a site\n'];
    const expected = {
      sites: 1,
      repeated: 1,
      rejected: {
        count: 1,
        reasons: { 'not a domain or http(s) URL': 1 },
        samples: [{ line: 4, text: 'not a site', reason: 'not a domain or http(s) URL' }],
      },
    };
    const packed = gzipSync(list);
    for (const answer of [
      await preview('text/plain', list),
      await preview('text/plain', packed, { 'content-encoding': 'gzip' }),
    ])
      expect(answer).toMatchObject({ status: 200, body: { success: true, data: expected } });
    expect(await crawlCount()).toBe(crawls);
    const { rejected, sites } = crawlOf(await send('text/plain', list));
    expect({ sites: sites.total, repeated: 1, rejected }).toEqual(expected);
  });

  test('of JSON and of nothing has the same rules', async () => {
    const json = JSON.stringify({ urls: ['https://a.example/', 'a.example'] });
    expect(await preview('application/json', json)).toMatchObject({
      body: { data: { sites: 1, repeated: 1 } },
    });
    expect(await preview('text/csv', '')).toMatchObject({ body: { data: { sites: 0, repeated: 0 } } });
    expect((await preview('application/json', '{}')).status).toBe(400);
    expect((await preview('application/json', '{"domains":["a.example"],"max_pages":3}')).status).toBe(400);
    expect((await preview('image/png', 'x')).status).toBe(415);
  });

  test('of a list that a crawl refuses as a whole is refused with the same words', async () => {
    const list = ['a.example', 'one two', 'three four'].join('\n');
    const [shown, submitted] = [await preview('text/plain', list), await send('text/plain', list)];
    expect(shown.status).toBe(400);
    expect(detailsOf(shown)).toBe(detailsOf(submitted));
  });
});

test('sites that are being crawled are listed alone, and not with an outcome', async () => {
  const { id } = crawlOf(await send('text/plain', 'run1.example\nrun2.example\n'));
  expect(await sitesOf(id, '?running=true')).toEqual({ items: [], next_token: '' });
  await api.storage.crawls.begin(id, 'run2.example', 1_767_323_045_000);
  expect((await sitesOf(id, '?running=true')).items).toMatchObject([
    { domain: 'run2.example', outcome: null, started_at: '2026-01-02 03:04:05 +00:00' },
  ]);
  const refused = await get(`/admin/crawls/${id}/sites?running=true&outcome=indexed`);
  expect(refused.status).toBe(400);
  expect(detailsOf(refused)).toMatch(/^running is given with outcome/);
});

test('the visits of a domain come newest crawl first, page by page', async () => {
  const ids: string[] = [];
  for (const list of ['visited.example', 'visited.example\nother.example', 'https://www.visited.example/x'])
    ids.unshift(crawlOf(await send('text/plain', list)).id);
  const seen: string[] = [];
  let token = '';
  do {
    const { body } = await get(
      `/admin/domains/www.Visited.example/visits?limit=2${token === '' ? '' : `&next_token=${token}`}`,
    );
    const checked = checkVisits(body);
    if (!checked.ok) throw new Error(JSON.stringify(body));
    seen.push(...checked.value.data.items.map(({ crawl_id: id }) => id));
    token = checked.value.data.next_token;
  } while (token !== '');
  expect(seen).toEqual(ids);
  expect((await get('/admin/domains/not%20a%20domain/visits')).status).toBe(400);
});
