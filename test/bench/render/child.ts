// One run of bench:render, in a process of its own: a system renders the pages of the task that the parent sends, two at a time,
// and takes the document of each. It tells how many documents came and how long it took, from before the system was opened until
// it was closed.
import { openSiteCrawler } from '@sitegrep/crawl';
import { openPageRenderer } from '@sitegrep/renderer';
import { runsAsRoot } from '../../../apps/renderer/src/launch.ts';
import { WEB } from '../../../apps/renderer/test/opened-renderer.ts';
import { answerOnce } from '../harness/child.ts';

export type SystemName = 'sitegrep' | 'crawlee-load' | 'crawlee-idle';

export interface RunTask {
  readonly system: SystemName;
  readonly urls: readonly string[];
  /** Path of the browser. */
  readonly chromium: string;
}

/** Renders pages. @returns how many gave a document */
type System = (urls: readonly string[], chromium: string) => Promise<number>;

const CONCURRENCY = 2;

const SYSTEMS: Readonly<Record<SystemName, System>> = {
  sitegrep,
  'crawlee-load': (urls, chromium) => plainCrawlee(urls, chromium, 'load'),
  'crawlee-idle': (urls, chromium) => plainCrawlee(urls, chromium, 'networkidle'),
};

answerOnce(async ({ system, urls, chromium }: RunTask) => {
  const startedAt = performance.now();
  const documents = await SYSTEMS[system](urls, chromium);
  return { documents, seconds: (performance.now() - startedAt) / 1_000 };
});

async function sitegrep(urls: readonly string[], chromium: string): Promise<number> {
  const crawler = openSiteCrawler({ allowedAddresses: [`${WEB}/32`], crawlDelayMs: 0, hostConcurrency: 16 });
  const renderer = await openPageRenderer({ gateway: crawler.gateway, chromium, concurrency: CONCURRENCY });
  const { signal } = new AbortController();
  const renderings = await Promise.all(
    urls.map((url) => renderer.render({ url, globals: [], screenshot: false }, signal)),
  );
  await renderer.close();
  await crawler.close(0);
  return renderings.filter((one) => one.kind === 'rendered').length;
}

async function plainCrawlee(
  urls: readonly string[],
  chromium: string,
  waitUntil: 'load' | 'networkidle',
): Promise<number> {
  // Here alone: it opens a proxy when it is loaded, which its pages go through.
  const [crawlee, { MemoryStorage }, { chromium: launcher }] = await Promise.all([
    import('@crawlee/playwright'),
    import('@crawlee/memory-storage'),
    import('playwright-core'),
  ]);
  crawlee.log.setLevel(crawlee.log.LEVELS.OFF);
  let documents = 0;
  const crawler = new crawlee.PlaywrightCrawler(
    {
      minConcurrency: CONCURRENCY,
      maxConcurrency: CONCURRENCY,
      launchContext: {
        launcher,
        launchOptions: { executablePath: chromium, chromiumSandbox: !runsAsRoot() },
        useIncognitoPages: true,
      },
      preNavigationHooks: [
        (_context, options) => {
          Object.assign(options ?? {}, { waitUntil });
        },
      ],
      requestHandler: async ({ page }) => {
        if ((await page.content()) !== '') documents += 1;
      },
    },
    new crawlee.Configuration({
      persistStorage: false,
      storageClient: new MemoryStorage({ persistStorage: false, writeMetadata: false }),
    }),
  );
  await crawler.run(urls.map((url, at) => ({ url, uniqueKey: String(at) })));
  return documents;
}
