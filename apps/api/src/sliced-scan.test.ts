// A scan runs in slices: the storage says each time how far it came, and the request has one answer.
import { setTimeout } from 'node:timers/promises';
import { QueryTooBroad, type SearchOptions, wholeSite } from '@sitegrep/storage';
import { expect, test } from 'vitest';
import { documentOf, lastingStorage, searching, serve, type Served } from '../test/served-api.ts';

const storage = lastingStorage();

/** Serves an index whose searches end after some slices; `seen` gets the options of each. */
async function serveSlices(ends: readonly number[], seen: SearchOptions[]): Promise<Served> {
  const left = [...ends];
  const { domains } = storage();
  return serve({
    storage: storage(),
    settings: { searchTimeoutMs: 60_000 },
    parts: (parts) => ({
      ...parts,
      storage: {
        ...parts.storage,
        domains: {
          ...domains,
          ...searching(async (query, options = {}) => {
            seen.push(options);
            const decided = left.shift();
            if (decided === undefined) return domains.search(query, options);
            // As long as it may take, or a little more.
            await setTimeout(Math.min(options.sliceMs ?? 0, options.budgetMs ?? 0) + 2);
            throw new QueryTooBroad(1_000, decided);
          }),
        },
      },
    }),
  });
}

async function ask(api: Served, path: string, body: object) {
  const answer = await fetch(api.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': await api.key(['search']) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

test.each([
  ['/search', { q: 'Common case:yes' }],
  ['/search/export', { q: 'Common case:yes' }],
  ['/html-source-code-search', { search_terms: ['common'] }],
])('%s goes on until it is answered', async (path, body) => {
  await storage().domains.put([wholeSite(documentOf('sliced.example', 'Common'))]);
  const seen: SearchOptions[] = [];
  const api = await serveSlices([10, 10, 900], seen);
  const { status, text } = await ask(api, path, body);
  expect([status, text]).toEqual([200, expect.stringContaining('sliced.example')]);
  expect(seen.map(({ sliceMs }) => sliceMs)).toEqual([100, 250, 500, 500]);
  await api.close();
});
