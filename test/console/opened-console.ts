/* A console over a real server on the sample web, opened in a real Chromium, for the tests of this folder. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SitegrepClient } from '@sitegrep/client';
import { SAMPLE_CRAWL, type SampleWeb, serveSampleWeb } from '@sitegrep/sample-web';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

/** Settings with which the sample web is crawled in seconds. */
const SETTINGS = {
  SITEGREP_HTTP_PROXY_GUARD: 'proxy',
  SITEGREP_CRAWL_DELAY: '20ms',
  SITEGREP_REQUEST_TIMEOUT: '30s',
  SITEGREP_RETRIES: '0',
  // A test machine that is busy must not look like a server that is.
  SITEGREP_MAX_LOOP_DELAY: '1m',
  SITEGREP_LOG_LEVEL: 'error',
  SITEGREP_KEEP_VERSIONS: 'all',
};

export interface ServedConsole extends AsyncDisposable {
  readonly web: SampleWeb;
  readonly browser: Browser;
  readonly client: SitegrepClient;
  /** The server at the moment. */
  readonly server: () => RunningServer;
  /** Starts the server again on the same data folder and port. */
  restart(): Promise<void>;
}

/** @param settings further variables, such as those of another storage */
export async function serveConsole(settings: Readonly<Record<string, string>> = {}): Promise<ServedConsole> {
  // Before the server is asked for it, so that no test waits for the build.
  await import('../../apps/console/build.ts');
  const closers = new AsyncDisposableStack();
  const web = await serveSampleWeb();
  closers.defer(() => web.close());
  const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-console-'));
  closers.defer(() => rm(dataDir, { recursive: true, force: true }));
  const all = { ...SETTINGS, SITEGREP_HTTP_PROXY: web.proxyUrl, ...settings };
  let server = await startServer(dataDir, all);
  closers.defer(() => server.stop());
  const browser = await launchChromium();
  closers.defer(() => browser.close());
  const client = new SitegrepClient({ baseUrl: server.url, key: server.key });
  return {
    web,
    browser,
    client,
    server: () => server,
    async restart() {
      const { url, key } = server;
      await server.stop();
      const port = new URL(url).port;
      const started = await startServer(dataDir, { ...all, SITEGREP_PORT: port, SITEGREP_ADMIN_KEY: key });
      server = { ...started, key };
    },
    [Symbol.asyncDispose]: () => closers.disposeAsync(),
  };
}

/** Sites of the sample web that answer within seconds. */
export function quickSites({ sites }: SampleWeb): readonly string[] {
  return sites.filter(({ expected }) => expected.outcome !== 'timed_out').map(({ domain }) => domain);
}

/** Crawls sites and waits until the crawl has ended. */
export async function crawl(client: SitegrepClient, domains: readonly string[]): Promise<void> {
  const { id } = await client.admin.crawls.create({
    domains,
    max_pages: SAMPLE_CRAWL.maxPages,
    max_depth: SAMPLE_CRAWL.maxDepth,
  });
  for await (const event of client.admin.crawls.events(id)) if (event.type === 'end') return;
}

export interface OpenedConsole extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Warnings and errors of the browser's console and of the page; they include violations of the policy. */
  readonly complaints: readonly string[];
}

interface Look {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** Address of a proxy that all requests go to. */
  readonly proxy?: string;
}

/** Opens a window. Refusals that the browser reports by itself are not complaints. */
export async function openWindow(
  browser: Browser,
  { width = 1_440, colorScheme = 'light', proxy }: Look = {},
): Promise<OpenedConsole> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
    acceptDownloads: true,
    ...(proxy !== undefined && { proxy: { server: proxy, bypass: '<-loopback>' } }),
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    const isRefusal =
      /^Failed to load resource: (?:the server responded with a status of 4[02]|net::ERR_CONN)/.test(text);
    if (['error', 'warning'].includes(message.type()) && !isRefusal) complaints.push(text);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, context, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** Signs in with a key as a person does. */
export async function signIn(page: Page, url: string, key: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#content').waitFor();
}

/** Waits for a download. @returns its text */
export async function downloaded(page: Page, start: () => Promise<unknown>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()]);
  const stream = await download.createReadStream();
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(stream, 'end');
  return text;
}
