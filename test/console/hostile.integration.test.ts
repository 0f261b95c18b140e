/*
 * Pages that try to run scripts, to load something, or to look like something else, through everything that they can put a
 * text into. A proxy counts where the browser's requests go.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGES, RAIL } from '@sitegrep/console/pages';
import type { Page } from 'playwright-core';
import { listenAsProxy } from '../support/loopback-proxy.ts';
import { openWindow, type ServedConsole, serveConsole, signIn } from './opened-console.ts';

/** Texts that become code or requests wherever they are taken for more than text. */
const ATTACKS: readonly string[] = [
  '<script>window.ran = 1</script>',
  '<img src="http://attacker.example/pixel" onerror="window.ran = 1">',
  '"><svg/onload=window.ran=1>',
  "';window.ran=1;//",
  '</textarea></title></style></script><script>window.ran = 1</script>',
  '{{constructor.constructor("window.ran=1")()}}',
  '${window.ran=1}',
  'javascript:window.ran=1',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<link rel=stylesheet href=http://attacker.example/style><base href=http://attacker.example/>',
  '<meta http-equiv=refresh content="86400;url=http://attacker.example/">',
  '\u202egnp.exe\u202c \u200b\u2066hidden\u2069 \u0007\u001b[31m',
];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A page whose every text is an attack, as it stands in the source and escaped in what is read from it. */
function pageOf(index: number): string {
  const attack = ATTACKS[index] ?? '';
  const said = escaped(attack);
  return `<!doctype html><html lang="en"><head><title>${said}</title>
<meta name="description" content="${said}"><meta name="keywords" content="${said}">
<meta name="generator" content="WordPress ${said}"><meta property="og:site_name" content="${said}">
<script type="application/ld+json">${JSON.stringify({ '@type': 'Organization', legalName: attack, name: attack, email: `${attack}@evil.example`, telephone: attack }).replaceAll('<', '\\u003c')}</script>
<link rel="alternate" type="application/rss+xml" title="${said}" href="javascript:window.ran=1"></head>
<body><p>needle ${attack} needle</p><a href="javascript:window.ran=1">${said}</a>
<a href="/?${encodeURIComponent(attack)}">next</a><a href="https://facebook.com/${encodeURIComponent(attack)}">x</a>
</body></html>`;
}

let sites: Server;
let served: ServedConsole;
/** Hosts that the browser asked the proxy for. */
const hosts = new Set<string>();
let counting: Server;
let countingUrl = '';

beforeAll(async () => {
  sites = createServer((request, response) => {
    const [, index = '0'] = /^site-(\d+)\./.exec(new URL(request.url ?? '').hostname) ?? [];
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(Number(index)));
  });
  served = await serveConsole({ SITEGREP_HTTP_PROXY: await listenAsProxy(sites) });
  const domains = ATTACKS.map((_, index) => `site-${index}.example`);
  const crawl = await served.client.admin.crawls.create({ domains, max_pages: 3 });
  for await (const event of served.client.admin.crawls.events(crawl.id)) if (event.type === 'end') break;
  await served.client.admin.blocks.put('blocked.example', { reason: ATTACKS[1] ?? '' });
  for (const name of ATTACKS.slice(0, 6)) await served.client.admin.keys.create({ name, scopes: ['search'] });
  counting = createServer((request, response) => {
    void answer(request, response);
  });
  counting.on('connect', (request) => hosts.add(request.url ?? ''));
  countingUrl = await listenAsProxy(counting);
}, 900_000);
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  for (const server of [sites, counting]) server.close();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const found = await forward(request.url ?? '', request.method ?? 'GET', request.headers, bodyOf(request));
  response.writeHead(found.status, headersOf(found.headers));
  response.end(Buffer.from(await found.arrayBuffer()));
}

/** Sends a request of the browser on if it is for the server of the console, and counts its host. */
async function forward(
  url: string,
  method: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: Promise<string>,
): Promise<Response> {
  const { host } = new URL(url);
  hosts.add(host);
  const sent = await body;
  if (host !== new URL(served.server().url).host) return new Response('', { status: 502 });
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && !['connection', 'proxy-connection', 'host', 'content-length'].includes(name)
      ? [[name, value] as const]
      : [],
  );
  return fetch(url, {
    method,
    headers: { ...Object.fromEntries(given), 'accept-encoding': 'identity' },
    redirect: 'manual',
    ...(sent !== '' && { body: sent }),
  });
}

function headersOf(headers: Headers): Record<string, string> {
  const hop = new Set([
    'connection',
    'keep-alive',
    'transfer-encoding',
    'content-encoding',
    'content-length',
  ]);
  return Object.fromEntries([...headers].filter(([name]) => !hop.has(name)));
}

test('the pages were indexed, with what they say', async () => {
  const found = await served.client.query.search({ q: 'needle', limit: 50 });
  expect(found.total_count).toBe(ATTACKS.length);
  expect(found.items.map(({ title }) => title)).toContain(ATTACKS[0]);
});

test('nothing of a hostile page runs, is loaded, or is more than text on any page of the console', async () => {
  const { url, key } = served.server();
  const isLoopback = new URL(url).hostname === '127.0.0.1';
  expect(isLoopback).toBe(true);
  const crawlId = (await served.client.admin.crawls.list()).items[0]?.id ?? '';
  const queries = ATTACKS.map((attack) => `/search?q=${encodeURIComponent(JSON.stringify(attack))}`);
  const domains = ATTACKS.flatMap((_, index) =>
    ['', '?tab=source&q=needle', '?tab=links', '?tab=visits'].map(
      (tab) => `/domains/site-${index}.example${tab}`,
    ),
  );
  const others = [
    '/search?q=needle',
    '/search?q=needle&level=page',
    ...RAIL.map((name) => PAGES[name].path),
    `/crawls/${crawlId}`,
  ];
  const paths = ATTACKS.map((attack) => `/domains/${encodeURIComponent(attack.replaceAll('/', ''))}`);
  const lists = ATTACKS.map((attack) => `/crawls?sites=${encodeURIComponent(attack)}`);
  const strange = ATTACKS.map((attack) => `/leave?to=${encodeURIComponent(attack)}`);
  const check = async (page: Page, path: string): Promise<void> => {
    await page.goto(url + path);
    await page.waitForLoadState('networkidle');
    const found = await page.evaluate<readonly [ran: boolean, inserted: number, links: readonly string[]]>(`[
      'ran' in window,
      document.querySelectorAll('#console :is(script, iframe, img, object, embed, base, [onload], [onerror])').length,
      [...document.querySelectorAll('#console a')].map((link) => link.protocol),
    ]`);
    const [ran, inserted, protocols] = found;
    expect([path, ran, inserted]).toEqual([path, false, 0]);
    expect(protocols.filter((protocol) => !/^https?:$/.test(protocol))).toEqual([]);
  };
  // Nearly two hundred pages, each until it is silent, in three windows, since silence takes half a second.
  const left = [...others, ...queries, ...domains, ...paths, ...lists, ...strange].values();
  const checkThose = async (): Promise<void> => {
    await using window = await openWindow(served.browser, { proxy: countingUrl });
    await signIn(window.page, url, key);
    for (const path of left) await check(window.page, path);
    expect(window.complaints).toEqual([]);
  };
  await Promise.all([checkThose(), checkThose(), checkThose()]);
  expect([...left]).toEqual([]);
  expect([...hosts]).toEqual([new URL(url).host]);
}, 600_000);

test('characters that are not seen are shown by their codes', async () => {
  await using window = await openWindow(served.browser);
  const { page } = window;
  const { url, key } = served.server();
  await signIn(page, url, key);
  await page.goto(`${url}/domains/site-${ATTACKS.length - 1}.example`);
  await page.getByText('U+202E').first().waitFor();
  expect(await page.locator('.control-character').first().textContent()).toMatch(/^U\+[0-9A-F]{4}$/);
});
