import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { SitegrepClient } from './client.ts';
import { SitegrepError } from './error.ts';
import {
  answering,
  collect,
  failure,
  failureOf,
  hangUp,
  json,
  KEY,
  type Loopback,
  stream,
  success,
} from '../test/misbehaving-server.ts';

const EMPTY = { total_count: 0, items_count: 0, offset: 0, offset_token: '', items: [] };
const QUERY = { search_terms: ['x'] };
const away = (retryAfter: string) =>
  failure(503, 'Service unavailable', 'The store is away; try again.', { 'retry-after': retryAfter });

async function errorOf(promise: Promise<unknown>): Promise<SitegrepError> {
  const error = await failureOf(promise);
  if (error instanceof SitegrepError) return error;
  throw new Error(`no SitegrepError: ${String(error)}`, { cause: error });
}

describe('a call', () => {
  test('sends key and body, and gives what is in the envelope', async () => {
    await using server = await answering(success(EMPTY));
    expect(await server.client().search.page({ ...QUERY, limit: undefined })).toEqual(EMPTY);
    const [{ method, path, headers, body } = { method: '', path: '', headers: {}, body: '' }] =
      server.received;
    expect([method, path, body]).toEqual(['POST', '/html-source-code-search', '{"search_terms":["x"]}']);
    expect([headers['x-api-key'], headers['content-type'], headers.accept]).toEqual([
      KEY,
      'application/json',
      'application/json',
    ]);
  });

  test('of the instance needs no key, and sends none', async () => {
    await using server = await answering(success({ status: 'alive' }));
    expect(await server.client({ key: undefined }).instance.health()).toEqual({ status: 'alive' });
    expect(server.received[0]?.headers['x-api-key']).toBeUndefined();
  });

  test('of a server that has ended says where nothing listens', async () => {
    const { url } = await (async () => {
      await using server = await answering(success(EMPTY));
      return server;
    })();
    const error = await errorOf(
      new SitegrepClient({ baseUrl: url, key: KEY, retries: 0 }).search.page(QUERY),
    );
    expect([error.code, error.details]).toEqual([
      'network',
      expect.stringMatching(`^The connection to ${url} failed: nothing listens there \\(.*ECONNREFUSED`),
    ]);
  });

  test('of a port that fetch never asks says so', async () => {
    const client = new SitegrepClient({ baseUrl: 'http://127.0.0.1:9', key: KEY, retries: 0 });
    expect((await errorOf(client.search.page(QUERY))).details).toBe(
      'The connection to http://127.0.0.1:9 failed: fetch asks no server at this port, which belongs to another protocol.',
    );
  });

  test('goes through the fetch that it was given', async () => {
    await using server = await answering(success(EMPTY));
    const urls: string[] = [];
    const client = server.client({
      fetch: (url, init) => {
        urls.push(url);
        return fetch(url, init);
      },
    });
    await client.search.page(QUERY);
    expect(urls).toEqual([`${server.url}/html-source-code-search`]);
  });
});

describe('tries', () => {
  test('follow a 429 and a 503 after the time that they name', async () => {
    await using server = await answering(
      failure(429, 'Rate limit exceeded', 'Wait 0 s.', { 'retry-after': '0' }),
      away(new Date(0).toUTCString()),
      success(EMPTY),
    );
    expect(await server.client().search.page(QUERY)).toEqual(EMPTY);
    expect(server.received.map(({ body }) => body)).toEqual(Array(3).fill('{"search_terms":["x"]}'));
  });

  test('wait as long as the server says', async () => {
    await using server = await answering(away('1'), success(EMPTY));
    const began = performance.now();
    await server.client().search.page(QUERY);
    // Timers may be a millisecond early.
    expect(performance.now() - began).toBeGreaterThanOrEqual(998);
  });

  test('follow a connection that breaks, before an answer or within one', async () => {
    await using server = await answering(
      hangUp,
      stream('application/json', ['{"success":true,"da'], 'breaks'),
      success(EMPTY),
    );
    expect(await server.client().search.page(QUERY)).toEqual(EMPTY);
    expect(server.received).toHaveLength(3);
  });

  test('end with the last error', async () => {
    await using server = await answering(away('0'));
    const error = await errorOf(server.client({ retries: 2 }).search.page(QUERY));
    expect([error.code, error.status, error.retryAfterMs]).toEqual(['unavailable', 503, 0]);
    expect(server.received).toHaveLength(3);
    await errorOf(server.client().search.page(QUERY, { retries: 0 }));
    expect(server.received).toHaveLength(4);
  });

  test('are not made where the server wants more time than the client gives', async () => {
    await using server = await answering(away('3600'));
    const error = await errorOf(server.client().search.page(QUERY));
    expect(error.retryAfterMs).toBe(3_600_000);
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['a key', (server: Loopback) => server.client().admin.keys.create({ name: 'x', scopes: [] })],
    ['a submission', (server: Loopback) => server.client().admin.crawls.create({ domains: ['a.example'] })],
    ['a retry', (server: Loopback) => server.client().admin.crawls.retry('1')],
  ])('are not made of what would be done twice: %s', async (_, call) => {
    await using server = await answering(away('0'));
    await errorOf(call(server));
    expect(server.received).toHaveLength(1);
  });

  test('are made of a submission with an Idempotency-Key, also while the first one is under way', async () => {
    const underWay = failure(409, 'Conflict', 'It goes on.', { 'retry-after': '0' });
    await using server = await answering(hangUp, underWay, success({ id: '7' }, 202));
    const options = { idempotencyKey: 'list-1' };
    const crawl = await server.client().admin.crawls.create({ domains: ['a.example'] }, options);
    expect(crawl.id).toBe('7');
    expect(server.received.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(3).fill('list-1'));
  });

  test('are not made of a conflict that waiting does not mend', async () => {
    await using server = await answering(failure(409, 'Conflict', 'It is that of another submission.'));
    const options = { idempotencyKey: 'list-1' };
    const error = await errorOf(server.client().admin.crawls.create({ domains: ['a.example'] }, options));
    expect([error.code, server.received.length]).toEqual(['conflict', 1]);
  });
});

describe('an upload', () => {
  async function* chunks(): AsyncGenerator<string | Uint8Array> {
    yield 'a.example\n';
    yield new TextEncoder().encode('b.example\n');
  }
  const ACCEPTED = success({ id: '7' }, 202);

  test.each([
    ['text', () => 'a.example\nb.example\n'],
    ['bytes', () => Buffer.from('a.example\nb.example\n')],
    ['a blob', () => new Blob(['a.example\n', 'b.example\n'])],
    ['an iterable', chunks],
    ['a stream', () => new Blob(['a.example\nb.example\n']).stream()],
  ])('takes %s', async (_, list) => {
    await using server = await answering(ACCEPTED);
    await server.client().admin.crawls.upload(list(), { max_pages: 5, priority: undefined });
    const [one] = server.received;
    expect([one?.path, one?.body]).toEqual(['/admin/crawls?max_pages=5', 'a.example\nb.example\n']);
    expect(one?.headers['content-type']).toBe('text/plain');
  });

  test('says what it is', async () => {
    await using server = await answering(success({ domains: 1 }));
    await server.client().admin.ranks.import(gzipSync('1,a.example\n'), { replace: true }, { gzip: true });
    const [one] = server.received;
    expect(one?.path).toBe('/admin/ranks?replace=true');
    expect([one?.headers['content-type'], one?.headers['content-encoding']]).toEqual(['text/csv', 'gzip']);
  });

  test('is sent again from its beginning if it can be', async () => {
    await using server = await answering(away('0'), ACCEPTED);
    const options = { idempotencyKey: 'list-1' };
    await server.client().admin.crawls.upload(() => chunks(), {}, options);
    expect(server.received.map(({ body }) => body)).toEqual(Array(2).fill('a.example\nb.example\n'));
  });

  test('of a stream, which can be read once, is not sent again', async () => {
    await using server = await answering(away('0'));
    const options = { idempotencyKey: 'list-1' };
    await errorOf(server.client().admin.crawls.upload(chunks(), {}, options));
    expect(server.received).toHaveLength(1);
  });
});

describe('an error', () => {
  test.each([
    ['limit is 0; give 1 to 10000.', 'limit'],
    ['search_terms[2] is an array; give a string.', 'search_terms[2]'],
    ['Field "limits" is unknown; the nearest known one is "limit".', 'limits'],
    ['Idempotency-Key has 300 characters; give at most 255.', 'Idempotency-Key'],
    ['The body is empty; send JSON.', null],
  ])('is what the API says: %s', async (details, field) => {
    await using server = await answering(failure(400, 'Bad request', details));
    const error = await errorOf(server.client().search.page(QUERY));
    expect(error).toMatchObject({ code: 'bad_request', status: 400, details, field, requestId: 'request-1' });
    expect([error.message, error.operation]).toEqual([
      `searchHtmlSourceCode: ${details}`,
      'searchHtmlSourceCode',
    ]);
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['text in place of JSON', stream('text/html', ['<h1>Welcome\n to the proxy</h1>'], 'ends'), 200],
    ['JSON that ends early', stream('application/json', ['{"success":true'], 'ends'), 200],
    ['JSON of something else', json(200, { hello: 'world' }), 200],
    ['an error of something else', json(502, { error: 'Bad Gateway' }), 502],
    ['an error without JSON', stream('application/json', ['oops'], 'ends'), 200],
  ])('is told from an answer of the API: %s', async (_, answer, status) => {
    await using server = await answering(answer);
    const error = await errorOf(server.client().search.page(QUERY));
    expect([error.code, error.status, server.received.length]).toEqual(['unexpected_answer', status, 1]);
    expect(error.message).toMatch(/^searchHtmlSourceCode: Something other than this API answered; /);
  });

  test('says why there is no connection', async () => {
    const server = await answering(hangUp);
    const client = server.client({ retries: 0 });
    await server[Symbol.asyncDispose]();
    const error = await errorOf(client.search.page(QUERY));
    expect([error.code, error.status]).toEqual(['network', null]);
    expect(error.message).toContain('ECONNREFUSED');
  });

  test('never contains the key, whoever quotes it', async () => {
    await using server = await answering(
      failure(400, 'Bad request', `The key ${KEY} is bad.`),
      stream('text/html', [`<p>X-API-Key: ${KEY}</p>`], 'ends'),
    );
    const thrown = new TypeError('fetch failed', { cause: new Error(`headers: ${KEY}`) });
    const calls = [
      () => server.client().search.page(QUERY),
      () => server.client().search.page(QUERY),
      () => server.client({ retries: 0, fetch: () => Promise.reject(thrown) }).search.page(QUERY),
    ];
    for (const call of calls) {
      const error = await errorOf(call());
      expect(error.message).toContain('***');
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(KEY);
    }
  });

  test('is a redirect, which is not followed: the key stays here', async () => {
    await using other = await answering(success(EMPTY));
    for (const status of [301, 302, 303, 307, 308]) {
      await using server = await answering((response) => {
        response.writeHead(status, { location: `${other.url}/html-source-code-search` }).end();
      });
      const error = await errorOf(server.client().search.page(QUERY));
      expect([error.code, error.status]).toEqual(['redirected', status]);
    }
    expect(other.received).toEqual([]);
  });
});

describe('time and signals', () => {
  const never = () => {};

  test('a server that says nothing is a timeout', async () => {
    await using server = await answering(never);
    const error = await errorOf(server.client({ timeout: 50, retries: 1 }).search.page(QUERY));
    expect([error.code, server.received.length]).toEqual(['timeout', 2]);
  });

  test('so is one that begins and stops', async () => {
    await using server = await answering((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"succ');
    });
    const error = await errorOf(server.client({ retries: 0 }).search.page(QUERY, { timeout: 50 }));
    expect(error.code).toBe('timeout');
  });

  test('a call rejects with the reason of its signal, and lets go of the connection', async () => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    await using server = await answering((response) => {
      response.on('close', closed.resolve);
      controller.abort(reason);
    });
    const reason = new Error('enough');
    const call = server.client().search.page(QUERY, { signal: controller.signal });
    expect(await failureOf(call)).toBe(reason);
    await closed.promise;
    expect(await failureOf(server.client().search.page(QUERY, { signal: controller.signal }))).toBe(reason);
    expect(server.received).toHaveLength(1);
  });

  test('a signal ends the wait before another try', async () => {
    const controller = new AbortController();
    await using server = await answering((response, request) => {
      void away('30')(response, request);
      response.on('finish', () => setTimeout(() => controller.abort(), 20));
    });
    const error = await failureOf(server.client().search.page(QUERY, { signal: controller.signal }));
    expect(error).toMatchObject({ name: 'AbortError' });
  });

  test.each([-1, 0.5])('a timeout of %d is refused', async (timeout) => {
    await using server = await answering(success(EMPTY));
    expect(await failureOf(server.client().search.page(QUERY, { timeout }))).toBeInstanceOf(TypeError);
    expect(server.received).toEqual([]);
  });
});

test('what can be no header is the caller’s fault, and sent nowhere', async () => {
  await using server = await answering(success(EMPTY));
  const call = server.client().admin.crawls.create({ domains: ['a.example'] }, { idempotencyKey: 'a\nb' });
  expect(await failureOf(call)).toBeInstanceOf(TypeError);
  expect(server.received).toEqual([]);
});

test('a list is walked to its end, with the token of each page', async () => {
  const item = (id: string) => ({ id });
  await using server = await answering(
    success({ items: [item('1'), item('2')], next_token: 'a b' }),
    success({ items: [], next_token: 'c' }),
    success({ items: [item('3')], next_token: '' }),
  );
  const keys = await collect(server.client().admin.keys.all({ pageSize: 2 }));
  expect(keys.map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect(server.received.map(({ path }) => path)).toEqual([
    '/admin/keys?limit=2',
    '/admin/keys?limit=2&next_token=a+b',
    '/admin/keys?limit=2&next_token=c',
  ]);
  expect(() => server.client().admin.keys.all({ pageSize: 0 })).toThrow('pageSize is 0');
});
