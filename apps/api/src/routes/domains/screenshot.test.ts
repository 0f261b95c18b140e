import type { DomainDocument } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentOf, serve, type Served } from '../../../test/served-api.ts';

const HOME = 'https://shots.example/';
const BARE = 'https://shots.example/bare';
const FULL = Uint8Array.from(Buffer.from('RIFF....WEBP full'));
const THUMBNAIL = Uint8Array.from(Buffer.from('RIFF....WEBP small'));

let api: Served;
let key: string;
beforeAll(async () => {
  api = await serve();
  key = await api.key(['source', 'search']);
  await api.storage.domains.put([wholeSite(document())]);
});
afterAll(() => api.close());

function document(): DomainDocument {
  const { pages, ...rest } = documentOf('shots.example', '');
  const [page] = pages;
  if (page === undefined) throw new Error('a page');
  const rendered = {
    source: '<p>written',
    truncated: false,
    screenshot: { full: FULL, thumbnail: THUMBNAIL },
  };
  return {
    ...rest,
    pages: [
      { ...page, url: HOME, rendered },
      { ...page, url: BARE },
    ],
  };
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function get(query: Readonly<Record<string, string>>, init: Sent = {}, domain = 'shots.example') {
  const headers = { 'x-api-key': key, ...init.headers };
  const path = `/domains/${domain}/pages/screenshot?${new URLSearchParams(query).toString()}`;
  return fetch(`${api.url}${path}`, { ...init, headers });
}

async function bodyOf(response: Response): Promise<unknown> {
  return new Uint8Array(await response.arrayBuffer());
}

test('a screenshot is sent in each size, as an image that may do nothing', async () => {
  for (const [query, image] of [
    [{ url: HOME }, FULL],
    [{ url: HOME, size: 'full' }, FULL],
    [{ url: HOME, size: 'thumbnail' }, THUMBNAIL],
    [{ url: 'https://shots.example' }, FULL],
  ] as const) {
    const answer = await get(query);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(image.length),
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect([answer.status, await bodyOf(answer)]).toEqual([200, image]);
  }
});

test('the ETag names the size and the revision, and spares the image', async () => {
  const tagOf = async (query: Readonly<Record<string, string>>) => (await get(query)).headers.get('etag');
  const etag = (await tagOf({ url: HOME })) ?? '';
  expect(await tagOf({ url: HOME, size: 'thumbnail' })).not.toBe(etag);
  const known = await get({ url: HOME }, { headers: { 'if-none-match': etag } });
  expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, etag, '']);
  await api.storage.domains.put([wholeSite(document())]);
  const changed = await get({ url: HOME }, { headers: { 'if-none-match': etag } });
  expect(changed.status).toBe(200);
});

test('HEAD says the same without the image', async () => {
  const answer = await get({ url: HOME }, { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
    200,
    String(FULL.length),
    '',
  ]);
});

test.each([
  [
    'a page without one',
    { url: BARE },
    'shots.example',
    404,
    'has no screenshot: set SITEGREP_SCREENSHOTS=on where pages are rendered, and crawl the site with render.',
  ],
  [
    'a page that is not stored',
    { url: 'https://shots.example/other' },
    'shots.example',
    404,
    'No page of shots.example is stored under',
  ],
  ['a domain that is not stored', { url: HOME }, 'none.example', 404, 'none.example'],
  ['a size that there is not', { url: HOME, size: 'huge' }, 'shots.example', 400, 'size'],
  ['no URL', {}, 'shots.example', 400, 'url'],
])('%s is an error that says so', async (_, query, domain, status, details) => {
  const answer = await get(query, {}, domain);
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(details)]);
});

test('the list of pages says which pages have one', async () => {
  const answer = await fetch(`${api.url}/domains/shots.example/pages`, { headers: { 'x-api-key': key } });
  const body: unknown = await answer.json();
  expect(body).toMatchObject({
    data: {
      items: [
        { url: HOME, screenshot_bytes: FULL.length },
        { url: BARE, screenshot_bytes: null },
      ],
    },
  });
});

test('it needs the scope of sources', async () => {
  const other = await api.key(['search']);
  const answer = await get({ url: HOME }, { headers: { 'x-api-key': other } });
  expect(answer.status).toBe(403);
});
