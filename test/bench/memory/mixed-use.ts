// All that people do with a server, in turn: searches of every kind, lookups, exports, imports, crawls, tools of models.
import type { RunningServer } from '../../support/server-process.ts';
import { TERMS } from '../harness/terms.ts';
import { madePage } from './made-pages.ts';
import type { Use } from './keep-asking.ts';

const PATTERNS = [
  '/UA-\\d{4,9}-\\d{1,4}/',
  '/jquery[.-](\\d+\\.\\d+)/',
  '/(?P<id>G-[A-Z0-9]{6,12})/',
  'case:yes /\\bGTM-[A-Z0-9]+/',
];
const SELECTORS = [
  { as: 'made_with', select: 'meta[name=generator]', attribute: 'content' },
  { as: 'h1', select: 'h1' },
  { as: 'action', select: 'form', attribute: 'action', all: true },
  { as: 'links', select: 'nav a[href]', attribute: 'href', all: true },
];
const FACETS = ['tech', 'category', 'country', 'language', 'tld', 'generator', 'visited'];
const WORDS = ['shop', 'hotel', 'recipes', 'privacy policy', 'football news', 'weather', 'university'];

function post(server: RunningServer, path: string, body: object): Promise<Response> {
  return server.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** A text that has not been searched for before, every other time. */
function term(number: number): string {
  const known = TERMS[number % TERMS.length] ?? '';
  return number % 2 === 0 ? known : `${known} ${number}`;
}

function picked<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new TypeError('there is nothing to pick');
  return item;
}

export const MIXED_USE: readonly Use[] = [
  {
    name: 'term',
    ask: (server, number) =>
      post(server, '/html-source-code-search', { search_terms: [term(number)], limit: 100 }),
  },
  {
    name: 'page level',
    ask: (server, number) =>
      post(server, '/search', {
        q: `"${picked(['jquery', 'gtm.js', 'wp-content'], number)}"`,
        level: 'page',
        limit: 500,
      }),
  },
  {
    name: 'snippets',
    ask: (server, number) =>
      post(server, '/search', {
        q: picked(['jquery', 'script:google', 'wp-content'], number),
        limit: 500,
        snippets: { per_item: 3 },
      }),
  },
  {
    name: 'ten thousand snippets',
    ask: (server) =>
      post(server, '/html-source-code-search', { search_terms: ['<div'], limit: 10_000, snippets: true }),
  },
  {
    name: 'pattern',
    ask: (server, number) =>
      post(server, '/search', { q: picked(PATTERNS, number), limit: 100, snippets: { per_item: 1 } }),
  },
  {
    name: 'scan',
    ask: (server, number) => post(server, '/search', { q: `/[a-z][0-9][^<>]{${number % 100}}[A-Z]\\d/` }),
  },
  {
    name: 'facets',
    ask: (server, number) =>
      post(server, '/search', {
        q: picked(['', 'jquery', 'country:DE'], number),
        count_only: true,
        facets: FACETS.map((field) => ({ field, limit: 100 })),
      }),
  },
  {
    name: 'captures',
    ask: (server) =>
      post(server, '/search', {
        q: '/jquery[.-](\\d+\\.\\d+)/',
        count_only: true,
        facets: [{ field: 'capture', group: 1 }],
      }),
  },
  {
    name: 'extract',
    ask: (server, number) =>
      post(server, '/search', { q: `"${term(2 * number)}"`, limit: 500, extract: SELECTORS }),
  },
  {
    name: 'explain',
    ask: (server, number) => post(server, '/search/explain', { q: picked(PATTERNS, number) }),
  },
  {
    name: 'export',
    ask: (server, number) =>
      post(server, '/search/export', {
        q: picked(['jquery', 'wp-content'], number),
        format: picked(['ndjson', 'csv', 'parquet'], number),
      }),
  },
  {
    name: 'export of values',
    ask: (server) => post(server, '/search/export', { q: 'gtm.js', format: 'ndjson', extract: SELECTORS }),
  },
  {
    name: 'web search',
    ask: (server, number) =>
      post(server, '/web-serp', {
        keyword: picked(WORDS, number),
        location_code: 2840,
        language_code: 'en',
        depth: 100,
      }),
  },
  {
    name: 'lookup',
    ask: (server, number) =>
      post(server, '/domains/lookup', {
        domains: Array.from({ length: 100 }, (_, at) => `made${number + at}.example`),
      }),
  },
  {
    name: 'import',
    ask: (server, number) =>
      server.ask('/admin/pages?report=problems', {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body: Array.from({ length: 5 }, (_, at) =>
          JSON.stringify({
            url: `https://made${(number * 5 + at) % 1_000}.example/`,
            status: 200,
            headers: { 'content-type': 'text/html; charset=utf-8' },
            html: madePage(number + at),
            fetched_at: Date.now() / 1_000,
          }),
        ).join('\n'),
      }),
  },
  {
    name: 'crawl',
    ask: (server, number) =>
      post(server, '/admin/crawls', { urls: [`http://made${number % 1_000}.example/`] }),
  },
  {
    name: 'model',
    ask: (server, number) =>
      post(server, '/mcp', {
        jsonrpc: '2.0',
        id: number,
        method: 'tools/call',
        params: picked(
          [
            { name: 'count', arguments: { q: 'tech:WordPress' } },
            { name: 'search', arguments: { q: 'jquery', fields: ['domain', 'title'] } },
            { name: 'facets', arguments: { facets: [{ field: 'tech', limit: 20 }] } },
          ],
          number,
        ),
      }),
  },
  { name: 'metrics', ask: (server) => server.ask('/metrics') },
];
