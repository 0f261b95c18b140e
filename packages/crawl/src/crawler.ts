import type { SiteResult } from '@sitegrep/site';
import type { CrawlerOptions } from './options.ts';
import { completeSettings } from './options.ts';
import type { PageHandler, SiteTask } from './task.ts';

/** One long-lived crawler; any number of sites at the same time. */
export interface SiteCrawler {
  /**
   * Fetches a site and hands over its pages. Resolves once with how the site ended, whatever the network does; an
   * aborted signal ends it as `cancelled`.
   *
   * @throws RangeError if the task is out of bounds, Error after `close`, and what `onPage` rejects with
   */
  crawl(task: SiteTask, onPage: PageHandler, signal?: AbortSignal): Promise<SiteResult>;
  /** Takes no more sites, lets those under way finish within `deadlineMs`, cancels the rest, frees every handle. */
  close(deadlineMs?: number): Promise<void>;
}

export function openSiteCrawler(options: CrawlerOptions = {}): SiteCrawler {
  completeSettings(options);
  throw new Error('not open yet');
}
