import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Operation, OPERATIONS } from '@sitegrep/contract';
import { openApiDocument } from '@sitegrep/openapi';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, serve, type Served } from '../../test/served-api.ts';
import { watchAnswers } from '../../test/documented-answers.ts';
import { addOperation, requireOperations } from '../operation-route.ts';

let api: Served;
beforeAll(async () => {
  api = await serve();
});
afterAll(() => api.close());

describe('GET /', () => {
  test('sends a browser to the reference', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const { status, headers } = await fetch(`${api.url}/`, { headers: { accept }, redirect: 'manual' });
    expect([status, headers.get('location'), headers.get('vary')]).toEqual([303, 'docs', 'Accept']);
    const followed = await fetch(`${api.url}/`, { headers: { accept } });
    expect([followed.status, followed.url]).toEqual([200, `${api.url}/docs`]);
    expect(await followed.text()).toContain('<!doctype html>');
  });

  test('names the reference to a program', async () => {
    for (const headers of [{}, { accept: 'application/json' }]) {
      const { status, body } = await ask(`${api.url}/`, { headers });
      expect([status, body]).toEqual([
        200,
        { success: true, data: { name: 'sitegrep', docs: '/docs', openapi: '/openapi.json' } },
      ]);
    }
  });
});

describe('GET /openapi.json', () => {
  test('is the document, without a key, to be cached and revalidated', async () => {
    const { status, headers, body } = await ask(`${api.url}/openapi.json`, {});
    expect([status, body]).toEqual([200, openApiDocument()]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test('is not sent again to a client that has it', async () => {
    const etag = (await ask(`${api.url}/openapi.json`, {})).headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
    for (const known of [etag, etag.slice(2), `"another", ${etag}`, '*']) {
      const again = await ask(`${api.url}/openapi.json`, { headers: { 'if-none-match': known } });
      expect([again.status, again.headers.get('etag'), again.body]).toEqual([304, etag, null]);
    }
    const other = await ask(`${api.url}/openapi.json`, { headers: { 'if-none-match': '"another"' } });
    expect(other.status).toBe(200);
  });
});

/** Sends GET and does not decompress the answer. */
async function rawGet(path: string, acceptEncoding?: string) {
  const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
  const [answer] = (await once(get(api.url + path, { headers }), 'response')) as [IncomingMessage];
  const body = await buffer(answer);
  const { 'content-encoding': encoding, vary, etag, 'content-length': length } = answer.headers;
  return { encoding, vary, etag, length: Number(length), body };
}

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  identity: (body) => body,
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

describe.each(['/docs', '/docs/api-search', '/openapi.json'])('%s', (path) => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['BR;q=0.1, gzip', 'br'],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['deflate', undefined],
    ['identity', undefined],
    ['br;q=nonsense', undefined],
    ['*;q=0', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('to a client that accepts %j comes as %s', async (accepted, expected) => {
    const plain = await rawGet(path, 'identity');
    const { encoding, body, vary, etag, length } = await rawGet(path, accepted);
    expect([encoding, vary, etag, length]).toEqual([expected, 'Accept-Encoding', plain.etag, body.length]);
    expect(decoders[encoding ?? 'identity']?.(body)).toEqual(plain.body);
  });

  test('is a quarter at most when it is compressed', async () => {
    const [plain, br, gzipped] = await Promise.all(
      ['identity', 'br', 'gzip'].map(async (accepted) => (await rawGet(path, accepted)).length),
    );
    expect(Math.max(br ?? Infinity, gzipped ?? Infinity)).toBeLessThan((plain ?? 0) / 4);
  });
});

describe('the documentation', () => {
  const PAGES = ['/docs', '/docs/usage', '/docs/api-search', '/docs/client'];

  test.each(PAGES)('%s is a page that loads the files of the documentation alone', async (path) => {
    const response = await fetch(`${api.url}${path}`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(policy).toMatch(/^default-src 'none'; .*connect-src 'self'/);
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const page = await response.text();
    const loaded = Array.from(
      page.matchAll(/<(?:link|script|img)\b[^>]* (?:href|src)="([^"]+)"/g),
      ([, address = '']) => new URL(address, response.url).href,
    );
    const known = ['docs.css', 'docs.js'].map((name) => `${api.url}/docs/${name}`);
    expect(loaded.slice(0, 2)).toEqual(known);
    expect(page).not.toMatch(/ style=| on[a-z]+=|<style|<script[^>]*>[^<]/);
  });

  test.each([
    ['/docs/docs.css', 'text/css; charset=utf-8'],
    ['/docs/docs.js', 'text/javascript; charset=utf-8'],
    ['/docs/search.json', 'application/json; charset=utf-8'],
    ['/docs/sections.json', 'application/json; charset=utf-8'],
  ])('%s is of the type %s, and is not sent again', async (path, type) => {
    const first = await fetch(`${api.url}${path}`);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, type]);
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(`${api.url}${path}`, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test.each(['/docs', '/docs/'])('%s leads to the same pages', async (path) => {
    const { url, ...answer } = await fetch(`${api.url}${path}`).then(async (response) => ({
      url: response.url,
      status: response.status,
      page: await response.text(),
    }));
    const links = Array.from(
      answer.page.matchAll(/ href="([^#"]+)"/g),
      ([, link = '']) => new URL(link, url).pathname,
    );
    expect([answer.status, links.includes('/docs/usage'), links.includes('/docs/docs.css')]).toEqual([
      200,
      true,
      true,
    ]);
    expect(links.filter((link) => !/^\/(?:docs(?:\/[\w.-]+)?|openapi\.json)?$/.test(link))).toEqual([]);
  });

  test.each([
    '/docs/nothing',
    '/docs/index',
    '/docs/index-below.html',
    '/docs/sources.txt',
    '/docs/..%2fpackage.json',
    '/docs/docs.js.br',
    '/docs/usage/more',
  ])('%s is not there', async (path) => {
    const { status, body } = await ask(`${api.url}${path}`, {});
    expect([status, body]).toMatchObject([404, { success: false, error: 'Not found' }]);
  });

  test('shows source of strangers as text', async () => {
    const page = await (await fetch(`${api.url}/docs/api-search`)).text();
    expect(page).toContain('&#60;link rel=\\&#34;preload');
    expect(page).not.toContain('<link rel=\\"preload');
  });

  test('is answered to HEAD, too', async () => {
    const { status, headers } = await fetch(`${api.url}/docs/usage`, { method: 'HEAD' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });
});

describe('every operation', () => {
  const operations: readonly (readonly [string, Operation])[] = Object.entries(OPERATIONS);

  test.each(operations)('%s has its route', (_id, { method, path }) => {
    expect(api.app.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') })).toBe(true);
  });

  test('is declared before it has one', () => {
    const app = Fastify();
    requireOperations(app);
    expect(() => app.get('/nowhere', async () => 'here')).toThrow('GET /nowhere is not an operation');
  });
});

/** Compares an answer to GET /healthz with the document. */
async function violationsOf(
  status: number,
  headers: Record<string, string>,
  body: unknown,
): Promise<readonly string[]> {
  const app = Fastify();
  addOperation(app, 'getHealth', {}, async (_request, reply) =>
    reply.code(status).headers(headers).send(body),
  );
  const violations = watchAnswers(app);
  await app.inject('/healthz');
  await app.close();
  return violations;
}

test('an answer that is not as documented is found', async () => {
  const id = { 'x-request-id': '1' };
  const alive = { success: true, data: { status: 'alive' } };
  expect(await violationsOf(200, id, alive)).toEqual([]);
  expect(await violationsOf(200, {}, alive)).toEqual(['GET /healthz → 200: no header x-request-id']);
  expect(await violationsOf(201, id, alive)).toEqual(['GET /healthz → 201: a status that is not documented']);
  expect(await violationsOf(200, id, { ...alive, more: 1 })).toEqual([
    'GET /healthz → 200: body must NOT have additional properties',
  ]);
  expect(await violationsOf(200, { ...id, 'content-type': 'text/plain' }, 'alive')).toEqual([
    'GET /healthz → 200: a body of type text/plain',
  ]);
  expect(await violationsOf(500, { ...id, 'ratelimit-reset': 'soon' }, alive)).toContain(
    'GET /healthz → 500: header RateLimit-Reset: soon',
  );
});
