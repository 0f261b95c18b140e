import type { CrawlEventData, CrawlEventName, CrawlSiteItem } from '@sitegrep/contract';
import type { Crawl, EndedSite } from '@sitegrep/storage';
import { crawlItem, siteItem } from '../crawl-items.ts';
import type { EventStreamLimits } from './limits.ts';
import type { WatchedCrawl } from './watched-crawls.ts';

/** How long a client that lost its connection waits before it comes back, in milliseconds. */
const RETRY_MS = 2_000;

/** A comment: clients skip it. */
const HEARTBEAT = ':\n\n';

export interface StreamOptions {
  readonly watched: WatchedCrawl;
  /** The place of the last site that the client was told of. */
  readonly after: number;
  /** Ends the stream as if the connection had been lost. */
  readonly signal: AbortSignal;
  readonly limits: Pick<EventStreamLimits, 'progressEveryMs' | 'heartbeatMs'>;
}

/**
 * The events of a crawl as text, from a place on, each part when it is asked for: who doesn't ask keeps nothing in
 * memory. Only sites have ids, the last event aside: they alone must come exactly once, the rest says how things stand.
 */
export async function* crawlEvents(options: StreamOptions): AsyncGenerator<string, void> {
  try {
    yield* untilEnd(options);
  } catch (error) {
    if (!options.signal.aborted) throw error;
  }
}

async function* untilEnd({ watched, after, signal, limits }: StreamOptions): AsyncGenerator<string, void> {
  const quiet = new Silence(limits.heartbeatMs, signal);
  let place = after;
  let state: string | null = null;
  let counts: string | null = null;
  let nextProgressAt = -Infinity;
  yield quiet.broken(`retry: ${RETRY_MS}\n\n`);
  for (;;) {
    const { crawl, looked } = watched;
    if (crawl === null) return;
    const over = isOver(crawl);
    if (!over && state !== crawl.state) {
      state = crawl.state;
      yield quiet.broken(event('state', stateOf(crawl)));
    }
    const sites = yield* quiet.until(watched.ended(place));
    const last = sites?.at(-1);
    if (sites !== null && last !== undefined) {
      place = last.position;
      yield quiet.broken(sites.map(siteEvent).join(''));
    }
    const counted = countsOf(crawl);
    // All that it counts was read after it was counted.
    const ends = over && sites?.length === 0;
    if (counted !== counts && (ends || performance.now() >= nextProgressAt)) {
      counts = counted;
      nextProgressAt = performance.now() + limits.progressEveryMs;
      yield quiet.broken(event('progress', progressOf(crawl)));
    }
    if (ends) {
      if (state !== crawl.state) yield quiet.broken(event('state', stateOf(crawl)));
      yield quiet.broken(event('end', { state: crawl.state }, 'end'));
      return;
    }
    if (last === undefined) yield* quiet.until(looked);
  }
}

/** Nothing more can happen to it. */
export function isOver({ state, sites }: Crawl): boolean {
  return (state === 'completed' || state === 'cancelled') && sites.finished === sites.total;
}

function siteEvent(site: EndedSite): string {
  return event('site', siteItem(site), String(site.position));
}

function stateOf(crawl: Crawl): CrawlEventData<'state'> {
  const { state, started_at, finished_at } = crawlItem(crawl, Date.now());
  return { state, started_at, finished_at };
}

function progressOf(crawl: Crawl): Progress {
  const { sites, outcomes, pages, bytes, pages_per_second, eta_seconds } = crawlItem(crawl, Date.now());
  return { sites, outcomes, pages, bytes, pages_per_second, eta_seconds };
}

/** What changes with the crawl, not with the time. */
function countsOf({ sites, outcomes, pages, bytes }: Crawl): string {
  return JSON.stringify([sites, outcomes, pages, bytes]);
}

/** JSON has no line breaks of its own, so one `data` line takes it. */
function event<Name extends CrawlEventName>(name: Name, data: EventData[Name], id?: string): string {
  const lines = id === undefined ? '' : `id: ${id}\n`;
  return `${lines}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

type Progress = Readonly<CrawlEventData<'progress'>>;

interface EventData {
  readonly site: CrawlSiteItem;
  readonly progress: Progress;
  readonly state: CrawlEventData<'state'>;
  readonly end: CrawlEventData<'end'>;
}

/** Breaks the silence of a stream while it waits, so that proxies and clients know that it is alive. */
class Silence {
  readonly #afterMs: number;
  readonly #signal: AbortSignal;
  #since = performance.now();

  constructor(afterMs: number, signal: AbortSignal) {
    this.#afterMs = afterMs;
    this.#signal = signal;
  }

  broken(text: string): string {
    this.#since = performance.now();
    return text;
  }

  /** Waits, with heartbeats. @throws the signal's reason as soon as it fires */
  async *until<T>(awaited: Promise<T>): AsyncGenerator<string, T> {
    for (;;) {
      const settled = await this.#first(awaited);
      if (settled !== null) return settled.value;
      yield this.broken(HEARTBEAT);
    }
  }

  /** @returns null if a heartbeat is due first */
  async #first<T>(awaited: Promise<T>): Promise<{ readonly value: T } | null> {
    const first = Promise.withResolvers<{ readonly value: T } | null>();
    const stop = (): void => first.reject(this.#signal.reason);
    const dueInMs = Math.max(0, this.#since + this.#afterMs - performance.now());
    const timer = setTimeout(() => first.resolve(null), dueInMs);
    this.#signal.addEventListener('abort', stop, { once: true });
    awaited.then((value) => first.resolve({ value }), first.reject);
    if (this.#signal.aborted) stop();
    try {
      return await first.promise;
    } finally {
      clearTimeout(timer);
      this.#signal.removeEventListener('abort', stop);
    }
  }
}
