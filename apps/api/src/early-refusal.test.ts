import type { SearchPage } from '@sitegrep/storage';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answer, ask, searching, serve, type Served } from '../test/served-api.ts';
import type { ApiSettings } from './settings.ts';

let api: Served | null = null;
afterEach(async () => {
  await api?.close();
  api = null;
});

const EMPTY: SearchPage<never> = { total: 0, offset: 0, hits: [], next: null };

/** A search runs, and none may be queued. @returns `end` ends it */
async function openBusy(settings: Partial<ApiSettings> = {}) {
  const running = Promise.withResolvers<SearchPage<never>>();
  const search = vi.fn<() => Promise<SearchPage<never>>>(() => running.promise);
  const served = await serve({
    settings: { searches: { concurrency: 1, patient: 0, maxQueued: 0, maxWaitMs: 60_000 }, ...settings },
    parts: (parts) => ({
      ...parts,
      storage: {
        ...parts.storage,
        domains: { ...parts.storage.domains, shortAtOnce: 1, ...searching(search) },
      },
    }),
  });
  api = served;
  const key = await served.key(['search']);
  const first = searchAt(served, key);
  await vi.waitFor(() => expect(search).toHaveBeenCalledTimes(1), 60_000);
  const end = async (): Promise<void> => {
    running.resolve(EMPTY);
    expect((await first).status).toBe(200);
  };
  return { served, key, end };
}

const BODIES = { '/html-source-code-search': '{"search_terms":["x"]}', '/search': '{"q":"x"}' } as const;

function searchAt(
  { url }: Served,
  key: string,
  headers: Readonly<Record<string, string>> = {},
  path: keyof typeof BODIES = '/html-source-code-search',
): Promise<Answer> {
  return ask(url + path, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    body: BODIES[path],
  });
}

/** Answer as a client sees it, without what differs from request to request. */
function shown({ status, headers, body }: Answer): unknown {
  const differing = new Set(['date', 'x-request-id', 'ratelimit-remaining', 'vary']);
  return { status, body, headers: [...headers].filter(([name]) => !differing.has(name)) };
}

/** A line of the log for each refused request, without its id and times. */
function linesOf({ log }: Served): readonly unknown[] {
  return log
    .map((line): Record<string, unknown> => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg, status }) => msg === 'request' && status !== 200)
    .map(({ requestId, time, ms, ...line }) => ({
      ...line,
      hasId: typeof requestId === 'string',
      hasTimes: typeof time === 'number' && typeof ms === 'number',
    }));
}

test.each([
  ['the queue is full', '/html-source-code-search', {}, 503],
  ['the queue is full', '/search', {}, 503],
  ['the limit of the key is exceeded', '/html-source-code-search', { rateLimitPerMinute: 1 }, 429],
  ['the limit of the key is exceeded', '/search', { rateLimitPerMinute: 1 }, 429],
] as const)(
  'if %s, the head alone and the framework refuse %s alike',
  async (_reason, path, settings, status) => {
    const { served, key, end } = await openBusy(settings);
    const early = await searchAt(served, key, {}, path);
    // A browser is left to the framework.
    const ordinary = await searchAt(served, key, { origin: 'https://elsewhere.example' }, path);
    expect(early.status).toBe(status);
    expect(shown(early)).toEqual(shown(ordinary));
    const remaining = [early, ordinary].map(({ headers }) => Number(headers.get('ratelimit-remaining')));
    expect(remaining).toEqual(status === 429 ? [0, 0] : [99_998, 99_997]);
    await end();
    const [first, second, ...more] = linesOf(served);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ status, path, hasId: true, hasTimes: true });
    expect(first).toEqual(second);
    const metrics = await fetch(`${served.url}/metrics`, {
      headers: { 'x-api-key': await served.key(['admin']) },
    });
    expect(await metrics.text()).toContain(
      `sitegrep_http_requests_total{method="POST",route="${path}",status="${status}"} 2`,
    );
  },
);

test('other requests are left to the framework, however full the queue is', async () => {
  const { served, key, end } = await openBusy();
  const other = await served.key(['serp']);
  expect((await searchAt(served, 'sg_nobody')).status).toBe(401);
  expect((await searchAt(served, other)).status).toBe(403);
  expect((await ask(`${served.url}/html-source-code-search`, { headers: { 'x-api-key': key } })).status).toBe(
    405,
  );
  expect((await ask(`${served.url}/healthz`, {})).status).toBe(200);
  await end();
});
