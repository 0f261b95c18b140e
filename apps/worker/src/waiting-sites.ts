import { RetryLater, type Payload, type Processor } from '@sitegrep/jobs';
import { LRUCache } from 'lru-cache';

/** The sites that went back to the queue, because their hosts may not get requests now. */
export interface WaitingSites {
  /** Number of sites, ≥ 1. */
  readonly sites: number;
  /** The site that comes back first. */
  readonly next: WaitingSite;
}

interface WaitingSite {
  readonly domain: string;
  /** Why it waits: `answered 429 Too Many Requests`. */
  readonly reason: string;
  /** When it comes back, in milliseconds since the epoch. */
  readonly until: number;
}

/**
 * Maximum sites that are noted; beyond it the one that was put back first is forgotten. Another process may have taken it, and here
 * nobody may ask.
 */
const MAX_SITES = 10_000;

/**
 * Notes the sites that go back to the queue in this process, until they may come back.
 *
 * @returns the processor, and the sites of a crawl, or of all, that wait now; null if there is none
 */
export function watchWaiting(
  processor: Processor<Payload<'site'>>,
  now: () => number = Date.now,
): {
  readonly processor: Processor<Payload<'site'>>;
  readonly waiting: (crawlId?: string) => WaitingSites | null;
} {
  const sites = new LRUCache<string, { readonly crawlId: string; readonly site: WaitingSite }>({
    max: MAX_SITES,
  });
  return {
    processor: {
      ...processor,
      async process(payload, job) {
        const { crawlId, domain } = payload;
        const key = `${crawlId} ${domain}`;
        sites.delete(key);
        try {
          await processor.process(payload, job);
        } catch (error) {
          if (error instanceof RetryLater && error.expected) {
            const site = { domain, reason: error.message, until: now() + error.afterMs };
            sites.set(key, { crawlId, site });
          }
          throw error;
        }
      },
    },
    waiting(ofCrawl) {
      let next: WaitingSite | null = null;
      let count = 0;
      for (const noted of sites.rvalues()) {
        if (noted === undefined) continue;
        const { crawlId, site } = noted;
        // Another process may have those by now whose time has come.
        if (site.until <= now() || crawlId !== (ofCrawl ?? crawlId)) continue;
        count++;
        if (next === null || site.until < next.until) next = site;
      }
      return next === null ? null : { sites: count, next };
    },
  };
}
