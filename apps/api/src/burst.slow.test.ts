/* Many searches of one program at the same time. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, searching, serve, type Served } from '../test/served-api.ts';
import { SEARCH_QUEUE_BOUNDS } from './settings.ts';

/** Time of a search, in milliseconds: longer than that on a small index by far, so that a hundred wait for seconds. */
const SEARCH_MS = 40;

let api: Served;
let key: string;
beforeAll(async () => {
  api = await serve({
    settings: { searches: { concurrency: 2, ...SEARCH_QUEUE_BOUNDS } },
    parts: (parts) => {
      const { domains } = parts.storage;
      const slow: typeof domains = {
        ...domains,
        shortAtOnce: 1,
        ...searching(async (query, options) => {
          await delay(SEARCH_MS);
          return domains.search(query, options);
        }),
      };
      return { ...parts, storage: { ...parts.storage, domains: slow } };
    },
  });
  key = await api.key(['search']);
});
afterAll(() => api.close());

/** @returns how many were answered with each status */
async function burst(count: number): Promise<Readonly<Record<number, number>>> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      ask(`${api.url}/html-source-code-search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ search_terms: [`term ${n}`] }),
      }),
    ),
  );
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('a hundred at once are all served, again and again', async () => {
  for (let round = 0; round < 3; round++) expect(await burst(100)).toEqual({ 200: 100 });
});
