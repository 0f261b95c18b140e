import { Readable } from 'node:stream';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { codingsOf } from '@sitegrep/http';
import { decodedBody } from './body.ts';
import { FailureError } from './failure.ts';
import { crawlFrom, html, serve } from '../test/loopback.ts';

const limits = { maxBytes: 4 * 1024 * 1024, maxExpansion: 200 };
const text = Buffer.from('<p>grüße</p>'.repeat(400));

async function decode(body: Uint8Array, encoding: string | null, chunk = 1_000, own = limits) {
  const pieces = Array.from({ length: Math.ceil(body.length / chunk) }, (_, n) =>
    Buffer.from(body.subarray(n * chunk, (n + 1) * chunk)),
  );
  const source = Readable.from(pieces);
  const chunks: Buffer[] = [];
  const decoded = decodedBody(
    source,
    codingsOf(encoding === null ? [] : [['Content-Encoding', encoding]]),
    own,
  );
  let next = await decoded.next();
  for (; next.done !== true; next = await decoded.next()) chunks.push(next.value);
  return { bytes: Buffer.concat(chunks), truncated: next.value.truncated, source };
}

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: unknown) =>
      error instanceof FailureError ? `${error.failure.outcome}: ${error.failure.reason}` : error,
  );

test.each([
  ['gzip', gzipSync(text)],
  ['X-GZIP', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['br', brotliCompressSync(text)],
  ['zstd', zstdCompressSync(text)],
  ['gzip, br', brotliCompressSync(gzipSync(text))],
  ['identity', text],
  ['', text],
  [null, text],
])('%s is undone, whatever the chunks', async (encoding, body) => {
  for (const chunk of [1, 7, 100_000]) {
    const { bytes, truncated } = await decode(body, encoding, chunk);
    expect(bytes.equals(text)).toBe(true);
    expect(truncated).toBe(false);
  }
});

test.each(['gzip', 'zstd', 'br', 'deflate', 'compress'])(
  'a plain body with content-encoding %s is taken as it is',
  async (encoding) => {
    expect((await decode(text, encoding)).bytes.equals(text)).toBe(true);
    expect((await decode(Buffer.alloc(0), encoding)).bytes).toHaveLength(0);
  },
);

test.each([
  ['gzip', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['br', brotliCompressSync(text)],
  ['zstd', zstdCompressSync(text)],
])('truncated %s gives its beginning', async (encoding, body) => {
  const { bytes } = await decode(body.subarray(0, body.length - 6), encoding);
  expect(text.subarray(0, bytes.length).equals(bytes)).toBe(true);
});

test('a body in another coding than stated is an http_error with that reason', async () => {
  const broken = Buffer.from(gzipSync(text));
  broken.fill(0xff, 20, 60);
  expect(await reasonOf(decode(broken, 'gzip'))).toBe(
    'http_error: the body is not gzip, as its content-encoding states',
  );
  const noise = Buffer.from([0xff, 0xfe, 0, 1, 2, 3, 0x80, 0x90, 0xff, 0xff, 0xff]);
  expect(await reasonOf(decode(noise, 'br'))).toBe(
    'http_error: the body is not br, as its content-encoding states',
  );
  const misplaced = Buffer.concat([Buffer.from('\r\n'), gzipSync(text)]);
  expect(await reasonOf(decode(misplaced, 'gzip'))).toContain('is not gzip');
  expect(await reasonOf(decode(noise, 'compress'))).toBe(
    'http_error: content-encoding compress is not supported',
  );
  expect(await reasonOf(decode(gzipSync(text), 'gzip,gzip,gzip'))).toBe('http_error: encoded 3 times over');
});

test('a body is truncated exactly at the cap, and its source destroyed', async () => {
  for (const [encoding, body] of [
    ['gzip', gzipSync(text)],
    [null, text],
  ] as const) {
    const { bytes, truncated, source } = await decode(body, encoding, 100, { ...limits, maxBytes: 1_000 });
    expect(bytes.equals(text.subarray(0, 1_000))).toBe(true);
    expect(truncated).toBe(true);
    expect(source.destroyed).toBe(true);
  }
  const exact = await decode(text, null, 100, { ...limits, maxBytes: text.length });
  expect(exact).toMatchObject({ truncated: false });
  expect(exact.bytes).toHaveLength(text.length);
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const)('a bomb of %s is given up, alone and inside another', async (encoding, compress) => {
  const bomb = compress(Buffer.alloc(16 * 1024 * 1024));
  expect(await reasonOf(decode(bomb, encoding))).toBe(
    'too_large: a compressed body that expands more than 200-fold',
  );
  const nested = gzipSync(bomb);
  expect(await reasonOf(decode(nested, `${encoding}, gzip`))).toContain('too_large');
});

test('any bytes come back from any coding', async () => {
  const codings = {
    gzip: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
  } as const;
  const coding = fc.constantFrom('gzip', 'deflate', 'br', 'zstd');
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 3_000 }),
      coding,
      fc.integer({ min: 1, max: 500 }),
      async (bytes, name, chunk) => {
        const { bytes: back } = await decode(codings[name](bytes), name, chunk);
        expect(Buffer.compare(back, bytes)).toBe(0);
      },
    ),
    { numRuns: 60 },
  );
});

test('a huge page is indexed truncated, and not received to its end', async () => {
  let closedEarly = false;
  const { port } = await serve((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end();
    response.writeHead(200, html);
    const more = (): void => {
      while (!response.destroyed && response.write('<p>'.repeat(10_000)));
    };
    response.on('drain', more).on('close', () => (closedEarly = true));
    more();
  });
  const { result, pages } = await crawlFrom(`http://a.test:${port}/`, { maxBodyBytes: 100_000 });
  expect(result).toMatchObject({ outcome: 'indexed', bytes: 100_000 });
  expect(pages[0]).toMatchObject({ truncated: true });
  expect(pages[0]?.body).toHaveLength(100_000);
  await expect.poll(() => closedEarly).toBe(true);
});

test('compressed pages are requested and handed over decompressed; a bomb is too_large', async () => {
  const { port } = await serve((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    const body = request.url === '/bomb' ? gzipSync(Buffer.alloc(8 * 1024 * 1024)) : gzipSync(text);
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(body);
  });
  const { pages } = await crawlFrom(`http://a.test:${port}/`);
  expect(Buffer.from(pages[0]?.body ?? []).equals(text)).toBe(true);
  const { result } = await crawlFrom(`http://a.test:${port}/bomb`);
  expect(result.outcome).toBe('too_large');
});
