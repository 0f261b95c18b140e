import { RetryLater, type Payload, type Processor } from '@sitegrep/jobs';

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

/** Maximum sites that are noted; beyond it the one that was put back first is forgotten. */
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
  const sites = new Map<string, { readonly crawlId: string; readonly site: WaitingSite }>();
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
            // Another process may have taken it, and here nobody may ask.
            if (sites.size > MAX_SITES) sites.delete(sites.keys().next().value ?? '');
          }
          throw error;
        }
      },
    },
    waiting(ofCrawl) {
      let next: WaitingSite | null = null;
      let count = 0;
      for (const [key, { crawlId, site }] of sites) {
        // Another process may have it by now.
        if (site.until <= now()) sites.delete(key);
        if (site.until <= now() || crawlId !== (ofCrawl ?? crawlId)) continue;
        count++;
        if (next === null || site.until < next.until) next = site;
      }
      return next === null ? null : { sites: count, next };
    },
  };
}
