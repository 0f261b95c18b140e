import { connect } from 'node:net';
import { once } from 'node:events';
import { checker, ErrorBody } from '@sitegrep/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, sendRaw, serve, type Served } from '../test/served-api.ts';

const checkError = checker(ErrorBody);
let api: Served;
let secret: string;

beforeAll(async () => {
  api = await serve();
  secret = await api.key(['search']);
});
afterAll(() => api.close());

/** Takes one answer apart by hand, and makes sure there is nothing behind it. */
function single(raw: string) {
  const [head = '', body = ''] = raw.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Map(lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]));
  expect(Buffer.byteLength(body)).toBe(Number(headers.get('content-length')));
  expect(checkError(JSON.parse(body)).ok).toBe(true);
  expect(headers.get('x-request-id')).toMatch(/./);
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}

describe('what is not HTTP', () => {
  test.each([
    ['noise', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n'],
    ['a request line without a version', 'GET /healthz\r\n\r\n'],
    ['an unknown method', 'BREW /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n'],
    ['an empty Host', 'GET /healthz HTTP/1.1\r\nHost:\r\n\r\n'],
    ['a Host with a path', 'GET /healthz HTTP/1.1\r\nHost: x/y\r\n\r\n'],
    ['a Host with a user', 'GET /healthz HTTP/1.1\r\nHost: a@x\r\n\r\n'],
    ['a Host with two ports', 'GET /healthz HTTP/1.1\r\nHost: x:1:2\r\n\r\n'],
    ['two Hosts in HTTP/1.0', 'GET /healthz HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n'],
    ['a NUL in the path', 'GET /admin/blocked-domains/a%00.example HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a space before a colon', 'GET /healthz HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['two lengths', 'POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc'],
    [
      'a length and chunks',
      'POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a tunnel', 'CONNECT x.example:443 HTTP/1.1\r\nHost: x.example:443\r\n\r\n'],
    ['headers of 20 KiB', `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_480)}\r\n\r\n`],
  ])('%s: a 400 in the usual form, and the connection ends', async (_name, bytes) => {
    const { status, headers } = single(await sendRaw(api.port, bytes));
    expect([status, headers.get('connection')]).toEqual([400, 'close']);
  });

  test('a broken chunk in the body of an authorised request is a 400', async () => {
    const head = `POST /html-source-code-search HTTP/1.1\r\nHost: x\r\nX-API-Key: ${secret}\r\nContent-Type: application/json\r\n`;
    const { status } = single(
      await sendRaw(api.port, `${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n`),
    );
    expect(status).toBe(400);
  });

  test('no second answer follows one that was given before the body broke', async () => {
    const head = 'POST /nowhere HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    const socket = connect(api.port, '127.0.0.1').setEncoding('utf8');
    let received = '';
    socket.on('data', (text: string) => (received += text));
    socket.write(head);
    await once(socket, 'data');
    socket.write('ZZ\r\nabc\r\n');
    await once(socket, 'close');
    expect(single(received).status).toBe(404);
  });
});

test('a client that leaves in the middle of its body does no harm', async () => {
  const head = `POST /html-source-code-search HTTP/1.1\r\nHost: x\r\nX-API-Key: ${secret}\r\nContent-Type: application/json\r\n`;
  await sendRaw(api.port, `${head}Content-Length: 100\r\n\r\n{"search`, { half: true });
  expect((await ask(`${api.url}/healthz`, {})).status).toBe(200);
  expect(api.log.some((line) => line.includes('unexpected error'))).toBe(false);
});

test('a request that does not arrive in time is a 400', async () => {
  const hasty = await serve({ settings: { requestTimeoutMs: 100 } });
  try {
    const key = await hasty.key(['search']);
    const head = `POST /html-source-code-search HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n`;
    const { status, body } = single(await sendRaw(hasty.port, `${head}Content-Length: 10\r\n\r\n{`));
    expect([status, body]).toEqual([400, expect.stringContaining('in time')]);
  } finally {
    await hasty.close();
  }
});

test.each([
  ['a name', 'sitegrep.example'],
  ['a name and a port', 'sitegrep.example:8080'],
  ['an IPv6 address and a port', '[2001:db8::1]:8080'],
])('%s is a Host', async (_name, host) => {
  const answer = await sendRaw(
    api.port,
    `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['a request to upgrade', 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'],
  ['a tunnel', 'CONNECT x.example:443 HTTP/1.1\r\nHost: x.example:443\r\n\r\n'],
])('a connection that is reset during %s takes nothing down', async (_name, bytes) => {
  // The reset comes before, during or after the answers.
  for (let n = 0; n < 40; n++) {
    const socket = connect(api.port, '127.0.0.1');
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    socket.write(bytes.repeat(3));
    await new Promise((resolve) => setTimeout(resolve, n % 5));
    socket.resetAndDestroy();
    await closed;
  }
  expect((await ask(`${api.url}/healthz`, {})).status).toBe(200);
});

describe('a request to upgrade', () => {
  const UPGRADE = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n';
  const LAST = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const statusesIn = (text: string) =>
    [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

  test('is answered as if it asked for no upgrade, and so are the requests after it', async () => {
    const first = `GET /nowhere HTTP/1.1\r\n${UPGRADE}\r\n`;
    const answers = await sendRaw(api.port, `${first}${first}${LAST}`);
    expect(statusesIn(answers)).toEqual([404, 404, 200]);
  });

  test('with a body is answered, and its connection ends', async () => {
    const body = '{"search_terms":["x"]}';
    const head = `POST /html-source-code-search HTTP/1.1\r\n${UPGRADE}X-API-Key: ${secret}\r\nContent-Type: application/json\r\n`;
    const answer = await sendRaw(api.port, `${head}Content-Length: ${body.length}\r\n\r\n${body}${LAST}`);
    expect(statusesIn(answer)).toEqual([200]);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });
});

test('an expectation is ignored', async () => {
  const answer = await sendRaw(
    api.port,
    'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

describe('the request id', () => {
  test("is the client's own if it fits into a log line, else a new one", async () => {
    const idFor = async (id: string) =>
      (await ask(`${api.url}/nowhere`, { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    expect(await idFor('trace-1.a_B')).toBe('trace-1.a_B');
    expect(await idFor('a b"')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idFor('x'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/);
  });
});
