import { afterEach, describe, expect, test } from 'vitest';
import {
  ask,
  type Answer,
  lastingStorage,
  refusalOf,
  sendRaw,
  serve,
  type Served,
} from '../../test/served-api.ts';
import type { ApiSettings } from '../settings.ts';

const storage = lastingStorage();
let api: Served | null = null;
afterEach(async () => {
  await api?.close();
  api = null;
});

async function open(settings: Partial<ApiSettings> = {}): Promise<Served> {
  api = await serve({ settings, storage: storage() });
  return api;
}

describe('headers that keep browsers from misusing an answer', () => {
  const expected = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  };

  test('are on answers and errors', async () => {
    const { url } = await open();
    for (const path of ['/healthz', '/nowhere', '/admin/keys', '/html-source-code-search']) {
      expect(Object.fromEntries((await ask(url + path, {})).headers)).toMatchObject(expected);
    }
  });

  test('are on answers to what is not HTTP', async () => {
    const answer = (await sendRaw((await open()).port, 'noise\r\n\r\n')).toLowerCase();
    for (const [name, value] of Object.entries(expected)) {
      expect(answer).toContain(`\r\n${name}: ${value.toLowerCase()}\r\n`);
    }
  });

  test('name neither the server nor what it is made of', async () => {
    const { headers } = await ask(`${(await open()).url}/healthz`, {});
    expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null]);
  });
});

describe('pages of other origins', () => {
  const PREFLIGHT = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
  const preflight = ({ url }: Served, path: string, headers: Record<string, string>): Promise<Answer> =>
    ask(url + path, { method: 'OPTIONS', headers });

  test('get no say, and OPTIONS and HEAD are not methods of a search', async () => {
    const served = await open();
    const key = await served.key(['search']);
    for (const method of ['OPTIONS', 'HEAD']) {
      const { status, headers } = await ask(`${served.url}/html-source-code-search`, {
        method,
        headers: { ...PREFLIGHT, 'x-api-key': key },
      });
      expect([status, headers.get('allow')]).toEqual([405, 'POST']);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('that are named may call, send a key, and read limits and errors', async () => {
    const served = await open({ corsOrigins: ['https://app.example', 'http://localhost:3000'] });
    const { status, headers } = await preflight(served, '/html-source-code-search', PREFLIGHT);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.example']);
    expect(headers.get('access-control-allow-headers')).toContain('X-API-Key');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toBe('Origin');
    const refused = await ask(`${served.url}/html-source-code-search`, {
      method: 'POST',
      headers: { origin: 'http://localhost:3000' },
    });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
      401,
      'http://localhost:3000',
    ]);
    expect(refused.headers.get('access-control-expose-headers')).toContain('RateLimit-Remaining');
    for (const [path, own] of [
      ['/', 'Accept'],
      ['/openapi.json', 'Accept-Encoding'],
    ] as const) {
      const answer = await fetch(`${served.url}${path}`, { headers: { origin: 'http://localhost:3000' } });
      expect(answer.headers.get('vary')).toBe(`Origin, ${own}`);
    }
  });

  test('that are not named get no permission', async () => {
    const served = await open({ corsOrigins: ['https://app.example'] });
    for (const origin of ['https://evil.example', 'https://app.example.evil.example', 'null']) {
      const { headers } = await preflight(served, '/html-source-code-search', { ...PREFLIGHT, origin });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('may all be named at once', async () => {
    const served = await open({ corsOrigins: ['*'] });
    const { headers } = await preflight(served, '/web-serp', PREFLIGHT);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test('do not make other OPTIONS a method', async () => {
    const served = await open({ corsOrigins: ['*'] });
    expect(refusalOf(await preflight(served, '/web-serp', {}))[0]).toBe(405);
    expect(refusalOf(await preflight(served, '/nowhere', { origin: 'https://a.example' }))[0]).toBe(404);
  });
});

describe('the address of a client', () => {
  async function loggedFor(forwarded: string, settings: Partial<ApiSettings>): Promise<unknown> {
    const served = await open(settings);
    await ask(`${served.url}/healthz`, { headers: { 'x-forwarded-for': forwarded } });
    await served.app.close();
    const lines: unknown[] = served.log.map((line) => JSON.parse(line));
    return lines.findLast((line) => typeof line === 'object' && line !== null && 'client' in line);
  }

  test('is that of the connection, whatever a header says', async () => {
    expect(await loggedFor('198.51.100.7', {})).toMatchObject({ client: '127.0.0.1' });
  });

  test('is what a trusted proxy says, up to the first address that is not trusted', async () => {
    const trustedProxies = ['127.0.0.0/8', '10.0.0.0/8'];
    expect(await loggedFor('203.0.113.9, 198.51.100.7, 10.1.2.3', { trustedProxies })).toMatchObject({
      client: '198.51.100.7',
    });
  });

  test('is that of the connection if the proxy is another one', async () => {
    expect(await loggedFor('198.51.100.7', { trustedProxies: ['10.0.0.0/8'] })).toMatchObject({
      client: '127.0.0.1',
    });
  });

  test.each(['unknown', '{"level":60}', 'a b', '198.51.100.7:x'])('is never a text: %s', async (text) => {
    expect(await loggedFor(text, { trustedProxies: ['127.0.0.1/32'] })).toMatchObject({
      client: '127.0.0.1',
    });
  });
});

test('nothing that a client writes begins a line of the log', async () => {
  const served = await open();
  await ask(`${served.url}/%0A%7B%22level%22:60%7D%0d%0a?a=%0A`, {
    headers: { 'x-request-id': 'a', 'user-agent': '{"level":60}', 'x-api-key': 'x'.repeat(300) },
  });
  await sendRaw(
    served.port,
    'GET /a\u2028{"level":60} HTTP/1.1\r\nHost: x\r\nX-Request-Id: {"level":60}\r\n\r\n',
  );
  await served.app.close();
  for (const line of served.log) {
    expect(line.trimEnd().split(/[\n\r\u2028\u2029]/)).toHaveLength(1);
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.any(Number) });
    expect(line.startsWith('{"level":60')).toBe(false);
  }
});
