// What programs that were not written for this API take for granted (RFC 9110), over all operations of the contract.
import { OPERATIONS, type Operation, type OperationId } from '@sitegrep/contract';
import { SCOPES } from '@sitegrep/storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROWS } from '../test/access-rows.ts';
import { lastingStorage, serve, type Served, textOf } from '../test/served-api.ts';

const storage = lastingStorage();
const IDS = Object.keys(ROWS) as readonly OperationId[];
const of = (id: OperationId): Operation => OPERATIONS[id];
const isGuarded = (id: OperationId): boolean => of(id).scope !== null;
const isForDataForSeo = (id: OperationId): boolean => of(id).path.startsWith('/v3/');

/** Path of an operation about what does not exist. */
function pathOf(id: OperationId): string {
  return of(id)
    .path.replace('{domain}', 'nothing.example')
    .replaceAll(/\{\w+\}/g, 'none');
}

interface Sent {
  readonly at?: Served;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  /** Text that follows the path. */
  readonly rest?: string;
}

async function ask(id: OperationId, { at = api, headers = {}, method = of(id).method, rest = '' }: Sent) {
  const { json, csv, type = 'text/csv' } = ROWS[id];
  const hasBody = method !== 'HEAD' && method !== 'GET' && (csv ?? json) !== undefined;
  const body = hasBody ? (csv ?? JSON.stringify(json)) : undefined;
  const answer = await fetch(at.url + pathOf(id) + rest, {
    method,
    redirect: 'manual',
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': csv === undefined ? 'application/json' : type }),
    },
    ...(body !== undefined && { body }),
  });
  return { status: answer.status, headers: answer.headers, text: await textOf(answer) };
}

/** The operation that makes another one possible, which can be done only once. */
const BEFORE: { readonly [Id in OperationId]?: OperationId } = {
  unblockDomain: 'blockDomain',
  stopReanalysis: 'startReanalysis',
  stopCommonCrawl: 'startCommonCrawl',
};

async function makePossible(id: OperationId): Promise<void> {
  const before = BEFORE[id];
  if (before !== undefined) await ask(before, { headers: { 'x-api-key': secret } });
}

let api: Served;
let secret: string;
beforeAll(async () => {
  api = await serve({ storage: storage() });
  secret = await api.key([...SCOPES]);
});
afterAll(() => api.close());

/** Headers that differ from answer to answer: of metrics also the length; clients close a connection after HEAD. */
const OWN = /^(?:date|x-request-id|ratelimit-.*|content-length|transfer-encoding|connection|keep-alive)$/;

function standing(headers: Headers): readonly (readonly [string, string])[] {
  return [...headers].filter(([name]) => !OWN.test(name));
}

test.each(IDS.filter((id) => of(id).method === 'GET'))('HEAD of %s is GET without the body', async (id) => {
  const headers = { 'x-api-key': secret };
  const [got, head] = [await ask(id, { headers }), await ask(id, { headers, method: 'HEAD' })];
  expect([head.status, head.text]).toEqual([got.status, '']);
  expect(standing(head.headers)).toEqual(standing(got.headers));
});

test('a 401 of each operation names the ways to send a key, and each of them is taken', async () => {
  const basic = { authorization: `Basic ${Buffer.from(`me:${secret}`).toString('base64')}` };
  const accepted = [
    { 'x-api-key': secret },
    { authorization: `Bearer ${secret}` },
    { authorization: `bearer  ${secret}` },
  ];
  for (const [at, id] of IDS.filter(isGuarded).entries()) {
    const refused = await ask(id, {});
    const bearer = 'Bearer realm="sitegrep"';
    expect([id, refused.status, refused.headers.get('www-authenticate')]).toEqual([
      id,
      401,
      isForDataForSeo(id) ? `Basic realm="sitegrep", charset="UTF-8", ${bearer}` : bearer,
    ]);
    // One hook reads the key of all of them: each way is tried at every third operation.
    for (const headers of [accepted[at % accepted.length] ?? {}, ...(isForDataForSeo(id) ? [basic] : [])])
      expect([id, headers, (await ask(id, { headers })).status === 401]).toEqual([id, headers, false]);
  }
});

test('Basic authentication is taken from clients of DataForSEO alone', async () => {
  const headers = { authorization: `Basic ${Buffer.from(`me:${secret}`).toString('base64')}` };
  for (const id of IDS.filter((one) => isGuarded(one) && !isForDataForSeo(one)))
    expect([id, (await ask(id, { headers })).status]).toEqual([id, 401]);
});

test('a slash at the end of the path of each operation changes nothing', async () => {
  const headers = { 'x-api-key': secret };
  for (const id of IDS.filter((one) => of(one).path !== '/')) {
    const statuses: number[] = [];
    for (const rest of ['', '/']) {
      await makePossible(id);
      statuses.push((await ask(id, { headers, rest })).status);
    }
    expect([id, statuses[1]]).toEqual([id, statuses[0]]);
    const method = of(id).path.startsWith('/lists/') ? 'POST' : 'PATCH';
    const wrong = await ask(id, { headers, method, rest: '/' });
    expect([id, wrong.status, wrong.headers.get('allow')]).toEqual([
      id,
      405,
      expect.stringContaining(of(id).method),
    ]);
  }
});

test('a query string that can not be read is a 400 of each operation, after the key', async () => {
  const queries = ['?q=%zz', '?q=%', '?a=1&q=%ff%fe', '?%c3%28=1'];
  // One hook reads those of all operations: each is tried at every fourth.
  for (const [at, id] of IDS.entries()) {
    const query = queries[at % queries.length] ?? '';
    const { status: withoutKey } = await ask(id, { rest: query });
    const { status, text } = await ask(id, { headers: { 'x-api-key': secret }, rest: query });
    // Clients of DataForSEO read the refusal in the body of a 200.
    expect([id, query, withoutKey, status]).toEqual([
      id,
      query,
      isGuarded(id) ? 401 : 400,
      isForDataForSeo(id) ? 200 : 400,
    ]);
    expect(text).toContain('not percent-encoded UTF-8; encode each parameter');
  }
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['198.51.100.7:80, 203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['unknown', '127.0.0.1'],
  ['203.0.113.9:51234:1', '127.0.0.1'],
])('behind a proxy, X-Forwarded-For %s is the client %s', async (forwarded, client) => {
  const proxied = await serve({ storage: storage(), settings: { trustedProxies: ['127.0.0.0/8'] } });
  await ask('getHealth', { at: proxied, headers: { 'x-forwarded-for': forwarded, 'x-request-id': 'asked' } });
  await expect
    .poll(
      () =>
        proxied.log.map((line) => JSON.parse(line)).find(({ requestId }) => requestId === 'asked')?.client,
    )
    .toBe(client);
  await proxied.close();
});

test('an error repeats no hidden character of a request', async () => {
  const { status, text } = await ask('listTechnologies', {
    headers: { 'x-api-key': secret },
    rest: '?q%E2%80%AEx=1',
  });
  expect([status, JSON.parse(text).details]).toEqual([400, expect.stringContaining(String.raw`q\u202ex`)]);
});

test.each([
  ['an uptime monitor', 'HEAD', '/healthz', {}],
  ['an uptime monitor that reads', 'GET', '/readyz/', { accept: '*/*', 'user-agent': 'monitor/1' }],
  [
    'Prometheus',
    'GET',
    '/metrics',
    {
      accept: 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.1',
      'accept-encoding': 'gzip',
      'x-prometheus-scrape-timeout-seconds': '10',
      authorization: 'Bearer SECRET',
    },
  ],
  ['n8n with Header Auth', 'GET', '/search?q=x', { accept: 'application/json', 'x-api-key': 'SECRET' }],
  ['n8n with Bearer Auth', 'GET', '/search/?q=x', { accept: '*/*', authorization: 'Bearer SECRET' }],
])('%s gets what it asks for', async (_, method, path, headers) => {
  const sent = Object.entries(headers).map(
    ([name, value]) => [name, value.replace('SECRET', secret)] as const,
  );
  const answer = await fetch(api.url + path, { method, headers: sent.map(([name, value]) => [name, value]) });
  expect(answer.status).toBe(200);
  await answer.text();
});

/** Headers that other programs send with each request, as they write them. */
const PROGRAMS: readonly (readonly [name: string, headers: Readonly<Record<string, string>>])[] = [
  [
    'n8n',
    {
      accept:
        'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, image/*;q=0.8, */*;q=0.7',
      'user-agent': 'n8n',
      'accept-encoding': 'gzip, compress, deflate, br',
    },
  ],
  ['an uptime monitor', { accept: '*/*', 'user-agent': 'Uptime-Kuma/1.23', 'cache-control': 'no-cache' }],
  [
    'Prometheus',
    {
      accept: 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
      'user-agent': 'Prometheus/3.1.0',
      'accept-encoding': 'gzip',
    },
  ],
];

test('the headers of other programs change the answer of no operation', async () => {
  const answered = async (id: OperationId, sent: Readonly<Record<string, string>>) => {
    await makePossible(id);
    const { status, headers } = await ask(id, { headers: { 'x-api-key': secret, ...sent } });
    return [status, headers.get('content-type')];
  };
  for (const id of IDS) {
    const plain = await answered(id, {});
    for (const [name, sent] of PROGRAMS)
      expect([id, name, await answered(id, sent)]).toEqual([id, name, plain]);
  }
});

test('a parameter that is sent as an array, or twice, is a 400 of each operation with parameters, and names it', async () => {
  for (const id of IDS.filter((one) => of(one).query !== undefined)) {
    for (const [query, name] of [
      ['?fields[]=title&fields[]=lang', 'fields[]'],
      ['?fields%5B0%5D=title', 'fields[0]'],
      ['?limit=1&limit=2', 'limit'],
    ] as const) {
      const { status, text } = await ask(id, { headers: { 'x-api-key': secret }, rest: query });
      expect([id, query, status, text]).toEqual([id, query, 400, expect.stringContaining(name)]);
    }
  }
});

test('an unknown query parameter of each operation is refused by its name', async () => {
  const headers = { 'x-api-key': secret };
  // The body of an upload of another type is not read, so its parameters are not looked at.
  for (const id of IDS.filter((one) => isGuarded(one) && ROWS[one].status !== 415)) {
    const { status, text } = await ask(id, { headers, rest: '?liimit=1' });
    expect([id, status, text]).toEqual([
      id,
      isForDataForSeo(id) ? 200 : 400,
      expect.stringContaining('liimit'),
    ]);
  }
});
