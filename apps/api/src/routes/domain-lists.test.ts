import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, ask, documentOf, refusalOf, serve, type Served } from '../../test/served-api.ts';

let api: Served;
let admin: string;
let reader: string;

beforeAll(async () => {
  api = await serve();
  admin = await api.key(['admin', 'search']);
  reader = await api.key(['search']);
  const stored = ['shop.example', 'tea.example', 'other.example'];
  await api.storage.domains.put(stored.map((domain) => wholeSite(documentOf(domain, 'source'))));
});
afterAll(() => api.close());

interface Sent {
  readonly body?: string;
  readonly type?: string;
  readonly key?: string;
}

function call(
  method: string,
  path: string,
  { body, type = 'application/json', key = admin }: Sent = {},
): Promise<Answer> {
  return ask(`${api.url}/lists${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body }),
  });
}

function dataOf({ status, body }: Answer): unknown {
  if (status !== 200 || typeof body !== 'object' || body === null || !('data' in body))
    throw new Error(JSON.stringify(body));
  return body.data;
}

const put = (id: string, ...domains: readonly string[]): Promise<Answer> =>
  call('PUT', `/${id}`, { body: JSON.stringify({ domains }) });

async function found(q: string): Promise<unknown> {
  const answer = await ask(`${api.url}/search`, {
    method: 'POST',
    headers: { 'x-api-key': reader, 'content-type': 'application/json' },
    body: JSON.stringify({ q, order_by: ['domain,asc'] }),
  });
  const data = dataOf(answer) as { readonly items: readonly { readonly domain: string }[] };
  return data.items.map(({ domain }) => domain);
}

async function refusedSearch(body: object): Promise<readonly [status: number, details: string]> {
  return refusalOf(
    await ask(`${api.url}/search`, {
      method: 'POST',
      headers: { 'x-api-key': reader, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
}

const TIME = expect.stringMatching(/^20\d\d-/) as string;

test('a list is put, read, used in queries, changed and deleted', async () => {
  const entries = ['https://www.Shop.example/tea', 'absent.example', 'shop.example', '1.2.3', ''];
  const listed = { id: 'mine', domains: 2, created_at: TIME, changed_at: TIME };
  expect(dataOf(await put('mine', ...entries))).toEqual({
    ...listed,
    rejected: {
      count: 2,
      samples: [
        { input: '1.2.3', reason: 'not four numbers, as an IPv4 address has' },
        { input: '', reason: expect.any(String) as string },
      ],
    },
  });
  expect(dataOf(await call('GET', '/mine', { key: reader }))).toEqual({ ...listed, stored: 1 });
  expect(await found('list:mine')).toEqual(['shop.example']);
  expect(await found('-list:mine')).toEqual(['other.example', 'tea.example']);
  const changes = JSON.stringify({ add: ['tea.example', 'a b'], remove: ['absent.example', 'http://'] });
  expect(dataOf(await call('PATCH', '/mine', { body: changes }))).toMatchObject({
    domains: 2,
    rejected: { count: 2 },
  });
  expect(await found('list:mine source')).toEqual(['shop.example', 'tea.example']);
  expect(dataOf(await call('GET', '/mine/domains?limit=1', { key: reader }))).toEqual({
    items: ['shop.example'],
    next_token: expect.any(String) as string,
  });
  const text = await fetch(`${api.url}/lists/mine/domains?as=text`, { headers: { 'x-api-key': reader } });
  expect([text.headers.get('content-type'), await text.text()]).toEqual([
    'text/plain; charset=utf-8',
    'shop.example\ntea.example\n',
  ]);
  expect(dataOf(await call('GET', '', { key: reader }))).toMatchObject({ items: [listed] });
  expect(dataOf(await call('DELETE', '/mine'))).toEqual(listed);
  expect(refusalOf(await call('GET', '/mine'))[0]).toBe(404);
});

test('a list is made by a change that says so, and never replaced by one', async () => {
  const change = (...add: readonly string[]) => JSON.stringify({ add, make: true });
  expect(dataOf(await call('PATCH', '/made', { body: change('tea.example') }))).toMatchObject({ domains: 1 });
  expect(dataOf(await call('PATCH', '/made', { body: change('shop.example') }))).toMatchObject({
    domains: 2,
  });
  const unmade = JSON.stringify({ add: ['tea.example'], make: false });
  expect(refusalOf(await call('PATCH', '/unmade', { body: unmade }))[0]).toBe(404);
  await call('DELETE', '/made');
});

test('a list comes as text and as NDJSON', async () => {
  const text = '\ufeff# suppliers\nshop.example\r\n\n  tea.example  \nno domain\n';
  expect(dataOf(await call('PUT', '/lines', { body: text, type: 'text/plain' }))).toMatchObject({
    domains: 2,
    rejected: { count: 1, samples: [{ input: 'no domain' }] },
  });
  const ndjson = '"other.example"\n{"domain":"tea.example"}\n{"url":"https://shop.example/x"}\n{"a":1}\n{\n';
  expect(dataOf(await call('PUT', '/lines', { body: ndjson, type: 'application/x-ndjson' }))).toMatchObject({
    domains: 3,
    rejected: { count: 2 },
  });
  expect(await found('list:lines')).toEqual(['other.example', 'shop.example', 'tea.example']);
});

test('the first 20 entries that name no domain are shown, each cut', async () => {
  const bad = Array.from({ length: 30 }, (_, number) => `no domain ${number} ${'x'.repeat(300)}`);
  const written = dataOf(await put('bad', 'shop.example', ...bad)) as {
    readonly rejected: { readonly count: number; readonly samples: readonly { readonly input: string }[] };
  };
  expect(written.rejected.count).toBe(30);
  expect(written.rejected.samples.map(({ input }) => input)).toEqual(
    bad.slice(0, 20).map((entry) => entry.slice(0, 200)),
  );
});

test('queries take several lists, and filters name them', async () => {
  await put('a', 'shop.example');
  await put('b', 'tea.example');
  expect(await found('list:a,b')).toEqual(['shop.example', 'tea.example']);
  expect(await found('list:a OR list:b')).toEqual(['shop.example', 'tea.example']);
  expect(await found('list:a,b -list:a')).toEqual(['tea.example']);
  const answer = await ask(`${api.url}/search`, {
    method: 'POST',
    headers: { 'x-api-key': reader, 'content-type': 'application/json' },
    body: JSON.stringify({ query: { filter: ['list', 'not_in', ['a', 'b']] }, level: 'page' }),
  });
  expect(dataOf(answer)).toMatchObject({ total_count: 1, items: [{ domain: 'other.example' }] });
});

test.each<readonly [query: object, details: string]>([
  [
    { q: 'list:suppliesr' },
    'The query names the list "suppliesr", which does not exist; did you mean suppliers? If not, PUT /lists/suppliesr makes it, and GET /lists lists all.',
  ],
  [
    { q: 'absent-from-all -list:zzzzzzzz' },
    'The query names the list "zzzzzzzz", which does not exist; PUT /lists/zzzzzzzz makes it, and GET /lists lists all.',
  ],
  [
    { q: 'list:Mine' },
    'q cannot be read: at column 6, list: is "Mine", which is not the name of a list; write 1 to 64 of a to z, 0 to 9, - and _, for instance suppliers-2026.',
  ],
  [
    { query: { filter: ['list', 'like', 'a%'] } },
    'query.filter[1] is "like", which is not an operator of list; use one of =, <>, in, not_in.',
  ],
])('a query names no list that there is: %j', async (query, details) => {
  await put('suppliers', 'shop.example');
  const [status, text] = await refusedSearch(query);
  expect([status, text]).toEqual([400, details]);
});

test('a list that is deleted while a token refers to it is named', async () => {
  await put('short-lived', 'shop.example', 'tea.example');
  const request = { q: 'list:short-lived', limit: 1 };
  const first = await ask(`${api.url}/search`, {
    method: 'POST',
    headers: { 'x-api-key': reader, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const { offset_token } = dataOf(first) as { readonly offset_token: string };
  await call('DELETE', '/short-lived');
  const [status, details] = await refusedSearch({ ...request, offset_token });
  expect([status, details]).toEqual([
    400,
    expect.stringContaining('names the list "short-lived", which does not exist'),
  ]);
});

test.each<readonly [name: string, method: string, path: string, sent: Sent, status: number, details: string]>(
  [
    ['no entry', 'PUT', '/x', { body: '{"domains":[]}' }, 400, 'domains'],
    [
      'no domain',
      'PUT',
      '/x',
      { body: '{"domains":["a b"]}' },
      400,
      'The list would have no domain: 1 entry names none, the first one ("a b") because',
    ],
    [
      'an empty text',
      'PUT',
      '/x',
      { body: '# nothing\n', type: 'text/plain' },
      400,
      'The list would have no domain; give at least one',
    ],
    [
      'a name in capitals',
      'PUT',
      '/Big',
      { body: '{"domains":["a.example"]}' },
      400,
      'id is "Big"; write 1 to 64 of',
    ],
    [
      'a name that is too long',
      'PUT',
      `/${'a'.repeat(65)}`,
      { body: '{"domains":["a.example"]}' },
      400,
      'write 1 to 64 of',
    ],
    ['another media type', 'PUT', '/x', { body: 'a', type: 'text/csv' }, 415, 'text/plain'],
    ['no JSON', 'PUT', '/x', { body: '{' }, 400, 'JSON'],
    [
      'a list that is not there',
      'PATCH',
      '/absent',
      { body: '{"add":["a.example"]}' },
      404,
      'There is no list absent;',
    ],
    [
      'no change',
      'PATCH',
      '/absent',
      { body: '{}' },
      400,
      'The body names no domain; give add, remove or both',
    ],
    [
      'what goes is all',
      'PATCH',
      '/tiny',
      { body: '{"remove":["shop.example"]}' },
      400,
      'would have no domain',
    ],
    ['the domains of no list', 'GET', '/absent/domains', {}, 404, 'There is no list absent;'],
    ['too large a body', 'PUT', '/x', { body: 'a.example\n'.repeat(20_000), type: 'text/plain' }, 413, ''],
  ],
)('refuses %s', async (_, method, path, sent, status, details) => {
  await put('tiny', 'shop.example');
  const refusal = refusalOf(await call(method, path, sent));
  expect(refusal).toEqual([status, expect.stringContaining(details)]);
});

test('a key without the scope admin reads and uses lists, and changes none', async () => {
  const body = '{"domains":["a.example"]}';
  expect(refusalOf(await call('PUT', '/x', { body, key: reader }))[0]).toBe(403);
  expect(refusalOf(await call('DELETE', '/x', { key: reader }))[0]).toBe(403);
  expect((await call('GET', '', { key: reader })).status).toBe(200);
});
