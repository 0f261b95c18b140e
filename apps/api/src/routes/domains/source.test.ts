import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { DomainDocument } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, documentOf, refusalOf, serve, type Served } from '../../../test/served-api.ts';

const SOURCE = '<!doctype html>\n<title>Grüße 😀</title>\n<script>alert(1)</script>';
const BYTES = Buffer.from(SOURCE);
const HOME = 'https://www.zeit.de/';

let api: Served;
let key: string;

beforeAll(async () => {
  api = await serve();
  key = await api.key(['source']);
  await api.storage.domains.put([
    wholeSite(
      pagesOf('zeit.de', {
        [HOME]: SOURCE,
        'https://www.zeit.de/index': '',
        'https://www.zeit.de/ä': 'x',
      }),
    ),
    wholeSite(pagesOf('large.example', { 'https://large.example/': 'é'.repeat(8 << 20) })),
  ]);
});
afterAll(() => api.close());

function pagesOf(domain: string, sources: Readonly<Record<string, string>>): DomainDocument {
  const { pages, ...rest } = documentOf(domain, '');
  const [page] = pages;
  if (page === undefined) throw new Error('a page');
  const urls = Object.keys(sources).sort();
  return { ...rest, pages: urls.map((url) => ({ ...page, url, source: sources[url] ?? '' })) };
}

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** Asks without what fetch would do by itself. */
function get(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
  domain = 'zeit.de',
): Promise<Got> {
  const path = `/domains/${domain}/pages/source?url=${encodeURIComponent(url)}`;
  return new Promise((resolve, reject) => {
    const sent = request(
      `${api.url}${path}`,
      { method, headers: { 'x-api-key': key, ...headers } },
      (response) => {
        const { statusCode: status = 0, headers: got } = response;
        buffer(response).then((body) => resolve({ status, headers: got, body }), reject);
      },
    );
    sent.on('error', reject).end();
  });
}

describe('the source of a page', () => {
  test('is its decoded text, which no browser takes for a page', async () => {
    const { status, headers, body } = await get(HOME);
    expect([status, body.toString()]).toEqual([200, SOURCE]);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(BYTES.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
    });
    expect(headers['etag']).toMatch(/^"[\w-]+"$/);
  });

  test('HEAD has the same headers and no body', async () => {
    const [whole, head] = [await get(HOME), await get(HOME, {}, 'HEAD')];
    const { date: _, 'x-request-id': __, ...same } = whole.headers;
    const own = (name: string): boolean => !name.startsWith('ratelimit');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const name of Object.keys(same).filter(own))
      expect([name, head.headers[name]]).toEqual([name, same[name]]);
    expect((await get(HOME, { range: 'bytes=0-3' }, 'HEAD')).status).toBe(200);
    expect(await get('https://www.zeit.de/none', {}, 'HEAD')).toMatchObject({
      status: 404,
      body: { length: 0 },
    });
  });

  test('can be empty', async () => {
    expect(await get('https://www.zeit.de/index')).toMatchObject({ status: 200, body: { length: 0 } });
    expect((await get('https://www.zeit.de/index', { range: 'bytes=0-' })).status).toBe(416);
  });

  test('of 16 MB arrives whole, and its end alone', async () => {
    const size = 16 << 20;
    const { status, body } = await get('https://large.example/', {}, 'GET', 'large.example');
    expect([status, body.length]).toEqual([200, size]);
    expect(body.equals(Buffer.from('é'.repeat(size / 2)))).toBe(true);
    const end = await get('https://large.example/', { range: 'bytes=-2' }, 'GET', 'large.example');
    expect([end.status, end.body.toString(), end.headers['content-range']]).toEqual([
      206,
      'é',
      `bytes ${size - 2}-${size - 1}/${size}`,
    ]);
  });

  test.each([
    ['bytes=0-14', 0, 14],
    ['bytes=16-', 16, BYTES.length - 1],
    ['bytes=-9', BYTES.length - 9, BYTES.length - 1],
    ['bytes=0-99999', 0, BYTES.length - 1],
    // Within a character of four bytes.
    [
      `bytes=${BYTES.indexOf('😀') + 1}-${BYTES.indexOf('😀') + 2}`,
      BYTES.indexOf('😀') + 1,
      BYTES.indexOf('😀') + 2,
    ],
  ])('can be read by the range %s', async (range, first, last) => {
    const { status, headers, body } = await get(HOME, { range });
    expect([status, headers['content-range'], headers['content-length']]).toEqual([
      206,
      `bytes ${first}-${last}/${BYTES.length}`,
      String(last - first + 1),
    ]);
    expect(body.equals(BYTES.subarray(first, last + 1))).toBe(true);
  });

  test.each(['bytes=0-1,3-4', 'lines=1-2', 'bytes=5-1', 'nonsense'])(
    'ignores the range %s',
    async (range) => {
      expect(await get(HOME, { range })).toMatchObject({ status: 200, body: BYTES });
    },
  );

  test('refuses a range after its end, and says how long it is', async () => {
    const { status, headers, body } = await get(HOME, { range: `bytes=${BYTES.length}-` });
    expect([status, headers['content-range']]).toEqual([416, `bytes */${BYTES.length}`]);
    expect(JSON.parse(body.toString())).toEqual({
      success: false,
      error: 'Range not satisfiable',
      details: `The range begins after the end of the source, which has ${BYTES.length} bytes; ask for an earlier one.`,
    });
  });

  test('is sent in a range only if it is the one that the client knows', async () => {
    const { headers } = await get(HOME);
    const etag = String(headers['etag']);
    const range = 'bytes=0-3';
    const statusWith = async (condition: string): Promise<number> =>
      (await get(HOME, { range, 'if-range': condition })).status;
    expect(await statusWith(etag)).toBe(206);
    expect(await statusWith(`W/${etag}`)).toBe(200);
    expect(await statusWith('"other"')).toBe(200);
    expect(await statusWith('Fri, 02 Jan 2026 03:04:05 GMT')).toBe(200);
  });

  test('is not sent again to a client that has it', async () => {
    const etag = String((await get(HOME)).headers['etag']);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const { status, headers, body } = await get(HOME, { 'if-none-match': known });
      expect([known, status, headers['etag'], body.length]).toEqual([known, 304, etag, 0]);
    }
    expect((await get(HOME, { 'if-none-match': '"x"' })).status).toBe(200);
  });

  test('has another tag after it was written again', async () => {
    const document = pagesOf('again.example', { 'https://again.example/': 'one' });
    const tag = async () => {
      await api.storage.domains.put([wholeSite(document)]);
      return (await get('https://again.example/', {}, 'GET', 'again.example')).headers['etag'];
    };
    expect(await tag()).not.toBe(await tag());
  });

  test.each(['https://www.zeit.de', 'HTTPS://WWW.zeit.de/', 'https://www.zeit.de:443/'])(
    'is found under its URL in another spelling: %s',
    async (url) => {
      expect(await get(url)).toMatchObject({ status: 200, body: BYTES });
    },
  );

  test('is found under a domain in any form', async () => {
    expect(await get(HOME, {}, 'GET', 'WWW.Zeit.de')).toMatchObject({ status: 200, body: BYTES });
  });
});

describe('a page that is stored under another URL', () => {
  async function refused(query: string, secret = key) {
    return refusalOf(
      await ask(`${api.url}/domains/zeit.de/pages/source${query}`, { headers: { 'x-api-key': secret } }),
    );
  }

  test.each([
    ['http://zeit.de/', HOME],
    ['https://www.zeit.de/#top', HOME],
    ['https://www.zeit.de/index/', 'https://www.zeit.de/index'],
    ['https://www.zeit.de/Index#a', 'https://www.zeit.de/index'],
  ])('is a 404 that names it first: %s', async (url, stored) => {
    expect(await refused(`?url=${encodeURIComponent(url)}`)).toEqual([
      404,
      expect.stringMatching(
        new RegExp(`^No page of zeit\\.de is stored under ".*"; its pages are ${stored}, \\S+ and \\S+\\.$`),
      ),
    ]);
  });

  test('is a 404 that names the only page, or the nearest of many', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`https://many.example/${at}`, 'x']),
    );
    await api.storage.domains.put([
      wholeSite(pagesOf('one.example', { 'https://one.example/a': 'x' })),
      wholeSite(pagesOf('many.example', many)),
    ]);
    const details = async (domain: string, url: string) =>
      refusalOf(
        await ask(`${api.url}/domains/${domain}/pages/source?url=${url}`, { headers: { 'x-api-key': key } }),
      )[1];
    expect(await details('one.example', 'https://one.example/b')).toBe(
      'No page of one.example is stored under "https://one.example/b"; its only page is https://one.example/a.',
    );
    expect(await details('many.example', 'https://many.example/7/')).toMatch(
      /; the nearest of its 9 pages are https:\/\/many\.example\/7, \S+ and \S+; GET \/domains\/\{domain\}\/pages lists all\.$/,
    );
  });

  test.each(['', '?url=', '?url=a&url=b', '?uri=x'])('%j names no URL', async (query) => {
    expect((await refused(query))[0]).toBe(400);
  });

  test('any text that is not a URL has no page', async () => {
    expect((await refused(`?url=${encodeURIComponent('\u0000 junk "<')}`))[0]).toBe(404);
  });

  test.each([['search'], ['admin'], ['search', 'serp', 'video', 'admin']] as const)(
    'a key with %s alone may not read it',
    async (...scopes) => {
      expect(await refused(`?url=${encodeURIComponent(HOME)}`, await api.key(scopes))).toEqual([
        403,
        'This operation needs a key with the scope "source"; use another key.',
      ]);
    },
  );
});
