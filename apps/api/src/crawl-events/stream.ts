import type { CrawlEventData, CrawlEventName, CrawlSiteItem } from '@sitegrep/contract';
import type { Crawl, EndedSite } from '@sitegrep/storage';
import { crawlItem, siteItem } from '../crawl-items.ts';
import { Heartbeat, serverSentEvent, STREAM_START } from '../event-streams/server-sent.ts';
import type { EventStreamLimits, WaitingOf } from '../settings.ts';
import type { WatchedCrawl } from './watched-crawls.ts';

interface StreamOptions {
  readonly watched: WatchedCrawl;
  readonly waiting: WaitingOf;
  /** Position of the last site that the client received. */
  readonly after: number;
  /** Ends the stream as if the connection had been lost. */
  readonly signal: AbortSignal;
  readonly limits: Pick<EventStreamLimits, 'progressEveryMs' | 'heartbeatMs'>;
}

/**
 * Renders the events of a crawl as text, from a position on. Each part is made when it is read, so that a slow client keeps
 * nothing in memory. Except for the last event, only sites have ids: they must arrive exactly once, other events report the
 * current state.
 */
export async function* crawlEvents(options: StreamOptions): AsyncGenerator<string, void> {
  try {
    yield* untilEnd(options);
  } catch (error) {
    if (!options.signal.aborted) throw error;
  }
}

async function* untilEnd({
  watched,
  waiting,
  after,
  signal,
  limits,
}: StreamOptions): AsyncGenerator<string, void> {
  const heartbeat = new Heartbeat(limits.heartbeatMs, signal);
  let position = after;
  let state: string | null = null;
  let counts: string | null = null;
  let nextProgressAt = -Infinity;
  yield heartbeat.sent(STREAM_START);
  for (;;) {
    const { crawl, nextRead } = watched;
    if (crawl === null) return;
    const over = isOver(crawl);
    if (!over && state !== crawl.state) {
      state = crawl.state;
      yield heartbeat.sent(event('state', stateOf(crawl)));
    }
    const sites = yield* heartbeat.until(watched.ended(position));
    const last = sites?.at(-1);
    if (sites !== null && last !== undefined) {
      position = last.position;
      yield heartbeat.sent(sites.map(siteEvent).join(''));
    }
    const counted = countsOf(crawl, waiting);
    // The sites that the crawl counts were read after the crawl.
    const ends = over && sites?.length === 0;
    if (counted !== counts && (ends || performance.now() >= nextProgressAt)) {
      counts = counted;
      nextProgressAt = performance.now() + limits.progressEveryMs;
      yield heartbeat.sent(event('progress', progressOf(crawl, waiting)));
    }
    if (ends) {
      if (state !== crawl.state) yield heartbeat.sent(event('state', stateOf(crawl)));
      yield heartbeat.sent(event('end', { state: crawl.state }, 'end'));
      return;
    }
    if (last === undefined) yield* heartbeat.until(nextRead);
  }
}

/** Whether nothing more can happen to a crawl. */
export function isOver({ state, sites }: Crawl): boolean {
  return (state === 'completed' || state === 'cancelled') && sites.finished === sites.total;
}

function siteEvent(site: EndedSite): string {
  return event('site', siteItem(site), String(site.position));
}

function stateOf(crawl: Crawl): CrawlEventData<'state'> {
  const { state, started_at, finished_at } = crawlItem(crawl);
  return { state, started_at, finished_at };
}

function progressOf(crawl: Crawl, waitingOf: WaitingOf): Progress {
  const item = crawlItem(crawl, waitingOf);
  const { sites, outcomes, pages, bytes, pages_per_second, eta_seconds, waiting } = item;
  return { sites, outcomes, pages, bytes, pages_per_second, eta_seconds, waiting };
}

/** Text that changes with the crawl's counts and the sites that wait, but not with time. */
function countsOf({ id, sites, outcomes, pages, bytes }: Crawl, waitingOf: WaitingOf): string {
  return JSON.stringify([sites, outcomes, pages, bytes, waitingOf(id)]);
}

function event<Name extends CrawlEventName>(name: Name, data: EventData[Name], id?: string): string {
  return serverSentEvent(name, data, id);
}

type Progress = Readonly<CrawlEventData<'progress'>>;

interface EventData {
  readonly site: CrawlSiteItem;
  readonly progress: Progress;
  readonly state: CrawlEventData<'state'>;
  readonly end: CrawlEventData<'end'>;
}
