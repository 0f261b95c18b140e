import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { serve, type Served } from '../test/served-api.ts';

let api: Served;
let secret: string;
let probes = 0;
const isAway = { index: false, queue: false };

beforeAll(async () => {
  api = await serve({
    settings: { services: { storage: 'Elasticsearch', queue: 'Redis' } },
    parts: (parts) => ({
      ...parts,
      readiness: async () => {
        probes += 1;
        return {
          dependencies: { index: isAway.index ? 'down' : 'up', queue: isAway.queue ? 'down' : 'up' },
          down: isAway.index ? ['index'] : [],
          degraded: isAway.queue ? ['queue'] : [],
        };
      },
    }),
  });
  secret = await api.key(['search']);
});
afterAll(() => api.close());

/** Events of a stream as they come, each with its data; comments are passed over. */
async function* events(signal: AbortSignal): AsyncGenerator<unknown, void> {
  const { body } = await fetch(`${api.url}/readiness/events`, { headers: { 'x-api-key': secret }, signal });
  let text = '';
  for await (const piece of (body ?? new ReadableStream<never>()).pipeThrough(new TextDecoderStream())) {
    text += piece;
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const [, data] = /^event: readiness\ndata: (.*)$/.exec(part) ?? [];
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}

function stateOf(ready: boolean, index: string, queue: string): unknown {
  return {
    ready,
    dependencies: [
      { name: 'index', service: 'Elasticsearch', state: index },
      { name: 'queue', service: 'Redis', state: queue },
    ],
  };
}

test('each change of a dependency is told, and nothing twice', async () => {
  const leave = new AbortController();
  const told = events(leave.signal);
  const next = async (): Promise<unknown> => (await told.next()).value;
  expect(await next()).toEqual(stateOf(true, 'up', 'up'));
  // Looks without a change, which tell nothing.
  const before = probes;
  await expect.poll(() => probes, { timeout: 30_000 }).toBeGreaterThan(before + 2);
  isAway.queue = true;
  expect(await next()).toEqual(stateOf(true, 'up', 'down'));
  isAway.index = true;
  expect(await next()).toEqual(stateOf(false, 'down', 'down'));
  isAway.index = false;
  isAway.queue = false;
  expect(await next()).toEqual(stateOf(true, 'up', 'up'));
  leave.abort();
});

test('a stream that says nothing new sends a comment', async () => {
  const leave = new AbortController();
  const { body } = await fetch(`${api.url}/readiness/events`, {
    headers: { 'x-api-key': secret },
    signal: leave.signal,
  });
  let text = '';
  for await (const piece of (body ?? new ReadableStream<never>()).pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.includes('\n:\n\n')) break;
  }
  expect(text).toMatch(/^retry: \d+\n\nevent: readiness\n/);
  leave.abort();
});

test('nothing is probed when nobody watches any more', async () => {
  const leave = new AbortController();
  const told = events(leave.signal);
  await told.next();
  leave.abort();
  // The stream ends with its connection; what was begun then may still come.
  let last = -1;
  await expect
    .poll(
      () => {
        const isSame = probes === last;
        last = probes;
        return isSame;
      },
      { timeout: 30_000, interval: 1_500 },
    )
    .toBe(true);
});

test('streams of the state are counted apart from those of crawls and searches', async () => {
  const other = await serve({ settings: { eventStreams: { max: 1 } } });
  onTestFinished(() => other.close());
  const key = await other.key(['admin', 'search']);
  const { id } = await other.storage.crawls.create({ maxPages: 1, maxDepth: 0, priority: 5 });
  const leave = new AbortController();
  const open = async (path: string): Promise<number> => {
    const { status } = await fetch(other.url + path, {
      headers: { 'x-api-key': key },
      signal: leave.signal,
    });
    return status;
  };
  expect(await open('/readiness/events')).toBe(200);
  expect(await open('/readiness/events')).toBe(503);
  expect(await open(`/admin/crawls/${id}/events`)).toBe(200);
  leave.abort();
});
