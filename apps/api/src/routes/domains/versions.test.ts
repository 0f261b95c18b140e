import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Storage, wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, documentOf, serve, type Served } from '../../../test/served-api.ts';

const PAGE = encodeURIComponent('https://shop.example/');

let folder: string;
let storage: Storage;
let api: Served;
/** Number of versions for which the storage is said to have had no room. */
let leftOut = 0;
let headers: { readonly 'x-api-key': string };

const page = (title: string, nonce: string): string =>
  `<h1>${title}</h1>\n<p>Always the same</p>\n<script nonce="${nonce}">a()</script>\n`;

const [SPRING, SUMMER] = ['<p>Boots went out</p>\n', '<ul><li>Hats came in</li></ul>\n'];
const SOURCES = [
  page('Shop', 'Wm9vYmFyMTIzNDU2Nzg5'),
  page('Shop', 'QmF6cXV4OTg3NjU0MzIx') + SPRING,
  page('Shop', 'SGVsbG8xMjM0NTY3ODkw') + SPRING + SUMMER,
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-versions-'));
  storage = await openSqliteStorage({ dataDir: folder, readers: 1, keepVersions: 10 });
  for (const [month, source] of SOURCES.entries()) {
    const document = documentOf('shop.example', source);
    const pages = document.pages.map((one) => ({
      ...one,
      url: 'https://shop.example/',
      fetchedAt: Date.UTC(2026, month, 1, 6),
    }));
    await storage.domains.put([wholeSite({ ...document, pages })]);
  }
  const versions: Storage['domains']['versions'] = async (...page) => {
    const list = await storage.domains.versions(...page);
    return list === null ? null : { ...list, leftOut };
  };
  api = await serve({ storage: { ...storage, domains: { ...storage.domains, versions } } });
  headers = { 'x-api-key': await api.key(['search', 'source']) };
});
afterAll(async () => {
  await api.close();
  await storage.close();
  await rm(folder, { recursive: true });
});

interface Item {
  readonly id: string;
  readonly first_seen: string;
  readonly last_seen: string | null;
}

async function get(path: string): Promise<{ readonly status: number; readonly data: unknown }> {
  const { status, body } = await ask(`${api.url}/domains/shop.example/pages/${path}`, { headers });
  return { status, data: (body as { readonly data: unknown }).data };
}

const listed = async (query = ''): Promise<{ items: readonly Item[]; next_token: string }> =>
  (await get(`versions?url=${PAGE}${query}`)).data as { items: readonly Item[]; next_token: string };

test('versions are listed, the newest first, and the one that stands has no end', async () => {
  const { items } = await listed();
  expect(items.map(({ first_seen: first, last_seen: last }) => [first, last])).toEqual([
    ['2026-03-01 06:00:00 +00:00', null],
    ['2026-02-01 06:00:00 +00:00', '2026-02-01 06:00:00 +00:00'],
    ['2026-01-01 06:00:00 +00:00', '2026-01-01 06:00:00 +00:00'],
  ]);
  const first = await listed('&limit=2');
  const rest = await listed(`&limit=2&next_token=${first.next_token}`);
  expect([...first.items, ...rest.items]).toEqual(items);
});

test('older versions for which there was no room are said to be missing', async () => {
  expect(await listed()).toMatchObject({ left_out: null });
  leftOut = 1_200;
  const { left_out: text } = (await get(`versions?url=${PAGE}`)).data as { readonly left_out: string };
  leftOut = 0;
  expect(text).toMatch(/^1,200 older versions are missing: .* shop\.example .* Keep fewer/);
});

test('the source of a version is sent as text in a sandbox', async () => {
  const { items } = await listed();
  for (const [index, { id }] of items.entries()) {
    const url = `${api.url}/domains/shop.example/pages/versions/source?url=${PAGE}&id=${id}`;
    const answer = await fetch(url, { headers });
    expect(await answer.text()).toBe(SOURCES[2 - index]);
    expect(answer.headers.get('content-security-policy')).toBe('sandbox');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  }
});

test('the kept ones are counted, beside the one that stands', async () => {
  const admin = { 'x-api-key': await api.key(['admin']) };
  const { body } = await ask(`${api.url}/admin/stats`, { headers: admin });
  const { versions, versionBytes } = await storage.domains.stats();
  expect([versions, versionBytes > 0]).toEqual([2, true]);
  expect(body).toMatchObject({ data: { pages: 1, versions, version_bytes: versionBytes } });
});

test('two versions are compared without the values that change on every visit', async () => {
  const [newest, , oldest] = (await listed()).items;
  const query = `diff?url=${PAGE}&from=${oldest?.id}&to=${newest?.id}`;
  const data = (await get(`${query}&format=unified`)).data as { unified: string; values_left_out: number };
  const lines = data.unified.split('\n').filter((line) => /^[-+](?![-+])/.test(line));
  expect(lines).toEqual(['+<p>Boots went out</p>', '+<ul><li>Hats came in</li></ul>']);
  expect(data.values_left_out).toBe(1);
  expect(data.unified.split('\n')[0]).toBe('1 value that changes on every visit is left out');
  const hunks = (await get(query)).data as { hunks: readonly { operations: readonly { kind: string }[] }[] };
  expect(hunks.hunks).toHaveLength(1);
  const added = hunks.hunks[0]?.operations.filter(({ kind }) => kind !== 'equal');
  expect(added).toMatchObject([{ kind: 'insert', text: `${SPRING}${SUMMER}` }]);
});

test.each([
  ['versions?url=https%3A%2F%2Fshop.example%2Fabsent', 404, /No page of shop\.example is or was stored/],
  [`versions/source?url=${PAGE}&id=999999`, 404, /no version 999999/],
  [
    `versions/source?url=${PAGE}&id=first`,
    400,
    /id is \\"first\\", which is neither the id of a version nor a time/,
  ],
  [`diff?url=${PAGE}&to=1`, 400, /from/],
  [`diff?url=${PAGE}&from=%3C30d`, 400, /from is \\"<30d\\", .* 30d/],
  [`diff?url=${PAGE}&from=2026-02-30`, 400, /from is \\"2026-02-30\\"/],
  [
    `diff?url=${PAGE}&from=2025-12-31`,
    404,
    /no version that was seen by 2025-12-31; it has \d+ \(since 2026-03-01 06:00:00 \+00:00\)/,
  ],
  [`diff?url=${PAGE}&from=2026-01&to=2025`, 404, /no version 2025 /],
  [`diff?url=${PAGE}&from=999998&to=999999`, 404, /no version 999998/],
])('%s is refused with %i', async (path, expected, problem) => {
  const { status, body } = await ask(`${api.url}/domains/shop.example/pages/${path}`, { headers });
  expect(status).toBe(expected);
  expect(JSON.stringify(body)).toMatch(problem);
});

test.each([
  // Versions were seen on the 1st of January, February and March at 6:00.
  ['2026-01-01', 2],
  ['2026-01', 2],
  ['2026-02-01 05:59:59 +00:00', 2],
  ['2026-02-01 06:00:00 +00:00', 1],
  ['2026-02-01T06:00:00Z', 1],
  ['2026-02-28', 1],
  ['2026-03-01', 0],
  ['1d', 0],
  ['2999-12-31', 0],
])('the version of %s is the one that stood then', async (time, index) => {
  const { items } = await listed();
  const query = `url=${PAGE}&from=${encodeURIComponent(time)}`;
  const { from, to } = (await get(`diff?${query}`)).data as { from: Item; to: Item };
  expect(from.id).toBe(items[index]?.id);
  // Without another one it is compared with the one that stands.
  expect(to.id).toBe(items[0]?.id);
  const source = `versions/source?url=${PAGE}&id=${encodeURIComponent(time)}`;
  const answer = await fetch(`${api.url}/domains/shop.example/pages/${source}`, { headers });
  expect(await answer.text()).toBe(SOURCES[2 - index]);
});

test('a version that was not rendered has no source of scripts', async () => {
  const [, , oldest] = (await listed()).items;
  const { status } = await get(`versions/source?url=${PAGE}&id=${oldest?.id}&part=rendered`);
  expect(status).toBe(404);
});
