// POST /search/events: the answer of POST /search, how far a search is that takes long, and its end when the client leaves.
import { SearchAborted, StorageBusy, type SearchOptions, SearchProgress, wholeSite } from '@sitegrep/storage';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { documentOf, serve, type Served } from '../test/served-api.ts';

/** A search that waits until the test ends it, and whose progress the test notes. */
interface Held {
  readonly options: SearchOptions;
  readonly go: (error?: Error) => void;
}

let api: Served;
let secret: string;
const held: Held[] = [];

beforeAll(async () => {
  api = await serve({
    parts: (parts) => {
      const { domains } = parts.storage;
      const searchItems: typeof domains.searchItems = async (query, shape, options = {}) => {
        if (query.level === 'page') {
          await new Promise<void>((resolve, reject) => {
            const go = (error?: Error): void => (error === undefined ? resolve() : reject(error));
            options.signal?.addEventListener('abort', () => reject(new SearchAborted('aborted')), {
              once: true,
            });
            held.push({ options, go });
          });
        }
        return domains.searchItems(query, shape, options);
      };
      return { ...parts, storage: { ...parts.storage, domains: { ...domains, searchItems } } };
    },
  });
  secret = await api.key(['search']);
  await api.storage.domains.put([wholeSite(documentOf('tea.example', '<p>green tea'))]);
});
afterAll(() => api.close());

function ask(path: string, json: object, signal?: AbortSignal): Promise<Response> {
  return fetch(api.url + path, {
    method: 'POST',
    headers: { 'x-api-key': secret, 'content-type': 'application/json' },
    body: JSON.stringify(json),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function nextHeld(): Promise<Held> {
  await expect.poll(() => held.length, { timeout: 30_000 }).toBeGreaterThan(0);
  const one = held.shift();
  if (one === undefined) throw new Error('no search is held');
  return one;
}

/** Name and data of each event of a stream. */
function eventsIn(text: string): readonly (readonly [name: string, data: unknown])[] {
  return text
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) => {
      const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
      return [name, JSON.parse(data)] as const;
    });
}

/** An answer without the time that it took. */
function timeless(body: unknown): unknown {
  const { data, ...rest } = body as { readonly data: object };
  return { ...rest, data: { ...data, took_ms: 0 } };
}

test('a quick search is one event with the answer of POST /search', async () => {
  const query = { q: 'green', snippets: { per_item: 1 }, facets: [{ field: 'tech' }] };
  const [plain, watched] = await Promise.all([ask('/search', query), ask('/search/events', query)]);
  expect(watched.headers.get('content-type')).toBe('text/event-stream');
  // On a busy machine it may take a second after all.
  const events = eventsIn(await watched.text()).filter(([name]) => name !== 'progress');
  expect(events.map(([name]) => name)).toEqual(['answer']);
  expect(timeless(events[0]?.[1])).toEqual(timeless(await plain.json()));
});

test('a fault in the request is an ordinary error', async () => {
  const answer = await ask('/search/events', { q: 1 });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'Bad request' }]);
});

test('a search that takes long tells how far it is, then its answer', async () => {
  const answered = ask('/search/events', { q: 'green', level: 'page' });
  const { options, go } = await nextHeld();
  const { progress } = options;
  if (!(progress instanceof SearchProgress)) throw new Error('the search was given no progress');
  Atomics.store(progress.shared, 0, 3_056);
  Atomics.store(progress.shared, 1, 1_200);
  const { body } = await answered;
  let text = '';
  for await (const piece of (body ?? new ReadableStream<never>()).pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.includes('1200') && !text.includes('answer')) go();
  }
  const events = eventsIn(text);
  expect(events[0]).toEqual(['progress', { candidates: 3_056, looked_at: 1_200 }]);
  expect(events.slice(0, -1).every(([name]) => name === 'progress')).toBe(true);
  expect(events.at(-1)).toMatchObject(['answer', { success: true, data: { total_count: 1 } }]);
});

test('a search that fails after it told how far it is ends with the error', async () => {
  const answered = ask('/search/events', { q: 'green', level: 'page' });
  const { go } = await nextHeld();
  const answer = await answered;
  expect(answer.status).toBe(200);
  go(new Error('broken'));
  expect(eventsIn(await answer.text()).at(-1)).toMatchObject([
    'error',
    { success: false, error: 'Internal error' },
  ]);
});

test('a search that fails late says when to try again, and counts with the status of its failure', async () => {
  const answered = ask('/search/events', { q: 'green', level: 'page' });
  const { go } = await nextHeld();
  const answer = await answered;
  go(new StorageBusy('busy'));
  expect(eventsIn(await answer.text()).at(-1)).toMatchObject([
    'error',
    { success: false, error: 'Service unavailable', retry_after: 1 },
  ]);
  const admin = await api.key(['admin']);
  const counted = async () => {
    const metrics = await fetch(`${api.url}/metrics`, { headers: { 'x-api-key': admin } });
    return metrics.text();
  };
  await expect
    .poll(counted, { timeout: 30_000 })
    .toMatch(/sitegrep_http_requests_total\{method="POST",route="\/search\/events",status="503"\} 1\n/);
});

test.each(['before it tells anything', 'after it told how far it is'])(
  'a search ends when its client leaves %s',
  async (when) => {
    const leave = new AbortController();
    const answered = ask('/search/events', { q: 'green', level: 'page' }, leave.signal);
    const { options } = await nextHeld();
    if (when.startsWith('after')) await answered;
    expect(options.signal?.aborted).toBe(false);
    leave.abort();
    await Promise.allSettled([answered]);
    await expect.poll(() => options.signal?.aborted, { timeout: 30_000 }).toBe(true);
  },
);

test('an answer that nobody reads counts among the unread ones of its key', async () => {
  const found = Promise.withResolvers<void>();
  const json = JSON.stringify({ url: 'x'.repeat(50_000_000) });
  const other = await serve({
    settings: {
      shedding: {
        maxLoopDelayMs: 60_000,
        maxUnreadBytes: 2 ** 30,
        maxUnreadBytesOfKey: 1_000_000,
        answerStallMs: 60_000,
      },
    },
    parts: (parts) => {
      const { domains } = parts.storage;
      const searchItems: typeof domains.searchItems = async (query, shape, options = {}) => {
        const page = await domains.searchItems(query, shape, options);
        if (query.level !== 'page') return page;
        await found.promise;
        return { ...page, items: { json, ends: [json.length - 1], read: [{}] } };
      };
      return { ...parts, storage: { ...parts.storage, domains: { ...domains, searchItems } } };
    },
  });
  onTestFinished(() => other.close());
  const key = await other.key(['search']);
  const statusOf = async (): Promise<number> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const answer = await fetch(`${other.url}/search`, { method: 'POST', headers, body: '{"q":"tea"}' });
    await answer.text();
    return answer.status;
  };
  const body = '{"q":"tea","level":"page"}';
  const socket = connect(other.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(
    `POST /search/events HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  // It has told how far it is, so it is a stream.
  await once(socket, 'data');
  socket.pause();
  expect(await statusOf()).toBe(200);
  found.resolve();
  await expect.poll(statusOf, { timeout: 30_000 }).toBe(503);
  socket.destroy();
  await expect.poll(statusOf, { timeout: 30_000 }).toBe(200);
});
