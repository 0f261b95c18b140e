// Renders pages in Chromium: Crawlee's crawler for Playwright with its pool of browsers, one for the life of a process, fed page
// by page. Crawlee and Playwright are loaded when a renderer is opened, never before.
import type { Gateway } from '@sitegrep/crawl';
import { type PageBudget, PAGE_BUDGET } from './budget.ts';
import { openBrowsers } from './browsers.ts';
import { findChromium } from './chromium.ts';
import type { PageRenderer } from './rendering.ts';

export interface RendererOptions {
  /** The crawler's way to the network, whose guard, lookups, robots.txt and pace of hosts hold for pages, too. */
  readonly gateway: Gateway;
  /** Path of the browser; null looks for one. */
  readonly chromium: string | null;
  /** Maximum pages at the same time; 2 if absent. */
  readonly concurrency?: number;
  /** Pages after which a browser is replaced; 100 if absent. */
  readonly pagesPerBrowser?: number;
  /** Bounds of a page that differ from the usual ones. */
  readonly budget?: Partial<PageBudget>;
}

const CONCURRENCY = 2;
const PAGES_PER_BROWSER = 100;

/**
 * Starts a browser and keeps it ready.
 *
 * @throws BrowserMissing if there is none that works
 */
export async function openPageRenderer(options: RendererOptions): Promise<PageRenderer> {
  const { gateway, concurrency = CONCURRENCY, pagesPerBrowser = PAGES_PER_BROWSER, budget } = options;
  const chromium = await findChromium(options.chromium);
  return openBrowsers({
    gateway,
    chromium,
    concurrency,
    pagesPerBrowser,
    budget: { ...PAGE_BUDGET, ...budget },
  });
}
