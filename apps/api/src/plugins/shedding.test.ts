import { NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { DomainIndex, SearchOptions, SearchPage } from '@sitegrep/storage';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Answer, ask, detailsOf, searching, serve, type Served } from '../../test/served-api.ts';
import type { ApiSettings } from '../settings.ts';

let api: Served | null = null;
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await api?.close();
  api = null;
});

type Search = (query: unknown, options?: SearchOptions) => Promise<SearchPage<'domain'>>;

async function open(
  settings: Partial<ApiSettings>,
  search: Search = () => Promise.resolve(pageOf(0)),
): Promise<Served> {
  // Only domains are searched for here.
  const index = { shortAtOnce: 1, ...searching(search as DomainIndex['search']) };
  api = await serve({
    settings,
    parts: (parts) => ({
      ...parts,
      storage: { ...parts.storage, domains: { ...parts.storage.domains, ...index } },
    }),
  });
  return api;
}

function searchAt({ url }: Served, key: string, signal: AbortSignal | null = null): Promise<Answer> {
  return ask(`${url}/html-source-code-search`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: '{"search_terms":["x"]}',
    signal,
  });
}

const SHEDDING = {
  maxLoopDelayMs: 60_000,
  maxUnreadBytes: 2 ** 30,
  maxUnreadBytesOfKey: 2 ** 30,
  answerStallMs: 60_000,
};

/** So many hits of a kilobyte each. */
function pageOf(count: number): SearchPage<'domain'> {
  const facts = { ...NO_SITE_FACTS, title: 'x'.repeat(1_000) };
  const hits = Array.from({ length: count }, (_, n) => ({ domain: `d${n}.example`, rank: 0, facts }));
  return { total: count, offset: 0, hits, next: null };
}

/** Asks for a search and reads nothing of what comes back. */
function askWithoutReading({ port }: Served, key: string): Socket {
  const body = '{"search_terms":["x"],"limit":10000}';
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.pause();
  socket.write(
    `POST /html-source-code-search HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

/** One search runs, and none may wait. @returns `end` ends it, and sees that the next one is answered */
async function openBusy(): Promise<{ served: Served; key: string; end: () => Promise<void> }> {
  const first = Promise.withResolvers<SearchPage<'domain'>>();
  let searches = 0;
  const served = await open(
    { searches: { concurrency: 1, patient: 0, maxQueued: 0, maxWaitMs: 60_000 } },
    () => (searches++ === 0 ? first.promise : Promise.resolve(pageOf(0))),
  );
  const key = await served.key(['search']);
  const running = searchAt(served, key);
  await vi.waitFor(() => expect(searches).toBe(1), 60_000);
  const end = async (): Promise<void> => {
    first.resolve(pageOf(0));
    expect((await running).status).toBe(200);
    expect((await searchAt(served, key)).status).toBe(200);
  };
  return { served, key, end };
}

describe('searches', () => {
  test('beyond the queue are a 503 with Retry-After and the limits of the key, and the server continues', async () => {
    const first = Promise.withResolvers<SearchPage<'domain'>>();
    let searches = 0;
    const served = await open(
      { searches: { concurrency: 1, patient: 1, maxQueued: 1, maxWaitMs: 60_000 } },
      () => (searches++ === 0 ? first.promise : Promise.resolve(pageOf(0))),
    );
    const key = await served.key(['search']);
    const running = searchAt(served, key);
    await vi.waitFor(() => expect(searches).toBe(1), 60_000);
    const waiting = searchAt(served, key);
    await vi.waitFor(async () => expect(await metric(served, 'sitegrep_searches_waiting')).toBe('1'), 60_000);
    const refused = await searchAt(served, key);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(refused.headers.get('ratelimit-limit')).toBe('100000');
    expect(detailsOf(refused)).toBe('Too many searches are queued at the moment; try again in 1 s.');
    first.resolve(pageOf(0));
    expect((await running).status).toBe(200);
    expect((await waiting).status).toBe(200);
    expect((await searchAt(served, key)).status).toBe(200);
  });

  test('in the queue are removed when their client leaves, and never begin', async () => {
    const first = Promise.withResolvers<SearchPage<'domain'>>();
    let searches = 0;
    const served = await open(
      { searches: { concurrency: 1, patient: 9, maxQueued: 9, maxWaitMs: 60_000 } },
      () => {
        searches++;
        return first.promise;
      },
    );
    const key = await served.key(['search']);
    const running = searchAt(served, key);
    await vi.waitFor(() => expect(searches).toBe(1), 60_000);
    const client = new AbortController();
    const waiting = searchAt(served, key, client.signal);
    await vi.waitFor(async () => expect(await metric(served, 'sitegrep_searches_waiting')).toBe('1'), 60_000);
    client.abort();
    await expect(waiting).rejects.toThrow('aborted');
    await vi.waitFor(async () => expect(await metric(served, 'sitegrep_searches_waiting')).toBe('0'), 60_000);
    first.resolve(pageOf(0));
    expect((await running).status).toBe(200);
    expect(searches).toBe(1);
  });

  test('beyond the queue are refused before their bodies are read', async () => {
    const { served, key, end } = await openBusy();
    const socket = connect(served.port, '127.0.0.1');
    sockets.push(socket);
    socket.write(
      `POST /html-source-code-search HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"search_terms"',
    );
    const [answer] = await once(socket.setEncoding('latin1'), 'data');
    expect(answer).toMatch(/^HTTP\/1.1 503 [^]*\r\nretry-after: 1\r\n/);
    await end();
  });

  test('of a flood are all refused, though clients leave before they are', async () => {
    const { served, key, end } = await openBusy();
    const client = new AbortController();
    const left = Array.from({ length: 50 }, () => searchAt(served, key, client.signal));
    const stayed = Array.from({ length: 100 }, () => searchAt(served, key));
    const gone = Promise.allSettled(left);
    await Promise.race(stayed);
    client.abort();
    await gone;
    const answers = await Promise.all(stayed);
    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      stayed.map(() => [503, '1']),
    );
    await end();
  });

  test('that wait longer than their time are a 503', async () => {
    const served = await open(
      { searches: { concurrency: 1, patient: 9, maxQueued: 9, maxWaitMs: 60_000 }, searchTimeoutMs: 50 },
      (_query, options) => {
        const { promise, reject } = Promise.withResolvers<SearchPage<'domain'>>();
        options?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        return promise;
      },
    );
    const key = await served.key(['search']);
    const answers = await Promise.all([1, 2, 3].map(() => searchAt(served, key)));
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    for (const answer of answers) expect(detailsOf(answer)).toContain('longer than 0.05 s');
  });
});

test('while the event loop is late, operations of a key with others under way are a 503, and other routes are served', async () => {
  const served = await open({
    shedding: { ...SHEDDING, maxLoopDelayMs: 1 },
    searches: { concurrency: 4, patient: 1, maxQueued: 100, maxWaitMs: 60_000 },
  });
  const key = await served.key(['search', 'admin']);
  const busy = setInterval(() => {
    for (const until = performance.now() + 60; performance.now() < until;);
  }, 1);
  try {
    const refused = await vi.waitUntil(async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => searchAt(served, key)));
      return answers.find(({ status }) => status === 503) ?? null;
    }, 60_000);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.headers.get('ratelimit-limit')).toBe('100000');
    expect(detailsOf(refused)).toContain('overloaded at the moment');
    // A client that asks one thing at a time is served.
    for (let request = 0; request < 20; request++) expect((await searchAt(served, key)).status).toBe(200);
    expect((await ask(`${served.url}/healthz`, {})).status).toBe(200);
    expect((await ask(`${served.url}/admin/keys`, { headers: { 'x-api-key': key } })).status).toBe(200);
    // A key that is not valid gets no other answer than at any other time.
    expect((await searchAt(served, 'sg_nobody')).status).toBe(401);
  } finally {
    clearInterval(busy);
  }
});

describe('a client that reads nothing', () => {
  test('is dropped after a while', async () => {
    const served = await open({ shedding: { ...SHEDDING, answerStallMs: 100 } }, () =>
      Promise.resolve(pageOf(10_000)),
    );
    const key = await served.key(['search']);
    const socket = askWithoutReading(served, key);
    // The server's end is what closes: of the client's end, which doesn't read, nothing is heard.
    const [theirs] = await once(served.app.server, 'connection');
    await once(theirs, 'close');
    expect(socket.destroyed).toBe(false);
    expect((await ask(`${served.url}/healthz`, {})).status).toBe(200);
  });

  test('gets no more answers while many bytes are unread, and keeps other keys from none', async () => {
    const served = await open({ shedding: { ...SHEDDING, maxUnreadBytesOfKey: 1_000_000 } }, () =>
      Promise.resolve(pageOf(10_000)),
    );
    const [greedy, other] = [await served.key(['search']), await served.key(['search'])];
    const socket = askWithoutReading(served, greedy);
    const refused = await vi.waitUntil(async () => {
      const answer = await searchAt(served, greedy);
      return answer.status === 503 ? answer : null;
    }, 60_000);
    expect(refused?.headers.get('retry-after')).toBe('5');
    expect((await searchAt(served, other)).status).toBe(200);
    socket.destroy();
    await vi.waitFor(async () => expect((await searchAt(served, greedy)).status).toBe(200), 60_000);
  });
});

test('a client that reads slowly gets its complete answer', async () => {
  const served = await open({ shedding: { ...SHEDDING, answerStallMs: 3_000 } }, () =>
    Promise.resolve(pageOf(10_000)),
  );
  const socket = askWithoutReading(served, await served.key(['search']));
  let bytes = 0;
  let text = '';
  // Seven pauses, which together are longer than a client may read nothing.
  for await (const chunk of socket) {
    if (!(chunk instanceof Buffer)) throw new TypeError('a socket gives bytes');
    const before = bytes;
    bytes += chunk.length;
    text = (text + chunk.toString('latin1')).slice(-10);
    for (const mark of [1, 2, 3, 4, 5, 6, 7]) {
      if (before < mark * 1_000_000 && bytes >= mark * 1_000_000) await pause(500);
    }
    if (text.endsWith('}]}}')) break;
  }
  expect(bytes).toBeGreaterThan(10_000_000);
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function metric(served: Served, name: string): Promise<string | undefined> {
  const headers = { 'x-api-key': await served.key(['admin']) };
  const response = await fetch(`${served.url}/metrics`, { headers });
  return new RegExp(`^${name} (\\S+)$`, 'm').exec(await response.text())?.[1];
}
