// A real SearXNG between the adapter and engines of our own: one of its offline engines, and one that it asks over HTTP,
// through a proxy that takes whatever it wants to ask.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cacheFolder } from '../../infra/dev/cache-folder.ts';
import { freePort } from '../../infra/dev/free-port.ts';
import { startSearxng, type Searxng, type SearxngSettings } from '../../infra/dev/searxng.ts';
import {
  languageOf,
  locationOf,
  openHttpClient,
  type RequestOf,
} from '../../packages/providers/src/index.ts';
import { openSearxng } from '../../packages/providers/src/adapters/searxng/index.ts';

/** Nobody hears of pages without an address: those of the offline engine are such. */
const ENGINES: SearxngSettings['engines'] = [
  { name: 'offline', engine: 'demo_offline', shortcut: 'off', categories: 'general', disabled: false },
  {
    name: 'online',
    engine: 'json_engine',
    shortcut: 'on',
    categories: 'general',
    disabled: false,
    enable_http: true,
    paging: true,
    search_url: 'http://engine.example/?q={query}&l={lang}&p={pageno}',
    results_query: 'found',
    url_query: 'url',
    title_query: 'title',
    content_query: 'content',
  },
];

/** Results on otters of the engine at engine.example; ten are on a page. */
const OTTERS = Array.from({ length: 23 }, (_, index) => ({
  title: `Otters, part ${index + 1}`,
  url: `https://otters.example/parts/${index + 1}`,
}));

const http = openHttpClient({
  userAgent: 'sitegrep',
  maxBytes: 1 << 20,
  connectTimeoutMs: 5_000,
  connections: 2,
});
const started: Searxng[] = [];
/** URLs requested from the proxy; for https only the hosts. */
const requested: string[] = [];
let proxy: Server;

beforeAll(async () => {
  proxy = await openProxy();
});

afterAll(async () => {
  await Promise.all(started.map(async (instance) => instance.remove()));
  await http.close();
  proxy.close();
}, 60_000);

/** @param formats that it answers in */
async function open(formats: SearxngSettings['formats']): Promise<Searxng> {
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a TCP port');
  const name = `searxng-${randomBytes(4).toString('hex')}`;
  const folder = join(cacheFolder(process.env, process.getuid?.()), name);
  const settings = { formats, engines: ENGINES, proxy: `http://127.0.0.1:${address.port}` };
  const instance = await startSearxng({ folder, port: await freePort(null) }, settings);
  started.push(instance);
  return instance;
}

it('gives what a real SearXNG finds', async () => {
  const { endpoint } = await open(['html', 'json']);
  const provider = openSearxng({ http, url: endpoint, suggestionsFrom: 'duckduckgo' })['web-serp'];
  const search = async (keyword: string, depth = 10) =>
    provider.call(webSerp(keyword, depth), AbortSignal.timeout(60_000));

  // What looks like a tag or an entity stays, since its texts are plain.
  expect((await search('tag')).results).toEqual([
    {
      type: 'organic',
      rankGroup: 1,
      rankAbsolute: expect.any(Number),
      domain: 'tags.example',
      title: 'The <b> tag & its &amp;',
      description: 'Bold letters in de.',
      url: 'https://tags.example/b',
      breadcrumb: 'https://tags.example › b',
    },
  ]);

  const { results } = await search('otter', 40);
  expect(results.map(({ rankGroup }) => rankGroup)).toEqual(OTTERS.map((_, index) => index + 1));
  expect(new Set(results.map(({ url }) => url))).toEqual(new Set(OTTERS.map(({ url }) => url)));

  expect((await search('nothing of the kind')).results).toEqual([]);

  await expect(search('too often')).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'no engine of SearXNG has results; online: too many requests',
  });
}, 600_000);

it('gives the suggestions that a real SearXNG has from where it is told to ask', async () => {
  const { endpoint } = await open(['html', 'json']);
  const suggest = async (keyword: string, suggestionsFrom: string) => {
    const provider = openSearxng({ http, url: endpoint, suggestionsFrom })['web-autocomplete'];
    const answer = await provider.call(autocomplete(keyword), AbortSignal.timeout(60_000));
    return answer.suggestions.map(({ text }) => text);
  };
  expect(await suggest('river ott', 'seznam')).toEqual([]);
  expect(requested).toContain('suggest.seznam.cz:443');
  expect(await suggest('river ott', 'brave')).toEqual([]);
  expect(requested).toContain('search.brave.com:443');
  // It asks some in the way of their engine, which it must have.
  await expect(suggest('river ott', 'duckduckgo')).rejects.toMatchObject({ kind: 'unavailable' });
  // Its own answers come without anybody being requested.
  expect(await suggest('max 7 9', 'brave')).toEqual([expect.stringContaining('9')]);
}, 600_000);

it('tells how JSON is allowed where a real SearXNG does not allow it', async () => {
  const { endpoint } = await open(['html']);
  const provider = openSearxng({ http, url: endpoint, suggestionsFrom: 'duckduckgo' })['web-serp'];
  await expect(provider.call(webSerp('otter', 10), AbortSignal.timeout(60_000))).rejects.toMatchObject({
    kind: 'credential',
    message: expect.stringContaining('search.formats'),
  });
}, 600_000);

function webSerp(keyword: string, depth: number): RequestOf<'web-serp'> {
  return { ...locale(), keyword, device: 'desktop', os: 'windows', depth };
}

function autocomplete(keyword: string): RequestOf<'web-autocomplete'> {
  return { ...locale(), keyword, client: 'gws-wiz-serp', device: 'desktop', os: 'windows' };
}

function locale() {
  const [language, location] = [languageOf('de'), locationOf(2276)];
  if (language === null || location === null) throw new Error('no such language or location');
  return { language, location };
}

/** Is the engine at engine.example, and lets nothing else through. */
async function openProxy(): Promise<Server> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://engine.example');
    const query = searchParams.get('q') ?? '';
    response.writeHead(query === 'too often' ? 429 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ found: found(query, searchParams) }));
  });
  server.on('connect', (request, socket) => {
    requested.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function found(query: string, parameters: URLSearchParams): readonly object[] {
  const before = (Number(parameters.get('p')) - 1) * 10;
  if (query === 'otter') return OTTERS.slice(before, before + 10);
  const tag = {
    url: 'https://tags.example/b',
    title: 'The <b> tag & its &amp;',
    content: `Bold  letters in ${parameters.get('l')}.`,
  };
  return query === 'tag' ? [tag] : [];
}
