import { afterEach, describe, expect, test } from 'vitest';
import { ask, detailsOf, serve, type Answer, type Served } from '../../test/served-api.ts';
import type { SharedCounts } from '../settings.ts';

let served: Served[] = [];
afterEach(async () => {
  for (const api of served) await api.close();
  served = [];
});

async function open(
  counts: SharedCounts | null,
  operationLimits: ReadonlyMap<string, number> = new Map(),
): Promise<Served> {
  const api = await serve({
    settings: { rateLimitPerMinute: 3, operationLimits },
    parts: (parts) => (counts === null ? parts : { ...parts, counts }),
  });
  served.push(api);
  return api;
}

const search = (api: Served, key: string): Promise<Answer> =>
  ask(`${api.url}/html-source-code-search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: '{"search_terms":["x"]}',
  });
const left = (answer: Answer): (string | null)[] =>
  ['limit', 'remaining', 'reset'].map((name) => answer.headers.get(`ratelimit-${name}`));

/** Counts within one process, as Redis does for several. */
function countsInMemory(): SharedCounts {
  const counted = new Map<string, number>();
  return {
    count: async (key) => {
      const count = (counted.get(key) ?? 0) + 1;
      counted.set(key, count);
      return { count, restMs: 41_200 };
    },
  };
}

test('a key has its requests once, whichever process it asks', async () => {
  const counts = countsInMemory();
  const [one, two] = [await open(counts), await open(counts)];
  // The same key in both: its id is what is counted.
  const key = await one.key(['search'], { rateLimitPerMinute: 3 });
  const { id } = (await one.storage.keys.list())[0] ?? { id: '' };
  expect(left(await search(one, key))).toEqual(['3', '2', '42']);
  await counts.count(`requests:${id}`, 60_000);
  expect(left(await search(one, key))).toEqual(['3', '0', '42']);
  const refused = await search(one, key);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '42']);
  const other = await two.key(['search']);
  expect((await search(two, other)).status).toBe(200);
});

test.each([
  ['fails', () => Promise.reject(new Error('Redis is not reachable'))],
  ['does not answer', () => new Promise<never>(() => undefined)],
])('while the shared count %s, each process counts for itself, and says so', async (_how, count) => {
  const api = await open({ count });
  const key = await api.key(['search']);
  const answers: Answer[] = [];
  for (let n = 0; n < 4; n++) answers.push(await search(api, key));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers.map((answer) => left(answer)[1])).toEqual(['2', '1', '0', '0']);
  expect(api.log.join()).toContain('each process counts for itself');
});

const askFor = (api: Served, path: string, key: string): Promise<Answer> =>
  ask(`${api.url}${path}`, { headers: { 'x-api-key': key } });

describe.each([
  ['here', () => null],
  ['together with other processes', countsInMemory],
])('limits of operations, counted %s', (_where, counts) => {
  test('apply in addition to that of the key, and the one closest to exhaustion is reported', async () => {
    const api = await open(counts(), new Map([['html-source-code-search', 2]]));
    const key = await api.key(['search', 'admin'], { rateLimitPerMinute: 4 });
    const told = async (answer: Promise<Answer>): Promise<unknown[]> => {
      const { status, headers } = await answer;
      return [status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')];
    };
    expect(await told(search(api, key))).toEqual([200, '2', '1']);
    expect(await told(askFor(api, '/admin/keys', key))).toEqual([200, '4', '2']);
    expect(await told(search(api, key))).toEqual([200, '2', '0']);
    const refused = await search(api, key);
    expect(await told(Promise.resolve(refused))).toEqual([429, '2', '0']);
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'));
    expect(detailsOf(refused)).toContain('requests for html-source-code-search for this minute');
    // The four of the key are used up as well: refused requests count.
    const over = await askFor(api, '/admin/keys', key);
    expect(await told(Promise.resolve(over))).toEqual([429, '4', '0']);
    expect(detailsOf(over)).toContain('The key has used up its requests for this minute');
  });

  test('count all of /admin as one, and leave paths that are not there to the key', async () => {
    const api = await open(counts(), new Map([['admin', 1]]));
    const key = await api.key(['admin'], { rateLimitPerMinute: 9 });
    const path = '/admin/blocked-domains/a.example';
    expect((await askFor(api, '/admin/keys', key)).headers.get('ratelimit-limit')).toBe('1');
    expect((await askFor(api, path, key)).status).toBe(429);
    const nowhere = await askFor(api, '/admin/nowhere', key);
    expect([nowhere.status, ...left(nowhere).slice(0, 2)]).toEqual([404, '9', '6']);
  });

  test('are those of each key', async () => {
    const api = await open(counts(), new Map([['html-source-code-search', 1]]));
    const [one, two] = [await api.key(['search']), await api.key(['search'])];
    expect((await search(api, one)).status).toBe(200);
    expect((await search(api, one)).status).toBe(429);
    expect((await search(api, two)).status).toBe(200);
  });
});
