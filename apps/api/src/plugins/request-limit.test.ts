import { afterEach, expect, test } from 'vitest';
import { ask, serve, type Answer, type Served } from '../api.fixture.ts';
import type { SharedCounts } from '../settings.ts';

let served: Served[] = [];
afterEach(async () => {
  for (const api of served) await api.close();
  served = [];
});

async function open(counts: SharedCounts): Promise<Served> {
  const api = await serve({ settings: { rateLimitPerMinute: 3 }, parts: (parts) => ({ ...parts, counts }) });
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

/** As Redis counts, in one process. */
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
  expect(api.log.join()).toContain('counted by each process for itself');
});
