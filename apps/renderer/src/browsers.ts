// The pool of browsers: one crawler of Crawlee for the life of the process, whose requests are the pages to render. jobs.ts has
// the pages that were asked for, page-networks.ts their ways to the network, and visit.ts visits them.
import type { Configuration, PlaywrightCrawlerOptions } from '@crawlee/playwright';
import type { Gateway } from '@sitegrep/crawl';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { PageBudget } from './budget.ts';
import { BrowserMissing, type Chromium } from './chromium.ts';
import { loadCrawlee, type Loaded } from './crawlee.ts';
import { openJobs } from './jobs.ts';
import { launchOptions, outspoken, runsAsRoot } from './launch.ts';
import { MemoryWatches } from './memory-watch.ts';
import { PageNetworks } from './page-networks.ts';
import { BEFORE_SCRIPTS } from './page-scripts.ts';
import type { PageRenderer } from './rendering.ts';
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
  const { gateway, chromium, budget } = options;
  const { crawlee, Storage, playwright } = await loadCrawlee();
  const launch = launchOptions(chromium, Math.round(budget.memoryBytes / 2 ** 20 / 2));
  await tryBrowser(() => playwright.launch(outspoken(launch)), chromium);

  const line = requestLine();
  const jobs = openJobs(
    line,
    (entry) => new crawlee.Request(entry),
    () => void crawler.autoscaledPool?.notify(),
  );
  const networks = new PageNetworks(gateway, budget);
  const watches = new MemoryWatches(budget.memoryBytes);
  const removeSignalHandlers = keepSignalHandlers();

  const crawler = new crawlee.PlaywrightCrawler(
    {
      ...fixedOptions(options),
      requestList: line,
      autoscaledPoolOptions: {
        loggingIntervalSecs: null,
        isTaskReadyFunction: async () => {
          removeSignalHandlers();
          return !(await line.isEmpty());
        },
      },
      launchContext: {
        launcher: playwright,
        launchOptions: { ...launch, ...contextOptions(chromium, gateway) },
        useIncognitoPages: true,
      },
      browserPoolOptions: {
        ...fixedPoolOptions(options),
        postLaunchHooks: [
          async (_id, controller) => {
            const browser: Browser = controller.browser;
            browser.once('disconnected', () => crawler.browserPool.retireBrowserController(controller));
            await watches.add(browser);
          },
        ],
        prePageCreateHooks: [
          async (id, _controller, pageOptions) => {
            const server = await networks.open(id);
            Object.assign(pageOptions ?? {}, { proxy: { server, bypass: '<-loopback>' } });
          },
        ],
      },
      requestHandler: async ({ id, request, page: opened }) => {
        const page: Page = opened;
        const job = jobs.of(request.uniqueKey);
        const network = networks.of(id);
        if (job === undefined || network === undefined) return;
        const memory = watches.of(page);
        try {
          await prepare(page);
          job.settle(await visit({ ...job, ...network, page, gateway, memory, budget }));
        } finally {
          networks.close(id);
          if (!(await isClosed(page))) {
            // A browser that can't close a page is of no more use.
            crawler.browserPool.retireBrowserByPage(page);
            memory?.endProcesses();
          }
        }
      },
      failedRequestHandler: ({ id, request }, error) => {
        networks.close(id);
        const [message = ''] = error.message.split('\n', 1);
        const reason = `no page could be opened: ${message}`;
        jobs.of(request.uniqueKey)?.settle({ kind: 'lost', reason });
      },
    },
    inMemory(crawlee, Storage),
  );

  const running = crawler.run();
  running.catch((cause: unknown) => {
    const message = cause instanceof Error ? cause.message : String(cause);
    jobs.end(new Error('the renderer failed', { cause }), `the renderer failed: ${message}`);
  });

  async function shutDown(): Promise<void> {
    jobs.end(new Error('the renderer is closed'), 'the renderer was closed');
    const open = watches.all();
    await withinTime(Promise.allSettled([crawler.autoscaledPool?.abort(), running]), CLOSE_MS);
    networks.closeAll();
    for (const watch of open) watch.endProcesses();
  }

  let closing: Promise<void> | null = null;
  return {
    browser: chromium.version,
    sandboxed: !runsAsRoot(),
    render: (request, signal) => jobs.render(request, signal),
    close: () => (closing ??= shutDown()),
  };
}

/** Options that hold for every crawler: it opens pages, and tries nothing again. */
function fixedOptions({ concurrency, budget }: BrowsersOptions): PlaywrightCrawlerOptions {
  return {
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
  };
}

function fixedPoolOptions({ concurrency, pagesPerBrowser }: BrowsersOptions) {
  return {
    useFingerprints: false,
    maxOpenPagesPerBrowser: concurrency,
    retireBrowserAfterPageCount: pagesPerBrowser,
    retireInactiveBrowserAfterSecs: IDLE_S,
    operationTimeoutSecs: OPEN_S,
  };
}

function contextOptions(chromium: Chromium, gateway: Gateway): BrowserContextOptions {
  return {
    acceptDownloads: false,
    serviceWorkers: 'block',
    permissions: [],
    ignoreHTTPSErrors: !gateway.requireValidCertificates,
    userAgent: browserUserAgent(chromium, gateway.userAgent),
    viewport: { width: 1_366, height: 768 },
    locale: 'en-US',
    reducedMotion: 'reduce',
  };
}

/** Crawlee's configuration that keeps everything in memory. */
function inMemory({ Configuration }: Loaded['crawlee'], Storage: Loaded['Storage']): Configuration {
  return new Configuration({
    persistStorage: false,
    purgeOnStart: false,
    disableBrowserSandbox: false,
    storageClient: new Storage({ persistStorage: false, writeMetadata: false }),
  });
}

/** The crawler stops at an interrupt by itself; the process decides about that. @returns a function that removes its handlers */
function keepSignalHandlers(): () => void {
  const before = new Set(process.listeners('SIGINT'));
  return () => {
    for (const listener of process.listeners('SIGINT')) {
      if (listener.name === 'sigintHandler' && !before.has(listener)) process.off('SIGINT', listener);
    }
  };
}

/** Closes a page. @returns whether that came in time */
async function isClosed(page: Page): Promise<boolean> {
  const closing = page.close().then(
    () => true,
    () => false,
  );
  return (await withinTime(closing, CLOSE_MS)) === true;
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
