import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { PAGE_NAMES, PAGES } from '@sitegrep/console/pages';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addConsole } from './console.ts';

const PAGE = '<!doctype html><base href="./" /><script type="module" src="./assets/a-1.js"></script>';
const SCRIPT = 'console.log("a script of the console");';
const SMALL = 'export {};';

let folder: string;
let app: FastifyInstance;
let builds = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-console-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'assets', 'a-1.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'assets', 'a-1.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(folder, 'assets', 'c-1.js'), SMALL);
  app = appWith(async () => {
    builds += 1;
    return folder;
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** An API with one operation, at a path that the console has, too. */
function appWith(built: () => Promise<string>): FastifyInstance {
  const made = Fastify();
  addConsole(made, built);
  made.get('/search', async () => ({ success: true }));
  return made;
}

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the page', () => {
  test.each(['/', '/search?q=a', ...PAGE_NAMES.map((name) => PAGES[name].path)])(
    'is what a browser gets at %s',
    async (url) => {
      const answer = await app.inject({ url, headers: HTML });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(answer.body).toContain('<script type="module"');
    },
  );

  test('lets the answer to a form be read in its own frames, and no other answer', async () => {
    const framed = async (type: string): Promise<unknown> => {
      const { headers } = await app.inject({ method: 'POST', url: '/', headers: { 'content-type': type } });
      return headers['content-security-policy'];
    };
    expect(await framed('application/x-www-form-urlencoded')).toContain("frame-ancestors 'self'");
    expect(await framed('application/json')).toBeUndefined();
  });

  test('is not what a program gets', async () => {
    expect((await app.inject({ url: '/search' })).json()).toEqual({ success: true });
    // n8n names everything, JSON among it.
    const ofN8n = 'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, */*;q=0.7';
    for (const accept of ['*/*', 'application/json', ofN8n]) {
      expect((await app.inject({ url: '/search', headers: { accept } })).json()).toEqual({ success: true });
    }
    expect((await app.inject({ url: '/keys' })).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/', headers: HTML })).statusCode).toBe(404);
  });

  test('is what a browser gets where there is nothing, with the status that says so', async () => {
    const lost = await app.inject({ url: '/elsewhere/at/all', headers: HTML });
    expect([lost.statusCode, lost.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(lost.body).toContain('<base href="../../" />');
    const again = { ...HTML, 'if-none-match': String(lost.headers['etag']) };
    expect((await app.inject({ url: '/elsewhere/at/all', headers: again })).statusCode).toBe(404);
    expect((await app.inject({ url: '/elsewhere' })).headers['content-type']).toContain('json');
  });

  test('finds its files from any depth, also below the path of a proxy', async () => {
    const baseOf = async (url: string) =>
      /<base href="([^"]*)"/.exec((await app.inject({ url, headers: HTML })).body)?.[1];
    expect(await baseOf('/')).toBe('./');
    expect(await baseOf('/search')).toBe('./');
    expect(await baseOf('/domains/a.example')).toBe('../');
    expect(await baseOf('/domains/a.example/')).toBe('../../');
  });

  test('may load nothing but the files of the console, and is checked each time', async () => {
    const { headers } = await app.inject({ url: '/', headers: HTML });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect([headers['cache-control'], headers['vary']]).toEqual(['no-cache', 'Accept']);
    const again = { ...HTML, 'if-none-match': String(headers['etag']) };
    expect((await app.inject({ url: '/', headers: again })).statusCode).toBe(304);
  });
});

describe('a file', () => {
  test('is compressed where the client takes that, and kept for good', async () => {
    const url = '/assets/a-1.js';
    const compressed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    expect(compressed.rawPayload).toEqual(brotliCompressSync(SCRIPT));
    for (const accepted of ['gzip', 'br;q=0, gzip']) {
      const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': accepted } });
      expect([headers['content-encoding'], headers['vary']]).toEqual(['gzip', 'Accept-Encoding']);
      expect(rawPayload).toEqual(gzipSync(SCRIPT));
    }
    for (const accepted of ['br;q=0', 'identity']) {
      const plain = await app.inject({ url, headers: { 'accept-encoding': accepted } });
      expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, SCRIPT]);
    }
  });

  test('that is too small to be compressed comes as it is', async () => {
    const { headers, body } = await app.inject({
      url: '/assets/c-1.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect([headers['content-encoding'], body]).toEqual([undefined, SMALL]);
  });

  test.each([
    '/assets/b.js',
    '/assets/',
    '/assets/..%2findex.html',
    '/assets/../index.html',
    '/assets/a-1.js.br',
    '/assets/a-1.js.gz',
  ])('%s is not there', async (url) => {
    expect((await app.inject({ url })).statusCode).toBe(404);
  });
});

test('the console is built once, and again if that failed', async () => {
  expect(builds).toBe(1);
  let tries = 0;
  const failing = appWith(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no space left');
    return folder;
  });
  // As if there were no console.
  expect((await failing.inject({ url: '/', headers: HTML })).statusCode).toBe(404);
  expect((await failing.inject({ url: '/search', headers: HTML })).body).toContain('<base');
  expect(tries).toBe(2);
  await failing.close();
});
