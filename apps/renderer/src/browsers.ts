// The pool of browsers: one crawler of Crawlee for the life of the process, whose requests are the pages to render.
import type { Gateway } from '@sitegrep/crawl';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { PageBudget } from './budget.ts';
import { BrowserMissing, type Chromium } from './chromium.ts';
import { loadCrawlee } from './crawlee.ts';
import { launchOptions, outspoken, runsAsRoot } from './launch.ts';
import { endProcess, watchMemory, type MemoryWatch } from './memory-watch.ts';
import { openPageProxy, type PageProxy } from './page-proxy.ts';
import { BEFORE_SCRIPTS } from './page-scripts.ts';
import type { PageRenderer, Rendering, RenderRequest } from './rendering.ts';
import { requestLine } from './request-line.ts';
import { visit } from './visit.ts';
import { withinTime } from './within-time.ts';

interface BrowsersOptions {
  readonly gateway: Gateway;
  readonly chromium: Chromium;
  readonly concurrency: number;
  readonly pagesPerBrowser: number;
  readonly budget: PageBudget;
}

/** A page that was asked for. */
interface Job {
  readonly request: RenderRequest;
  readonly signal: AbortSignal;
  readonly settle: (rendering: Rendering) => void;
}

/** The way of a page to the network, from before its context exists. */
interface Line {
  readonly proxy: PageProxy;
  readonly sated: AbortSignal;
}

/** Time for a page, or a browser, to close before its processes are ended, in milliseconds. */
const CLOSE_MS = 5_000;
/** Time for a browser to start, and its context to open, in seconds. */
const OPEN_S = 45;
/** Time that a page may wait for the pace of its host beside its own, in seconds. */
const PACE_S = 600;
/** Idle time after which a browser is closed, in seconds: the next page starts another one. */
const IDLE_S = 120;

/** @throws BrowserMissing if the browser does not start */
export async function openBrowsers(options: BrowsersOptions): Promise<PageRenderer> {
  const { gateway, chromium, concurrency, pagesPerBrowser, budget } = options;
  const { crawlee, Storage, playwright } = await loadCrawlee();
  const launch = launchOptions(chromium, Math.round(budget.memoryBytes / 2 ** 20 / 2));
  await tryBrowser(() => playwright.launch(outspoken(launch)), chromium);

  const line = requestLine();
  const jobs = new Map<string, Job>();
  const lines = new Map<string, Line>();
  const watches = new Map<Browser, MemoryWatch>();
  let closed = false;
  let next = 0;

  const context = {
    acceptDownloads: false,
    serviceWorkers: 'block',
    permissions: [],
    ignoreHTTPSErrors: !gateway.requireValidCertificates,
    userAgent: browserUserAgent(chromium, gateway.userAgent),
    viewport: { width: 1_366, height: 768 },
    locale: 'en-US',
    reducedMotion: 'reduce',
  } satisfies BrowserContextOptions;

  const settings = new crawlee.Configuration({
    persistStorage: false,
    purgeOnStart: false,
    disableBrowserSandbox: false,
    storageClient: new Storage({ persistStorage: false, writeMetadata: false }),
  });

  const crawler = new crawlee.PlaywrightCrawler(
    {
      requestList: line,
      keepAlive: true,
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      maxRequestRetries: 0,
      maxSessionRotations: 0,
      useSessionPool: false,
      persistCookiesPerSession: false,
      retryOnBlocked: false,
      requestHandlerTimeoutSecs: Math.ceil(budget.timeMs / 1_000) + PACE_S,
      statisticsOptions: { saveErrorSnapshots: false, persistenceOptions: { enable: false } },
      autoscaledPoolOptions: {
        loggingIntervalSecs: null,
        isTaskReadyFunction: async () => {
          removeSignalHandlers();
          return !(await line.isEmpty());
        },
      },
      launchContext: {
        launcher: playwright,
        launchOptions: { ...launch, ...context },
        useIncognitoPages: true,
      },
      browserPoolOptions: {
        useFingerprints: false,
        maxOpenPagesPerBrowser: concurrency,
        retireBrowserAfterPageCount: pagesPerBrowser,
        retireInactiveBrowserAfterSecs: IDLE_S,
        operationTimeoutSecs: OPEN_S,
        postLaunchHooks: [
          async (_id, controller) => {
            const browser: Browser = controller.browser;
            browser.once('disconnected', () => {
              crawler.browserPool.retireBrowserController(controller);
              watches.delete(browser);
            });
            watches.set(browser, await watchMemory(browser, budget.memoryBytes));
          },
        ],
        prePageCreateHooks: [
          async (id, _controller, pageOptions) => {
            const sated = new AbortController();
            const proxy = await openPageProxy({
              gateway,
              maxBytes: budget.bytes,
              onExhausted: () => sated.abort(new Error('the page has received all that it may')),
            });
            lines.set(id, { proxy, sated: sated.signal });
            Object.assign(pageOptions ?? {}, { proxy: { server: proxy.url, bypass: '<-loopback>' } });
          },
        ],
      },
      requestHandler: async ({ id, request, page: opened }) => {
        const page: Page = opened;
        const job = jobs.get(request.uniqueKey);
        const network = lines.get(id);
        if (job === undefined || network === undefined) return;
        const browser = page.context().browser();
        const memory = (browser === null ? undefined : watches.get(browser)) ?? null;
        try {
          await prepare(page);
          job.settle(await visit({ ...job, ...network, page, gateway, memory, budget }));
        } finally {
          network.proxy.close();
          lines.delete(id);
          await closePage(page, browser, memory);
        }
      },
      failedRequestHandler: ({ id, request }, error) => {
        lines.get(id)?.proxy.close();
        lines.delete(id);
        const [message = ''] = error.message.split('\n', 1);
        jobs
          .get(request.uniqueKey)
          ?.settle({ kind: 'failed', reason: `no page could be opened: ${message}` });
      },
    },
    settings,
  );

  const before = new Set(process.listeners('SIGINT'));
  const running = crawler.run();
  let broken: Error | null = null;
  running.catch((error: unknown) => {
    broken = error instanceof Error ? error : new Error(String(error));
    for (const { settle } of jobs.values())
      settle({ kind: 'failed', reason: `the renderer failed: ${broken.message}` });
  });

  /** The crawler stops at an interrupt by itself; the process decides about that. */
  function removeSignalHandlers(): void {
    for (const listener of process.listeners('SIGINT')) {
      if (listener.name === 'sigintHandler' && !before.has(listener)) process.off('SIGINT', listener);
    }
  }

  async function render(request: RenderRequest, signal: AbortSignal): Promise<Rendering> {
    if (broken !== null) throw new Error('the renderer failed', { cause: broken });
    if (closed) throw new Error('the renderer is closed');
    const key = String(++next);
    const { promise, resolve } = Promise.withResolvers<Rendering>();
    const entry = new crawlee.Request({ url: request.url, uniqueKey: key, skipNavigation: true });
    const drop = (): void => {
      if (line.drop(entry)) resolve({ kind: 'failed', reason: 'the rendering was cancelled' });
    };
    jobs.set(key, { request, signal, settle: resolve });
    line.put(entry);
    signal.addEventListener('abort', drop, { once: true });
    if (signal.aborted) drop();
    void crawler.autoscaledPool?.notify();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', drop);
      jobs.delete(key);
    }
  }

  async function closePage(page: Page, browser: Browser | null, memory: MemoryWatch | null): Promise<void> {
    const isClosed = await withinTime(
      page.close().then(
        () => true,
        () => false,
      ),
      CLOSE_MS,
    );
    if (isClosed === true || browser === null) return;
    // A browser that can't close a page is of no more use.
    crawler.browserPool.retireBrowserByPage(page);
    for (const pid of memory?.pids ?? []) endProcess(pid);
  }

  async function shutDown(): Promise<void> {
    closed = true;
    for (const { settle } of jobs.values()) settle({ kind: 'failed', reason: 'the renderer was closed' });
    const open = [...watches.values()];
    const ended = Promise.allSettled([crawler.autoscaledPool?.abort(), running]);
    await withinTime(ended, CLOSE_MS);
    for (const { proxy } of lines.values()) proxy.close();
    for (const watch of open) {
      watch.stop();
      for (const pid of watch.pids) endProcess(pid);
    }
  }

  let closing: Promise<void> | null = null;
  return {
    browser: chromium.version,
    sandboxed: !runsAsRoot(),
    render,
    close: () => (closing ??= shutDown()),
  };
}

async function prepare(page: Page): Promise<void> {
  const context = page.context();
  context.on('page', (other) => {
    // A window that it opened nevertheless.
    other.close().catch(() => undefined);
  });
  await context.addInitScript(BEFORE_SCRIPTS);
}

/** Starts a browser once, so that what it lacks is known before the first page. */
async function tryBrowser(launch: () => Promise<Browser>, { path, version }: Chromium): Promise<void> {
  try {
    await (await launch()).close();
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    const noSandbox = /no usable sandbox|sandbox_host_linux|zygote_host_impl/i.test(message);
    const line = message.split('\n').find((text) => /error|fatal|cannot|failed/i.test(text)) ?? message;
    throw new BrowserMissing(
      noSandbox
        ? `${version} (${path}) can't start its sandbox; allow user namespaces to this process (docs/rendering.md), or install the package chromium-sandbox`
        : `${version} (${path}) does not start: ${line.trim().slice(0, 300)}`,
      { cause: error },
    );
  }
}

/** A User-Agent that pages take for a browser's, and people for the crawler's. */
function browserUserAgent({ version }: Chromium, crawler: string): string {
  const major = /\d+/.exec(version)?.[0] ?? '0';
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${crawler}) Chrome/${major}.0.0.0 Safari/537.36`;
}
