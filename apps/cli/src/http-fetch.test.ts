import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { httpFetch } from './http-fetch.ts';

let closers = new AsyncDisposableStack();
afterEach(async () => {
  await closers.disposeAsync();
  closers = new AsyncDisposableStack();
});

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const { promise, resolve } = Promise.withResolvers<string>();
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
  });
  closers.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return promise;
}

const GET = { method: 'GET', headers: {} };

test('a request has its method, headers and body, and the answer its status, headers and text', async () => {
  const url = await served((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method, url: path, headers } = request;
      response.writeHead(201, { 'X-Own': 'yes' });
      response.end([method, path, headers['x-api-key'], Buffer.concat(pieces).toString()].join(' '));
    });
  });
  const headers = { 'x-api-key': 'sg_1' };
  for (const body of ['ä', new TextEncoder().encode('ä'), new Blob(['ä']).stream(), new Blob(['ä'])]) {
    const answer = await httpFetch(`${url}a?b=c`, { method: 'PUT', headers, body });
    expect([answer.ok, answer.status, answer.headers.get('x-own'), answer.headers.get('none')]).toEqual([
      true,
      201,
      'yes',
      null,
    ]);
    expect(await answer.text()).toBe('PUT /a?b=c sg_1 ä');
  }
});

test('a compressed answer is read as what it was, whole and as a stream', async () => {
  const url = await served((request, response) => {
    response.writeHead(200, { 'content-encoding': String(request.headers['accept-encoding']) });
    response.end(gzipSync('the text'));
  });
  const whole = await httpFetch(url, GET);
  expect(Buffer.from(await whole.arrayBuffer()).toString()).toBe('the text');
  const { body } = await httpFetch(url, GET);
  const pieces = await Array.fromAsync(body ?? []);
  expect(Buffer.concat(pieces).toString()).toBe('the text');
});

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
  'a body of %s arrives, and none is none',
  async (method) => {
    const url = await served((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => response.end(Buffer.concat(pieces)));
    });
    for (const body of ['[1]', new TextEncoder().encode('[1]')])
      expect(await (await httpFetch(url, { method, headers: {}, body })).text()).toBe('[1]');
    expect(await (await httpFetch(url, { method, headers: {} })).text()).toBe('');
  },
);

test('an answer in many pieces is one stream, whose pieces wait until they are read', async () => {
  const [piece, count] = [Buffer.alloc(65_536, 'x'), 1_000];
  let sent = 0;
  function* pieces(): Generator<Buffer> {
    for (; sent < count; sent++) yield piece;
  }
  const url = await served((_request, response) => Readable.from(pieces()).pipe(response));
  const answer = await httpFetch(url, GET);
  expect(answer.body).toBe(answer.body);
  const digest = createHash('sha256');
  const sentEarly: number[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    digest.update(part);
    bytes += part.length;
    sentEarly.push(sent * piece.length - bytes);
  }
  const whole = createHash('sha256');
  for (let n = 0; n < count; n++) whole.update(piece);
  expect([bytes, digest.digest('hex')]).toEqual([count * piece.length, whole.digest('hex')]);
  // Only buffers of sockets are between the two ends, not most of the answer.
  expect(Math.max(...sentEarly)).toBeLessThan((count * piece.length) / 2);
});

test('a redirect is an answer like any other, and its target sees neither request nor key', async () => {
  const seen: (string | undefined)[] = [];
  const url = await served((request, response) => {
    seen.push(request.url);
    response.writeHead(302, { location: '/other' }).end();
  });
  const answer = await httpFetch(url, { ...GET, headers: { 'x-api-key': 'sg_1' } });
  expect([answer.ok, answer.status, answer.headers.get('location')]).toEqual([false, 302, '/other']);
  await answer.body?.cancel();
  expect(seen).toEqual(['/']);
});

test('a compressed answer that is cut, or is not compressed as it says, fails', async () => {
  const packed = gzipSync('the text'.repeat(100));
  const bodies: Readonly<Record<string, Buffer>> = {
    '/cut': packed.subarray(0, -10),
    '/other': Buffer.from('the text'),
  };
  const url = await served((request, response) =>
    response.writeHead(200, { 'content-encoding': 'GZIP' }).end(bodies[request.url ?? ''] ?? packed),
  );
  expect(await (await httpFetch(url, GET)).text()).toBe('the text'.repeat(100));
  await expect((await httpFetch(`${url}cut`, GET)).text()).rejects.toMatchObject({ code: 'Z_BUF_ERROR' });
  await expect((await httpFetch(`${url}other`, GET)).text()).rejects.toMatchObject({ code: 'Z_DATA_ERROR' });
});

test('an abort before the answer fails the request, and one before it is read fails the reading alone', async () => {
  const early = new AbortController();
  const url = await served((request, response) => {
    if (request.url === '/silent') return early.abort();
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.write(gzipSync('the text').subarray(0, 12));
  });
  await expect(httpFetch(`${url}silent`, { ...GET, signal: early.signal })).rejects.toThrow(/aborted/);
  const late = new AbortController();
  const answer = await httpFetch(url, { ...GET, signal: late.signal });
  late.abort();
  // Long enough for an error that nobody listens to, which would fail this test.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  await expect(answer.text()).rejects.toThrow(/aborted|Premature close/);
});

test('a refusal that comes while the body is sent is the answer', async () => {
  const url = await served((_request, response) => response.writeHead(413).end('too large'));
  const body = ReadableStream.from(
    (function* endless() {
      for (let piece = 0; piece < 10_000; piece++) yield new Uint8Array(65_536);
    })(),
  );
  const answer = await httpFetch(url, { method: 'POST', headers: {}, body });
  expect([answer.status, await answer.text()]).toEqual([413, 'too large']);
});

test('what cannot be reached, breaks off or is aborted fails', async () => {
  await expect(httpFetch('http://127.0.0.1:1/', GET)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  const url = await served((request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half');
    if (request.url === '/broken') setImmediate(() => request.socket.destroy());
  });
  const broken = await httpFetch(`${url}broken`, GET);
  await expect(broken.text()).rejects.toMatchObject({ code: 'ECONNRESET' });
  const controller = new AbortController();
  const silent = await httpFetch(url, { ...GET, signal: controller.signal });
  const text = silent.text();
  controller.abort();
  await expect(text).rejects.toThrow(/aborted/);
});
