// The map of this package: options → network (guard, connections, pace, robots) → fetcher → frontier → runner → a SiteCrawl
// per task.
import { seconds } from './deadline.ts';
import { FailureError, final } from './failure.ts';
import { Fetcher } from './fetcher.ts';
import { Frontier } from './frontier.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { pacedHost } from './host-pace.ts';
import { openNetwork } from './network.ts';
import { completeSettings, type CrawlerOptions } from './options.ts';
import { startRunner } from './runner.ts';
import { SiteCrawl } from './site-crawl.ts';
import { ComeBackLater, type CrawledSite, type PageHandler, type SiteTask } from './task.ts';

/** A long-lived crawler for any number of concurrent sites. */
export interface SiteCrawler {
  /**
   * Fetches a site and hands over its pages. Resolves with the result of the site, whatever the network does; an aborted
   * signal ends it as `cancelled`.
   *
   * @throws RangeError if the task is out of bounds, ComeBackLater if the task wants it, Error after `close`, and errors of
   *   `onPage`, `onExchange` and `hostSlot`
   */
  crawl(task: SiteTask, onPage: PageHandler, signal?: AbortSignal): Promise<CrawledSite>;
  /** The way to the network for a browser that renders what the sites have, until the crawler closes. */
  readonly gateway: Gateway;
  /** Accepts no more sites, lets those under way finish within `deadlineMs`, cancels the rest, frees every handle. */
  close(deadlineMs?: number): Promise<void>;
}

/** Time for cancelled sites to end when the crawler closes, in milliseconds: their page handlers have to return. */
const CANCEL_MS = 5_000;

/** @throws RangeError that names the option that is out of bounds */
export function openSiteCrawler(options: CrawlerOptions = {}): SiteCrawler {
  const settings = completeSettings(options);
  const closed = new AbortController();
  const network = openNetwork(settings, closed.signal);
  const { connections, pace } = network;
  const frontier = new Frontier({
    ...settings,
    restsFor: (host) => pace.restsFor(host),
    onReady: () => runner.wake(),
  });
  const sites = new Set<SiteCrawl>();
  let refusal: Error | null = null;
  const runner = startRunner(frontier, new Fetcher(network), settings, (error) => {
    refusal ??= new Error('the crawler failed', { cause: error });
    for (const site of sites) site.break(refusal);
  });

  async function crawl(task: SiteTask, onPage: PageHandler, signal?: AbortSignal): Promise<CrawledSite> {
    if (refusal !== null) throw refusal;
    const restMs = pace.restsFor(pacedHost(task.domain));
    const { deferral } = task;
    if (deferral !== undefined && restMs >= deferral.fromMs && restMs <= deferral.maxMs) {
      throw new ComeBackLater(restMs, `${task.domain} may not get a request for ${seconds(restMs)}`);
    }
    const site = new SiteCrawl(task, onPage, frontier, settings);
    const cancel = (): void => site.stop(final('cancelled', 'cancelled'));
    sites.add(site);
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted === true) cancel();
    try {
      return await site.result;
    } finally {
      signal?.removeEventListener('abort', cancel);
      sites.delete(site);
    }
  }

  /** Resolves when all sites have ended, or the time is over. */
  async function drained(withinMs: number): Promise<void> {
    const timeUp = Promise.withResolvers<void>();
    const timer = setTimeout(timeUp.resolve, withinMs);
    await Promise.race([Promise.allSettled([...sites].map((site) => site.result)), timeUp.promise]);
    clearTimeout(timer);
  }

  async function shutDown(deadlineMs: number): Promise<void> {
    refusal ??= new Error('the crawler is closed');
    await drained(deadlineMs);
    for (const site of sites) site.stop(final('cancelled', 'the crawler was closed'));
    await drained(CANCEL_MS);
    for (const site of sites) site.break(refusal);
    closed.abort(new FailureError(final('cancelled', 'the crawler was closed')));
    await connections.close();
    frontier.close();
    pace.close();
    runner.stop();
  }

  let closing: Promise<void> | null = null;
  const gateway = createGateway(network);
  return { crawl, gateway, close: (deadlineMs = 10_000) => (closing ??= shutDown(deadlineMs)) };
}
