import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleSites, type SampleWeb, serveSampleWeb } from './server.ts';

let web: SampleWeb;

beforeAll(async () => {
  web = await serveSampleWeb();
});

afterAll(() => web.close());

/** Asks for a URL of the sample web: as from a proxy, or from the host itself. */
async function get(
  url: string,
  { proxied = true, port = web.port, method = 'GET' } = {},
): Promise<IncomingMessage> {
  const { host, pathname, search } = new URL(url);
  const path = proxied ? url : `${pathname}${search}`;
  const outgoing = httpRequest({
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: { host },
    agent: false,
  }).end();
  const [response] = await new Promise<[IncomingMessage]>((resolve, reject) => {
    outgoing.on('response', (incoming) => resolve([incoming]));
    outgoing.on('error', reject);
  });
  return response;
}

const replies = sampleSites().flatMap(({ domain, answers }) =>
  Object.entries(answers).flatMap(([key, answer]) =>
    answer.kind === 'reply' ? [{ url: key.startsWith('/') ? `http://${domain}${key}` : key, answer }] : [],
  ),
);

describe('the sample web over sockets', () => {
  test.each(replies)(
    '$url answers as declared, through the proxy and by its host name',
    async ({ url, answer }) => {
      for (const proxied of [true, false]) {
        const response = await get(url, { proxied });
        expect(response.statusCode).toBe(answer.status);
        for (const [name, value] of Object.entries(answer.headers)) {
          expect(response.headers[name]).toEqual(name === 'set-cookie' ? [value].flat() : value);
        }
        expect(Buffer.compare(await buffer(response), Buffer.from(answer.body))).toBe(0);
      }
    },
  );

  test('a page that states no content type is sent without one', async () => {
    expect((await get('http://velo-lausanne.example/')).headers['content-type']).toBeUndefined();
  });

  test('robots.txt is there where it is declared, and a 404 elsewhere', async () => {
    expect(await text(await get('http://private-club.example/robots.txt'))).toBe(
      'User-agent: *\nDisallow: /\n',
    );
    expect((await get('http://bakery-lyon.example/robots.txt')).statusCode).toBe(404);
  });

  test('a redirect names its target', async () => {
    const response = await get('http://tram-lisboa.example/');
    expect([response.statusCode, response.headers.location]).toEqual([
      301,
      'http://www.tram-lisboa.example/',
    ]);
  });

  test('a host that does not exist is a 502 of the proxy, and a 404 without it', async () => {
    expect((await get('http://nowhere.invalid/')).statusCode).toBe(502);
    expect((await get('http://nowhere.invalid/', { proxied: false })).statusCode).toBe(404);
    expect((await get('http://bakery-lyon.example:81/')).statusCode).toBe(502);
  });

  test('only GET and HEAD are answered', async () => {
    expect((await get('http://bakery-lyon.example/', { method: 'POST' })).statusCode).toBe(405);
    const head = await get('http://bakery-lyon.example/', { method: 'HEAD' });
    expect([head.statusCode, (await buffer(head)).length]).toEqual([200, 0]);
  });

  test('a tunnel is refused with 501', async () => {
    const socket = connect(web.port, '127.0.0.1');
    socket.write('CONNECT bakery-lyon.example:443 HTTP/1.1\r\nHost: bakery-lyon.example:443\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 501 /);
  });

  test('the busy server is busy once, to each server of the sample web', async () => {
    const another = await serveSampleWeb();
    try {
      for (const port of [web.port, another.port]) {
        const first = await get('http://rush-hour.example/', { port });
        expect([first.statusCode, first.headers['retry-after']]).toEqual([503, '1']);
        expect((await get('http://rush-hour.example/', { port })).statusCode).toBe(200);
        expect((await get('http://rush-hour.example/', { port })).statusCode).toBe(200);
      }
    } finally {
      await another.close();
    }
  });

  test('the slow page arrives in the end', async () => {
    expect(await text(await get('http://slow-snail.example/'))).toContain('Snail Mail Society');
  });

  test('the reset connection gives no answer, the cut one half a body', async () => {
    await expect(get('http://broken-wire.example/')).rejects.toMatchObject({ code: 'ECONNRESET' });
    const half = await get('http://half-moon.example/');
    expect(half.headers['content-length']).toBe('4096');
    await expect(buffer(half)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test('the endless page is longer than 4 MiB and ends with its last line', async () => {
    const page = await text(await get('http://endless-scroll.example/'));
    expect(page.length).toBeGreaterThan(5 * 1024 * 1024);
    expect(page.indexOf('the very last line')).toBeGreaterThan(4 * 1024 * 1024);
  });

  test('the server survives a client that disconnects in the middle of the endless page', async () => {
    const response = await get('http://endless-scroll.example/');
    response.destroy();
    await once(response, 'close');
    expect((await get('http://bakery-lyon.example/')).statusCode).toBe(200);
  });

  test('the bomb is a thousand times larger when it is unpacked', async () => {
    const packed = await buffer(await get('http://zip-bomb.example/'));
    expect(packed.length).toBeLessThan(12_000);
    expect(gunzipSync(packed).length).toBe(10 * 1024 * 1024);
  });

  test('the silent site sends nothing until the server is closed', async () => {
    const another = await serveSampleWeb();
    const silent = get('http://silent-monastery.example/', { port: another.port }).then(
      () => 'answered',
      () => 'never answered',
    );
    expect((await get('http://bakery-lyon.example/', { port: another.port })).statusCode).toBe(200);
    await another.close();
    expect(await silent).toBe('never answered');
  });

  test('a port in use is an error that names it', async () => {
    await expect(serveSampleWeb({ port: web.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      port: web.port,
    });
  });
});
