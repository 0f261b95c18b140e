import type { CrawlOptions } from '@sitegrep/contract';
import type { CrawlSpec } from '@sitegrep/storage';
import type { ApiSettings } from './settings.ts';

/** How far a crawl goes: as was asked, or as set up. */
export function crawlSpec(options: CrawlOptions, defaults: ApiSettings['crawlDefaults']): CrawlSpec {
  return {
    maxPages: options.max_pages ?? defaults.maxPages,
    maxDepth: options.max_depth ?? defaults.maxDepth,
    priority: options.priority ?? defaults.priority,
    revisitAfterDays: options.revisit_after_days ?? defaults.revisitAfterDays,
  };
}
