// The bound of work of a search, from its parts: through every interface, before the costly part begins.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { WorkTooLarge, type SearchOptions, type WorkPart } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, refusalOf, searching, serve, type Served } from '../test/served-api.ts';

/** Work that the storage refuses; null: it answers. */
let refused: readonly WorkPart[] | null = null;
let seen: SearchOptions[] = [];
let api: Served;
let key: string;

beforeAll(async () => {
  api = await serve({
    parts: (parts) => {
      const { domains } = parts.storage;
      return {
        ...parts,
        storage: {
          ...parts.storage,
          domains: {
            ...domains,
            ...searching((query, options = {}) => {
              seen.push(options);
              if (refused === null) return domains.search(query, options);
              return Promise.reject(new WorkTooLarge(refused, 1_000));
            }),
          },
        },
      };
    },
  });
  key = await api.key(['search']);
});
afterAll(() => api.close());

function post(path: string, body: unknown) {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  return ask(api.url + path, { method: 'POST', body: JSON.stringify(body), headers });
}

const SNIPPETS: WorkPart = { part: 'snippets', items: 100, sought: 1, work: 2_100 };
const VALUES: WorkPart = { part: 'values', items: 100, sought: 2, work: 6_000 };
const CAPTURES: WorkPart = { part: 'captures', items: 500, sought: 1, work: 15_000 };

describe('a search of more work than it may be is refused', () => {
  test.each<[string, readonly WorkPart[], string]>([
    [
      'q=/[0-9]/',
      [{ part: 'candidates', items: 50, sought: 2, work: 1_500 }],
      'The search would take 1.5 times the work that a search may take: it must read the sources of 50 domains for 2 texts and ' +
        'patterns, since the index knows nothing of {"pattern":"[0-9]"}; add a text of three or more characters or a condition such ' +
        'as country:DE, or take an export.',
    ],
    [
      'q=teas',
      [SNIPPETS, VALUES],
      'The search would take 8.1 times the work that a search may take: it must read the sources of 100 items for the snippets of ' +
        '1 text or pattern (26 %), and the sources of 100 items for 2 values in extract (74 %); give a limit of at most 12, or take ' +
        'an export.',
    ],
    [
      'q=teas',
      [SNIPPETS, CAPTURES],
      'The search would take 17.1 times the work that a search may take: it must read the sources of 100 items for the snippets of ' +
        '1 text or pattern (12 %), and the sources of 500 items for 1 facet of captures (88 %); leave these facets out, or add a ' +
        'text or a condition such as country:DE, so that fewer items match.',
    ],
  ])('%s %#', async (search, parts, details) => {
    refused = parts;
    const answer = await ask(`${api.url}/search?${search}`, { headers: { 'x-api-key': key } });
    expect(refusalOf(answer)).toEqual([422, details]);
  });

  const REFUSAL = 'The search would take 6 times the work that a search may take';

  test.each<[string, object]>([
    ['/search', { q: 'teas' }],
    ['/search', { q: 'teas', facets: [{ field: 'country' }], count_only: true }],
    ['/search', { q: 'teas', extract: [{ as: 'heading', select: 'h1' }] }],
    ['/html-source-code-search', { search_terms: ['teas'], snippets: true }],
  ])('by %s with %j', async (path, body) => {
    refused = [VALUES];
    const [status, details] = refusalOf(await post(path, body));
    expect(status).toBe(422);
    expect(details).toContain(REFUSAL);
  });

  test('by /v3, whose task says so', async () => {
    refused = [VALUES];
    const { body } = await post('/v3/domain_analytics/technologies/domains_by_html_terms/live', [
      { search_terms: ['teas'] },
    ]);
    expect(body).toMatchObject({ tasks: [{ status_message: expect.stringContaining(REFUSAL) }] });
  });

  test('by a tool for models', async () => {
    refused = [VALUES];
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { 'x-api-key': key } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), { requestInit }));
    const told = await client.callTool({ name: 'search', arguments: { q: 'teas' } });
    await client.close();
    expect(told).toMatchObject({ isError: true });
    expect(JSON.stringify(told.content)).toContain(REFUSAL);
  });
});

test('the bound follows the time limit, and an export reads little at a time without one', async () => {
  refused = null;
  seen = [];
  await post('/search', { q: 'teas' });
  await post('/html-source-code-search', { search_terms: ['teas'] });
  await post('/search/export', { q: 'teas' });
  // 0.9 × 30 s, 200 units a millisecond
  expect(seen.map(({ maxWork }) => maxWork)).toEqual([5_400_000, 5_400_000, Infinity]);
});
