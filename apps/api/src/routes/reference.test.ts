import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { NAMED_SCHEMAS, type Operation, OPERATIONS } from '@sitegrep/contract';
import { openApiDocument } from '@sitegrep/openapi';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, serve, type Served } from '../../test/served-api.ts';
import { watchAnswers } from '../../test/documented-answers.ts';
import { addOperation, requireOperations } from '../operation-route.ts';
import { referencePage } from '../reference-page/page.ts';

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

describe.each(['/docs', '/openapi.json'])('%s', (path) => {
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

describe('GET /docs', () => {
  const pageOf = async () => {
    const response = await fetch(`${api.url}/docs`);
    return { policy: response.headers.get('content-security-policy') ?? '', page: await response.text() };
  };

  test('has every operation and every schema, and no link into nowhere', async () => {
    const { page } = await pageOf();
    const ids = new Set(Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
    for (const id of Object.keys(OPERATIONS)) expect(ids).toContain(id);
    for (const name of Object.keys(NAMED_SCHEMAS)) expect(ids).toContain(`schema-${name}`);
    const links = Array.from(page.matchAll(/ href="([^"]+)"/g), ([, link = '']) => link);
    expect(links.filter((link) => !ids.has(link.replace('#', '')))).toEqual(['openapi.json']);
  });

  test('shows source of strangers as text, in examples and in answers', async () => {
    const { page } = await pageOf();
    expect(page).toContain('&#60;link rel=\\&#34;preload');
    expect(page).not.toContain('<link rel=\\"preload');
    expect(page).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser/);
  });

  test('loads nothing, and runs what its policy names by its hash only', async () => {
    const { policy, page } = await pageOf();
    expect(page).not.toMatch(/ src=|@import|url\(/);
    for (const [, kind = '', source = ''] of page.matchAll(/<(script|style)[^>]*>(.*?)<\/\1>/gs)) {
      const hash = createHash('sha256').update(source).digest('base64');
      expect(policy.split('; ').find((rule) => rule.startsWith(`${kind}-src`))).toContain(`'sha256-${hash}'`);
    }
    expect(policy).toMatch(/^default-src 'none'; .*connect-src 'self'/);
    expect(policy).not.toContain('unsafe');
    expect(page).not.toMatch(/ style=| on[a-z]+=/);
  });

  test('escapes what it shows', () => {
    const name = '<img src=x onerror=alert(1)>';
    const { text } = referencePage({ info: { title: name }, tags: [], paths: {} });
    expect(text).toContain('&#60;img src=x onerror=alert(1)&#62;');
    expect(text).not.toContain(name);
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
